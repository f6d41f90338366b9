"""doxa's own conformance test, run over this model and a service on this machine that says the same to everybody."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from doxa_sibyl import URL

from doxa.plugin import check

WORDS = "Fines for staying at home fall on the poor."


class Service(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = json.dumps({"claims": []}) if asked["schema"] else WORDS
        reply = {"text": text, "finish": "stop", "tokens_in": 100, "tokens_out": 10, "model": "small-1"}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def log_message(self, *words: object) -> None:
        """Be silent."""


def test_conforms() -> None:
    os.environ["no_proxy"] = "127.0.0.1"
    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as service:
        Thread(target=service.serve_forever, daemon=True).start()
        os.environ[URL] = f"http://127.0.0.1:{service.server_port}"
        check("sibyl:small")
        service.shutdown()
