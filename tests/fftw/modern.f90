! SPDX-License-Identifier: Apache-2.0
! A program in Fortran by fftw3.f03, and by the names that older programs call: prints what each
! transform gives, one number a line.
program modern
  use, intrinsic :: iso_c_binding
  implicit none
  include 'fftw3.f03'
  integer, parameter :: nx = 6, ny = 5, n = 12
  complex(c_double_complex), pointer :: a(:,:)
  complex(c_double_complex) :: b(nx, ny), half(nx / 2 + 1, ny)
  real(c_double) :: r(nx, ny), line(n), wave(n)
  type(c_ptr) :: memory, plan
  integer(c_int) :: okay
  integer(8) :: old
  integer :: i, j

  okay = fftw_init_threads()
  call fftw_plan_with_nthreads(2_c_int)
  memory = fftw_alloc_complex(int(nx * ny, c_size_t))
  call c_f_pointer(memory, a, [nx, ny])
  plan = fftw_plan_dft_2d(ny, nx, a, b, FFTW_FORWARD, FFTW_ESTIMATE)
  do j = 1, ny
    do i = 1, nx
      r(i, j) = sin(real(i * i + 3 * j, c_double))
      a(i, j) = cmplx(r(i, j), cos(real(i + j * j, c_double)), c_double_complex)
    end do
  end do
  call fftw_execute_dft(plan, a, b)
  call show(b)
  call fftw_destroy_plan(plan)
  call fftw_free(memory)

  plan = fftw_plan_dft_r2c_2d(ny, nx, r, half, FFTW_ESTIMATE)
  call fftw_execute_dft_r2c(plan, r, half)
  call show(half)
  call fftw_destroy_plan(plan)

  line = [(exp(-real(i, c_double)), i = 1, n)]
  plan = fftw_plan_r2r_1d(n, line, wave, FFTW_REDFT10, FFTW_ESTIMATE)
  call fftw_execute_r2r(plan, line, wave)
  write (*, '(es24.16)') wave
  call fftw_destroy_plan(plan)

  call dfftw_plan_dft_2d(old, nx, ny, b, b, FFTW_BACKWARD, FFTW_ESTIMATE)
  call dfftw_execute_dft(old, b, b)
  call show(b)
  call dfftw_destroy_plan(old)
  call fftw_cleanup_threads()
contains
  subroutine show(z)
    complex(c_double_complex), intent(in) :: z(:,:)
    write (*, '(es24.16)') z
  end subroutine
end program
