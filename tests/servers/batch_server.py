"""The batch interfaces of OpenAI, Anthropic and Google over loopback, beside the live ones of ``OpenAIServer``.

Results come in another order than the requests, some of them twice, and with one that nobody asked for.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from servers.misbehaviour import Reply, http
from servers.openai_server import OpenAIServer, good_answer

Spoil = Callable[[str, int], str]
"""Given a request's id in its batch and how many batches there were before, how it ends: '' is well."""

RPC = {"busy": (8, 429), "wrong": (3, 400)}
ANTHROPICS = {"busy": "rate_limit_error", "wrong": "invalid_request_error", "refused": "invalid_request_error"}
NO_COUNTS = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
MESSAGES = {"busy": "Rate limit reached", "wrong": "is not right", "refused": "violates our content policy"}


class BatchServer(OpenAIServer):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.forget()

    def forget(self) -> None:
        super().forget()
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self.submitted: Counter[str] = Counter()
        """How often each request was taken in a batch, by its id."""
        self.sizes: list[int] = []
        self.looks = 2
        """How often a batch is looked at until it has ended."""
        self.spoil: Spoil = lambda request, before: ""
        self.paths: list[str] = []
        self.watch: Callable[[str, str], None] = lambda path, moment: None
        """Called with each request's path, "before" it is served and "after"."""
        self.lost: dict[str, int] = {}
        """End of a path → how many of its replies are lost, as a server error after the work was done."""

    def reply(self, path: str, body: bytes, key: str) -> Reply:
        self.paths.append(path)
        self.watch(path, "before")
        plain = path.partition("?")[0]
        served = self._serve_batches(plain, body)
        reply = super().reply(path, body, key) if served is None else served
        self.watch(path, "after")
        for end, left in self.lost.items():
            if left and plain.endswith(end) and body:
                self.lost[end] -= 1
                return http("500 Internal Server Error", b'{"error": {"message": "we lost it"}}')
        return reply

    def _serve_batches(self, path: str, body: bytes) -> Reply | None:
        made = None
        if path == "/v1/files":
            boundary = body.split(b"\r\n", 1)[0]
            part = next(part for part in body.split(boundary) if b'filename="' in part)
            id = f"file-{len(self.files)}"
            self.files[id] = part.split(b"\r\n\r\n", 1)[1].removesuffix(b"\r\n")
            made = {"id": id, "object": "file"}
        elif name := re.search(r"/files/([\w-]+)/content$", path):
            return http("200 OK", self.files[name[1]])
        elif path == "/v1/batches" and body:
            made = self._open_openai(json.loads(body))
        elif path == "/v1/messages/batches" and body:
            rows = json.loads(body)["requests"]
            made = self._open("msgbatch", [(row["custom_id"], "/v1/messages", row["params"]) for row in rows])
            made |= {"processing_status": "in_progress", "created_at": "2099-01-01T00:00:00Z", "type": "message_batch"}
            made |= {"expires_at": "2099-01-02T00:00:00Z", "results_url": None}
        elif path == "/upload/v1beta/files":
            url = f"x-goog-upload-url: {self.base_url.removesuffix('/v1')}/upload/{len(self.files)}\r\n"
            return http("200 OK", b"{}", headers=url)
        elif path.startswith("/upload/"):
            file = {"file": {"name": f"files/{path.rpartition('/')[2]}"}}
            self.files[file["file"]["name"]] = body
            return http("200 OK", json.dumps(file).encode(), headers="x-goog-upload-status: final\r\n")
        elif path.endswith(":batchGenerateContent"):
            file = json.loads(body)["batch"]["inputConfig"]["fileName"]
            live = path.replace(":batchGenerateContent", ":generateContent")
            rows = [json.loads(row) for row in self.files[file].splitlines()]
            made = self._open("batches/g", [(row["key"], live, row["request"]) for row in rows])
            made |= {"name": made["id"], "metadata": {"createTime": "2099-01-01T00:00:00Z"}}
            made["metadata"] |= {"state": "BATCH_STATE_PENDING"}
        elif path.endswith(":download"):
            return http("200 OK", self.files[path.rpartition("v1beta/")[2].removesuffix(":download")])
        elif path in ("/v1/batches", "/v1/messages/batches", "/v1beta/batches"):
            listed = [_shown(batch) for batch in reversed(self.batches.values())]
            made = {"operations" if "beta" in path else "data": listed, "has_more": False}
        elif path.endswith("/results"):
            return http("200 OK", self.batches[path.split("/")[-2]]["rows"])
        elif (found := re.sub(r"^/v1(beta)?/(batches/(?!g)|messages/batches/)?", "", path)) in self.batches:
            made = self._look(self.batches[found])
        elif not body:
            return http("404 Not Found", b'{"error": {"message": "there is no such batch"}}')
        return None if made is None else http("200 OK", json.dumps(_shown(made)).encode())

    def _open(self, name: str, rows: list[tuple[str, str, Any]]) -> dict[str, Any]:
        batch: dict[str, Any] = {"id": f"{name}-{len(self.batches)}", "_rows": rows, "_looks": 0}
        batch["_before"] = len(self.batches)
        batch["request_counts"] = NO_COUNTS | {"processing": len(rows)} if name == "msgbatch" else {"total": len(rows)}
        self.batches[batch["id"]] = batch
        self.submitted.update(id for id, _, _ in rows)
        self.sizes.append(len(rows))
        return batch

    def _open_openai(self, asked: dict[str, Any]) -> dict[str, Any]:
        rows = [json.loads(row) for row in self.files[asked["input_file_id"]].splitlines()]
        batch = self._open("batch", [(row["custom_id"], row["url"], row["body"]) for row in rows])
        batch |= {"status": "in_progress", "created_at": 4_000_000_000, "input_file_id": asked["input_file_id"]}
        batch |= {"object": "batch", "endpoint": asked["endpoint"], "completion_window": "24h"}
        batch["request_counts"] |= {"completed": 0, "failed": 0}
        assert {row["url"] for row in rows} == {asked["endpoint"]}
        return batch

    def _look(self, batch: dict[str, Any]) -> dict[str, Any]:
        batch["_looks"] += 1
        if batch["_looks"] >= self.looks and not batch.get("_ended"):
            batch["_ended"] = True
            self._end(batch)
        return batch

    def _end(self, batch: dict[str, Any]) -> None:
        ends = [(id, path, asked, self.spoil(id, batch["_before"])) for id, path, asked in batch["_rows"]]
        if "msgbatch" in batch["id"]:
            rows = [{"custom_id": id, "result": _anthropics_result(path, asked, end)} for id, path, asked, end in ends]
            batch["rows"] = _lines(rows)
            batch |= {"processing_status": "ended", "request_counts": NO_COUNTS | {"succeeded": len(ends)}}
            batch |= {"results_url": f"{self.base_url}/messages/batches/{batch['id']}/results"}
        elif "batches/" in batch["id"]:
            inlined = [_googles_row(id, path, asked, end) for id, path, asked, end in ends if end != "expired"]
            file = f"files/{batch['id']}"
            self.files[file] = _lines(inlined)
            batch["metadata"] |= {"state": "BATCH_STATE_SUCCEEDED", "output": {"responsesFile": file}}
        else:
            out = [_openai_row(id, path, asked, end) for id, path, asked, end in ends]
            self.files[f"{batch['id']}-out"] = _lines([row for row in out if not row.get("error")])
            self.files[f"{batch['id']}-err"] = _lines([row for row in out if row.get("error")])
            batch |= {"status": "completed", "output_file_id": f"{batch['id']}-out"}
            batch["error_file_id"] = f"{batch['id']}-err"


