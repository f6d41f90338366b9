"""Who may ask the studio: only the browser that opened its link, under its own address, from its own page."""

from pathlib import Path

import pytest

from doxa.app.commands import pages as command
from doxa.errors import UsageError
from studio.asking import HOST, OWN, PORT, Application

SHELF = "/api/shelf"


@pytest.fixture
def application(tmp_path: Path) -> Application:
    return Application(tmp_path)


@pytest.fixture
def known(application: Application) -> dict[str, str]:
    return {"host": HOST, "cookie": application.cookie, "x-doxa-key": application.access.key}


def test_its_own_page_is_answered(application: Application) -> None:
    assert application.ask(SHELF).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        "localhost:9",
        "localhost",
        "127.0.0.1",
        f"127.0.0.1.nip.io:{PORT}",
        "",
        "[::1]",
        f"[::1]:{PORT}",
        f"LOCALHOST:{PORT}",
        f"localhost.:{PORT}",
        f"127.0.0.1.:{PORT}",
        f"0.0.0.0:{PORT}",
        f"127.1:{PORT}",
        f"2130706433:{PORT}",
        f"127.0.0.1:{PORT}@evil.example",
        f"127.0.0.1:0{PORT}",
        f" 127.0.0.1:{PORT}",
    ],
)
def test_another_host_is_refused_for_every_address(application: Application, host: str) -> None:
    for path in ("/", "/page/studio.js", SHELF, f"/launch/{application.access.token}"):
        assert application.ask(path, headers={"host": host, "cookie": application.cookie}).status == 421, path
    assert application.access.use(application.access.token), "a refused host must not use the link up"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9", f"https://{HOST}"])
def test_another_origin_is_refused(application: Application, known: dict[str, str], origin: str) -> None:
    assert application.ask(SHELF, headers=known | {"origin": origin}).status == 403


@pytest.mark.parametrize(
    ("site", "status"), [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)]
)
def test_another_site_is_refused(application: Application, known: dict[str, str], site: str, status: int) -> None:
    headers = known | {"sec-fetch-site": site, "sec-fetch-dest": "document"}
    assert application.ask(SHELF, headers=headers).status == status


@pytest.mark.parametrize("missing", ["origin", "x-doxa", "x-doxa-key", "cookie", "content-type"])
def test_a_write_needs_origin_header_and_json(application: Application, known: dict[str, str], missing: str) -> None:
    whole = known | OWN
    assert application.ask("/api/draft", "POST", {"text": ""}, whole).status == 200
    kept = {name: value for name, value in whole.items() if name != missing}
    assert application.ask("/api/draft", "POST", {"text": ""}, kept).status == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_a_form_can_send_is_refused(application: Application, known: dict[str, str], kind: str) -> None:
    headers = known | OWN | {"content-type": kind}
    assert application.ask("/api/begin", "POST", {"text": "x"}, headers).status == 403


def test_nobody_is_answered_without_the_cookie(application: Application) -> None:
    for cookie in ("", f"{application.access.cookie}=guess", f"doxa_1={application.access.session}"):
        for path in ("/", "/page/studio.js", SHELF):
            assert application.ask(path, headers={"host": HOST, "cookie": cookie}).status == 403


def test_a_cookie_that_another_port_of_this_machine_learned_opens_nothing(application: Application) -> None:
    for key in ({}, {"x-doxa-key": "guess"}, {"x-doxa-key": ""}):
        stolen = {**OWN, "cookie": application.cookie, **key}
        assert application.ask(SHELF, headers=stolen).status == 403
        assert application.ask("/api/runs/0/events?key=guess", headers=stolen).status == 403
        assert application.ask("/exhibits/0", headers=stolen).status == 403
        assert application.ask("/api/draft", "POST", {"text": ""}, stolen).status == 403
    assert (
        application.ask(f"{SHELF}?key={application.access.key}", headers={**OWN, "cookie": application.cookie}).status
        == 200
    )


@pytest.mark.parametrize("destination", ["iframe", "frame", "embed", "object", "image", "script", "style", "empty"])
def test_an_address_that_is_no_page_of_its_own_is_not_answered_without_its_site(
    application: Application, known: dict[str, str], destination: str
) -> None:
    assert application.ask("/", headers=known | {"sec-fetch-site": "none", "sec-fetch-dest": destination}).status == 403


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"])
def test_no_other_method_writes_or_asks_for_permission(application: Application, method: str) -> None:
    answer = application.ask("/api/begin", method, {"text": "x"}, {**OWN, "origin": "http://evil.example"})
    assert answer.status == 403
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_the_link_opens_it_once_and_another_follows(application: Application) -> None:
    links: list[str] = []
    application.access.tell = links.append
    path = f"/launch/{application.access.token}"
    first = application.ask(path, headers={"host": HOST})
    assert first.status == 303
    assert first.headers["location"] == f"/#key={application.access.key}"
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert application.ask(path, headers={"host": HOST}).status == 403
    assert links == [application.access.link]
    assert path not in links[0]


def test_every_answer_forbids_frames_other_scripts_and_guessing(application: Application) -> None:
    answers = [
        application.ask("/"),
        application.ask("/page/studio.js"),
        application.ask(SHELF),
        application.ask("/nowhere"),
        application.ask("/api/runs/0/view"),
        application.ask("/api/draft"),
        application.ask("/api/draft", "POST", b"{"),
        application.ask("/api/draft", "POST", {"text": "x" * 10}),
        application.ask("/launch/used"),
        application.ask(SHELF, headers={"host": "evil"}),
        application.ask(SHELF, headers={"host": HOST}),
    ]
    assert {answer.status for answer in answers} == {200, 400, 403, 404, 405, 421}
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    [
        "/page/%252e%252e/server.py",
        "/page/../server.py",
        "/page/studio.html",
        "/page/%2e%2e/server.py",
        "/page/server.py",
        "/secret.txt",
        "/exhibits/%252e%252e%252fsecret.html",
        "/run/../../secret.txt",
        "//secret.txt",
        "/page//etc/passwd",
        "/page/studio.js%00.css",
        "/api/runs/../shelf",
        "/api/scenarios/../../../../etc/passwd",
        "/api/scenarios//etc/passwd",
        "/api/commands/../1",
        "/api/runs/..%2f..%2f/view",
    ],
)
def test_paths_that_go_elsewhere_go_nowhere(application: Application, tmp_path: Path, path: str) -> None:
    for file in (tmp_path / "secret.txt", tmp_path / "secret.html"):
        file.write_text("hidden words")
    answer = application.ask(path)
    assert answer.status in (400, 404)
    assert b"hidden words" not in answer.body
    assert b"root:" not in answer.body


@pytest.mark.parametrize("package", ["starlette", "tomlkit", "uvicorn"])
def test_without_a_package_of_its_own_it_says_what_to_install(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == package else object())
    with pytest.raises(UsageError, match=f"the studio needs {package}") as caught:
        command.studio(tmp_path)
    assert "doxa[studio]" in caught.value.hint
    assert "make studio" in caught.value.hint
