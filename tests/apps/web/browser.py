"""A headless browser, driven by chromedriver, and a server for the site that it opens."""
import base64
import contextlib
import functools
import http.server
import json
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element in the WebDriver standard
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]


class Server(contextlib.ExitStack):
    """Serves a folder on this machine."""

    def __init__(self, folder):
        super().__init__()
        handler = functools.partial(QuietHandler, directory=str(folder))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{server.server_port}/"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.callback(server.server_close)
        self.callback(server.shutdown)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Browser(contextlib.ExitStack):
    def __init__(self, chromium, chromedriver):
        super().__init__()
        try:
            self.start(chromium, chromedriver)
        except BaseException:
            self.close()
            raise

    def start(self, chromium, chromedriver):
        profile = self.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        driver = subprocess.Popen([chromedriver, "--port=0"], stdout=subprocess.PIPE, text=True)
        self.callback(driver.stdout.close)
        self.callback(driver.wait)
        self.callback(driver.terminate)
        for line in driver.stdout:
            if "successfully on port " in line:
                port = line.rsplit(" ", 1)[1].strip(".\n")
                self.at = f"http://127.0.0.1:{port}/session"
                break
        wanted = {"goog:chromeOptions": {"binary": chromium, "args": [*ARGUMENTS, f"--user-data-dir={profile}"]},
                  "goog:loggingPrefs": {"browser": "ALL"}}
        self.at += "/" + self.call("", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self.callback(self.call, "", method="DELETE")

    def call(self, path, body=None, method="POST"):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.at + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def devtools(self, command, **parameters):
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, url):
        self.call("/url", {"url": url})

    def run(self, script, *arguments):
        return self.call("/execute/sync", {"script": script, "args": arguments})

    def find(self, selector):
        return self.call("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call(f"/element/{self.find(selector)}/click")

    def type(self, selector, text):
        self.call(f"/element/{self.find(selector)}/value", {"text": text})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def wait(self, condition, seconds=60):
        """Waits until a JavaScript expression is true."""
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {condition}")
            time.sleep(0.05)

    def resize(self, width, height, dark=False):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", features=[scheme])

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("/screenshot", method="GET")))

    def complaints(self):
        """Errors in the console: from scripts, and from violations of the page's policy."""
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]