def _shown(batch: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in batch.items() if name[0] != "_" and name != "rows"}


def _disordered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows backwards, the last of them twice, and one that nobody asked for."""
    stranger = [json.loads(json.dumps(row).replace(_id_of(row), "nobody")) for row in rows[:1]]
    return [*rows[::-1], *rows[-1:], *stranger]


def _id_of(row: dict[str, Any]) -> str:
    return str(row.get("custom_id") or row["key"])


def _lines(rows: list[dict[str, Any]]) -> bytes:
    return b"\n".join(json.dumps(row).encode() for row in _disordered(rows))


def _answer(path: str, asked: dict[str, Any]) -> dict[str, Any]:
    return good_answer(path, asked, json.dumps(asked, separators=(",", ":")).encode())


def _openai_row(id: str, path: str, asked: dict[str, Any], end: str) -> dict[str, Any]:
    if end == "expired":
        error = {"code": "batch_expired", "message": "This request could not be executed before the window expired."}
        return {"custom_id": id, "response": None, "error": error}
    if end:
        body = {"error": {"message": MESSAGES[end]}}
        return {"custom_id": id, "response": {"status_code": 429 if end == "busy" else 400, "body": body}}
    return {"custom_id": id, "response": {"status_code": 200, "body": _answer(path, asked)}, "error": None}


def _anthropics_result(path: str, asked: dict[str, Any], end: str) -> dict[str, Any]:
    if end == "expired":
        return {"type": "expired"}
    if end:
        error = {"type": ANTHROPICS[end], "message": MESSAGES[end]}
        return {"type": "errored", "error": {"type": "error", "error": error}}
    return {"type": "succeeded", "message": _answer(path, asked)}


def _googles_row(id: str, path: str, asked: dict[str, Any], end: str) -> dict[str, Any]:
    if end:
        code, _ = RPC.get(end, RPC["wrong"])
        return {"key": id, "error": {"code": code, "message": MESSAGES[end]}}
    return {"key": id, "response": _answer(path, asked)}
