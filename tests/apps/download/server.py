"""Serves the files of a folder, with the faults of real servers: server.py FOLDER. Prints its port, then a line for each request.

  /whole/NAME       the file, or the part that Range requests
  /cut/NAME         half of the requested bytes, the first time
  /forgetful/NAME   the same, but Range is ignored
  /other/NAME       half, the first time; then a range that was not requested; then as /whole
  /busy/NAME        503, the first time
  /missing/NAME     404
  /moved/NAME       a redirect to /whole/NAME; /away/NAME to ftp:, /circle/NAME to itself
  /wrong/NAME       the same number of different bytes
  /stalled/NAME     half of the file, and then nothing
"""
import http.server
import os
import re
import sys
import time

FOLDER = sys.argv[1]
SEEN = {}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked = re.match(r"bytes=(\d+)-$", self.headers.get("Range", ""))
        begin = int(asked[1]) if asked else 0
        print(self.path, begin, flush=True)
        _, mode, name = self.path.split("/")
        SEEN[self.path] = SEEN.get(self.path, 0) + 1
        first = SEEN[self.path] == 1
        moved = {"moved": f"/whole/{name}", "away": f"ftp://127.0.0.1/{name}", "circle": self.path}
        if mode in moved:
            self.answer(302, {"Location": moved[mode], "Content-Length": "0"})
        elif mode == "missing" or (mode == "busy" and first):
            self.answer(404 if mode == "missing" else 503, {"Content-Length": "5"})
            self.wfile.write(b"page\n")
        else:
            self.send_file(mode, name, begin if mode != "forgetful" else 0, first)

    def send_file(self, mode, name, begin, first):
        with open(os.path.join(FOLDER, name), "rb") as file:
            text = file.read()
        if mode == "wrong":
            text = bytes(byte ^ 1 for byte in text)
        if begin > 0 and begin >= len(text):
            return self.answer(416, {"Content-Length": "0"})
        if mode == "other" and SEEN[self.path] == 2:
            begin -= 1
        rest = text[begin:]
        headers = {"Content-Length": str(len(rest))}
        if begin > 0:
            headers["Content-Range"] = f"bytes {begin}-{len(text) - 1}/{len(text)}"
        self.answer(206 if begin > 0 else 200, headers)
        is_cut = mode == "stalled" or (mode in ("cut", "forgetful", "other") and first)
        self.wfile.write(rest[: len(rest) // 2] if is_cut else rest)
        self.wfile.flush()
        if mode == "stalled":
            time.sleep(600)

    def answer(self, status, headers):
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
