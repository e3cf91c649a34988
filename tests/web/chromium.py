# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven by its DevTools protocol over a pair of pipes: no port, no driver, no package but the browser."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Failed(Exception):
    """The browser, or a script in it, said no."""


def find():
    """The browser's path, or None."""
    return shutil.which(os.environ.get("CHROMIUM", "chromium"))


class Chromium:
    """One browser with one page. `with Chromium() as page:` ends it and removes its profile."""

    def __init__(self, *flags, width=1000, height=900):
        self.profile = tempfile.mkdtemp(prefix="stet-chromium-")
        self.downloads = os.path.join(self.profile, "downloads")
        command_in, self.to = os.pipe()
        self.back, answer_out = os.pipe()
        # --no-sandbox: root may not use the sandbox. --disable-dev-shm-usage: /dev/shm of a container is small.
        command = [find(), "--headless", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "--disable-gpu",
                   "--disable-dev-shm-usage", "--no-first-run", "--disable-component-update", "--disable-background-networking",
                   "--disable-sync", "--hide-scrollbars", "--force-device-scale-factor=1", "--lang=en-US", *flags]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        # The browser reads commands from descriptor 3 and writes answers to 4; the shell puts ours there.
        shell = f'exec "$@" 3<&{command_in} 4>&{answer_out}'
        self.log = open(os.path.join(self.profile, "stderr"), "w+b")
        self.process = subprocess.Popen(["bash", "-c", shell, "chromium", *command], pass_fds=(command_in, answer_out),
                                        stdout=self.log, stderr=self.log)
        os.close(command_in)
        os.close(answer_out)
        self.rest, self.number, self.session, self.events, self.requests = b"", 0, None, [], []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(domain + ".enable")
        self.size(width, height)
        self.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.to)  # it ends when nobody can command it
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.back)
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def _message(self, deadline):
        """The next message, or None at the deadline."""
        while b"\0" not in self.rest:
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select([self.back], [], [], wait)[0]:
                return None
            piece = os.read(self.back, 1 << 20)
            if not piece:
                self.log.seek(0)
                raise Failed("Chromium ended: " + self.log.read()[-2000:].decode(errors="replace"))
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, _timeout=60, **params):
        """Give a command and return its result; events that come meanwhile are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        deadline = time.monotonic() + _timeout
        while (answer := self._message(deadline)) is not None:
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._keep(answer)
        raise Failed(f"{method}: no answer in {_timeout} s")

    def _keep(self, event):
        if event.get("method") == "Network.requestWillBeSent":
            self.requests.append(event["params"]["request"]["url"])
        elif "method" in event:
            self.events.append(event)

    def longest_task(self, timeout=60):
        """End the trace of category toplevel that runs, and return the most processor time, in seconds, that one task of a
        page's main thread took: not the time by the clock, in which other programs run too."""
        self.send("Tracing.end")
        deadline = time.monotonic() + timeout
        while not any(e["method"] == "Tracing.tracingComplete" for e in self.events):
            message = self._message(deadline)
            if message is None:
                raise Failed(f"no trace in {timeout} s")
            self._keep(message)
        trace = [item for e in self.events if e["method"] == "Tracing.dataCollected" for item in e["params"]["value"]]
        self.events = [e for e in self.events if not e["method"].startswith("Tracing.")]
        main = {(t["pid"], t["tid"]) for t in trace if t["name"] == "thread_name" and t["args"]["name"] == "CrRendererMain"}
        tasks = [t["tdur"] for t in trace if (t["pid"], t["tid"]) in main and "tdur" in t]
        if not tasks:
            raise Failed("the trace has no task of a page")
        return max(tasks) / 1e6

    def size(self, width, height):
        """The size of the view in CSS pixels, on a screen of as many pixels."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def color_scheme(self, scheme):
        """"dark" or "light"."""
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, url):
        """Load a page and wait until it is."""
        error = self.send("Page.navigate", url=url).get("errorText")
        if error:
            raise Failed(f"{url}: {error}")
        self.until("document.readyState == 'complete'")

    def run(self, script, timeout=60):
        """The value of an expression in the page; a promise is waited for."""
        result = self.send("Runtime.evaluate", _timeout=timeout, expression=script, awaitPromise=True, returnByValue=True,
                           userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failed(f"{script}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def until(self, script, timeout=60):
        """Wait until an expression is true, and return its value."""
        deadline = time.monotonic() + timeout
        while True:
            value = self.run(script)
            if value:
                return value
            if time.monotonic() > deadline:
                raise Failed(f"not true in {timeout} s: {script}")
            time.sleep(0.01)

    def files(self, selector, *paths):
        """Choose files in an <input type=file>."""
        document = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        if not node:
            raise Failed(f"no element {selector}")
        self.send("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def drop(self, selector, *paths):
        """Drop files on the middle of an element, as a person does."""
        box = self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{block: "center"}}); const b = e.getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2] }})()""")
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.send("Input.dispatchDragEvent", type=kind, x=box[0], y=box[1], data=data)

    def key(self, key, code=None, text=None, modifiers=0):
        """Press and release one key."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        common = {"key": key, "code": code or key, "windowsVirtualKeyCode": codes.get(key, 0), "modifiers": modifiers}
        text = text or {"Enter": "\r", " ": " "}.get(key)
        self.send("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def write(self, text):
        """Type text into what has the focus."""
        self.send("Input.insertText", text=text)

    def screenshot(self, path, first, last):
        """A PNG of the page in its whole width, from the top of one element to the bottom of another."""
        top, bottom, width = self.run(f"""(() => {{ const box = s => document.querySelector(s).getBoundingClientRect();
            return [box({json.dumps(first)}).top + scrollY, box({json.dumps(last)}).bottom + scrollY, innerWidth] }})()""")
        clip = {"x": 0, "y": max(0, round(top) - 12), "width": width, "height": round(bottom - top) + 24, "scale": 1}
        data = self.send("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the browser had to complain about since the last call: exceptions, errors, refused requests."""
        found = []
        for event in self.events:
            what = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                details = what["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif event["method"] == "Log.entryAdded" and what["entry"]["level"] == "error":
                found.append(what["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and what["type"] == "error":
                found.append(" ".join(str(a.get("value", a.get("description"))) for a in what["args"]))
        self.events = []
        return found
