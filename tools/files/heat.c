/* SPDX-License-Identifier: Apache-2.0 */
#include "files/heat.h"
#include "files/svg.h"

#include <math.h>

enum { LEFT = 92, TOP = 74, SIDE = 480, BAR_LEFT = 610, BAR_WIDTH = 22, WIDTH = 740, HEIGHT = 622 };
#define COLOURS 64

/* Returns colour number i of COLOURS, from dark to bright: Viridis (Smith and van der Walt, 2015)
 * at eleven places, and linear between them. Its brightness grows from end to end, so that a reader
 * needs no colours. */
static unsigned colour_of(int i)
{
    static const unsigned places[] = {0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c,
                                      0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725};
    enum { LAST = sizeof places / sizeof *places - 1 };
    const double at = (double)i * LAST / (COLOURS - 1);
    const int low = at < LAST ? (int)at : LAST - 1;
    unsigned mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const double a = places[low] >> shift & 255, b = places[low + 1] >> shift & 255;
        mixed |= (unsigned)(a + (b - a) * (at - low) + 0.5) << shift;
    }
    return mixed;
}

/* Returns the number of the colour of a value; -1 for NaN, which has none. */
static int colour_number(const struct heat *h, float cell)
{
    const double fraction = ((double)cell - h->low) / (h->high - h->low);
    return isnan(cell) ? -1 : (int)(fmin(fmax(fraction, 0), 1) * (COLOURS - 1) + 0.5);
}

/* Writes the runs of cells of one colour in a row, in units of cells. */
static void put_runs(const struct heat *h, int row, int colour, FILE *out)
{
    const float *cells = h->cells + (ptrdiff_t)row * h->columns;
    for (int first = 0, last; first < h->columns; first = last) {
        const int here = colour_number(h, cells[first]);
        last = first + 1;
        while (last < h->columns && colour_number(h, cells[last]) == here)
            last++;
        if (here == colour)
            fprintf(out, "M%d %dh%d", first, row, last - first);
    }
}

/* Writes one path for each colour. The scale makes its lines as thick as a cell. */
static void put_cells(const struct heat *h, FILE *out)
{
    bool used[COLOURS] = {false};
    for (ptrdiff_t i = 0; i < (ptrdiff_t)h->rows * h->columns; i++)
        if (colour_number(h, h->cells[i]) >= 0)
            used[colour_number(h, h->cells[i])] = true;
    fprintf(out,
            "<g fill=\"none\" shape-rendering=\"crispEdges\" transform=\"translate(%d %g) "
            "scale(%.9g %.9g)\">\n",
            LEFT, TOP + 0.5 * SIDE / h->rows, (double)SIDE / h->columns, (double)SIDE / h->rows);
    for (int colour = 0; colour < COLOURS; colour++) {
        if (!used[colour])
            continue;
        fprintf(out, "<path class=\"cells\" stroke=\"#%06x\" d=\"", colour_of(colour));
        for (int row = 0; row < h->rows; row++)
            put_runs(h, row, colour, out);
        fputs("\"/>\n", out);
    }
    fprintf(out, "</g>\n<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
            LEFT, TOP, SIDE, SIDE);
}

/* Calls put for each tick between low and high, with its place from 0 to 1. */
static void each_tick(double low, double high, int most,
                      void (*put)(FILE *out, double place, const char *text), FILE *out)
{
    const double step = svg_tick_step(high - low, most);
    const long last = (long)floor(high / step + 1e-9);
    for (long i = (long)ceil(low / step - 1e-9); i <= last; i++) {
        char text[32];
        svg_number(text, sizeof text, (double)i * step);
        put(out, ((double)i * step - low) / (high - low), text);
    }
}

static void tick_x(FILE *out, double place, const char *text)
{
    const double x = LEFT + SIDE * place;
    fprintf(out, "<path class=\"frame\" d=\"M%.1f,%dv6\"/>\n", x, TOP + SIDE);
    svg_text(out, x, TOP + SIDE + 21, "text-anchor=\"middle\"", text);
}

static void tick_y(FILE *out, double place, const char *text)
{
    const double y = TOP + SIDE * place;
    fprintf(out, "<path class=\"frame\" d=\"M%d,%.1fh-6\"/>\n", LEFT, y);
    svg_text(out, LEFT - 10, y + 4.5, "text-anchor=\"end\"", text);
}

static void tick_bar(FILE *out, double place, const char *text)
{
    const double y = TOP + SIDE * (1 - place);
    fprintf(out, "<path class=\"frame\" d=\"M%d,%.1fh6\"/>\n", BAR_LEFT + BAR_WIDTH, y);
    svg_text(out, BAR_LEFT + BAR_WIDTH + 10, y + 4.5, "", text);
}

static void put_bar(const struct heat *h, FILE *out)
{
    const double step = (double)SIDE / COLOURS;
    fputs("<g shape-rendering=\"crispEdges\">\n", out);
    for (int i = 0; i < COLOURS; i++)
        fprintf(out, "<rect x=\"%d\" y=\"%g\" width=\"%d\" height=\"%g\" fill=\"#%06x\"/>\n",
                BAR_LEFT, TOP + SIDE - (i + 1) * step, BAR_WIDTH, step, colour_of(i));
    fprintf(out, "</g>\n<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
            BAR_LEFT, TOP, BAR_WIDTH, SIDE);
    each_tick(h->low, h->high, 8, tick_bar, out);
}

void heat_draw(const struct heat *h, FILE *out)
{
    svg_begin(out, WIDTH, HEIGHT, h->title);
    svg_titles(out, LEFT, WIDTH, h->title, h->subtitle);
    put_cells(h, out);
    each_tick(h->x.low, h->x.high, 8, tick_x, out);
    each_tick(h->y.low, h->y.high, 8, tick_y, out);
    put_bar(h, out);
    svg_text(out, LEFT + SIDE / 2.0, HEIGHT - 18, "text-anchor=\"middle\"", h->x.title);
    svg_text_upwards(out, 24, TOP + SIDE / 2, h->y.title);
    svg_text_upwards(out, WIDTH - 30, TOP + SIDE / 2, h->bar_title);
    fputs("</svg>\n", out);
}
