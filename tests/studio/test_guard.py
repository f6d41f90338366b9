"""Who may ask the studio: only the browser that opened its link, under its own address, from its own page."""

from pathlib import Path

import pytest

from doxa.app.commands import studio as command
from doxa.errors import UsageError
from studio.asking import HOST, OWN, PORT, Application

SHELF = "/api/shelf"


@pytest.fixture
def application(tmp_path: Path) -> Application:
    return Application(tmp_path)


def test_its_own_page_is_answered(application: Application) -> None:
    assert application.ask(SHELF).status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", f"evil.example:{PORT}", "localhost:9", "127.0.0.1", f"127.0.0.1.nip.io:{PORT}", "", "[::1]"],
)
def test_another_host_is_refused_for_every_address(application: Application, host: str) -> None:
    for path in ("/", "/page/studio.js", SHELF, f"/launch/{application.access.token}"):
        answer = application.ask(path, headers={"host": host, "cookie": application.cookie})
        assert answer.status == 421, path
    assert application.access.use(application.access.token), "a refused host must not use the link up"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9", f"https://{HOST}"])
def test_another_origin_is_refused(application: Application, origin: str) -> None:
    headers = {"host": HOST, "cookie": application.cookie, "origin": origin}
    assert application.ask(SHELF, headers=headers).status == 403


@pytest.mark.parametrize(
    ("site", "status"), [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)]
)
def test_another_site_is_refused(application: Application, site: str, status: int) -> None:
    headers = {"host": HOST, "cookie": application.cookie, "sec-fetch-site": site, "sec-fetch-dest": "document"}
    assert application.ask(SHELF, headers=headers).status == status


@pytest.mark.parametrize("missing", ["origin", "x-doxa", "content-type"])
def test_a_write_needs_origin_header_and_json(application: Application, missing: str) -> None:
    whole = {**OWN, "cookie": application.cookie}
    assert application.ask("/api/draft", "POST", {"text": ""}, whole).status == 200
    kept = {name: value for name, value in whole.items() if name != missing}
    assert application.ask("/api/draft", "POST", {"text": ""}, kept).status == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_a_form_can_send_is_refused(application: Application, kind: str) -> None:
    headers = {**OWN, "cookie": application.cookie, "content-type": kind}
    assert application.ask("/api/begin", "POST", {"text": "x"}, headers).status == 403


def test_nobody_is_answered_without_the_cookie(application: Application) -> None:
    for cookie in ("", f"{application.access.cookie}=guess", f"doxa_1={application.access.session}"):
        for path in ("/", "/page/studio.js", SHELF):
            assert application.ask(path, headers={"host": HOST, "cookie": cookie}).status == 403


def test_the_link_opens_it_once_and_another_follows(application: Application) -> None:
    links: list[str] = []
    application.access.tell = links.append
    path = f"/launch/{application.access.token}"
    first = application.ask(path, headers={"host": HOST})
    assert first.status == 303
    assert first.headers["location"] == "/"
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert application.ask(path, headers={"host": HOST}).status == 403
    assert links == [application.access.link]
    assert path not in links[0]


def test_every_answer_forbids_frames_other_scripts_and_guessing(application: Application) -> None:
    for answer in (application.ask("/"), application.ask(SHELF), application.ask(SHELF, headers={"host": "evil"})):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


def test_nothing_but_the_page_s_files_has_an_address(application: Application, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    for path in ("/page/../server.py", "/page/studio.html", "/page/%2e%2e/server.py", "/secret.txt", "/page/server.py"):
        answer = application.ask(path)
        assert answer.status == 404
        assert b"secret" not in answer.body


@pytest.mark.parametrize("package", ["starlette", "tomlkit", "uvicorn"])
def test_without_a_package_of_its_own_it_says_what_to_install(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == package else object())
    with pytest.raises(UsageError, match=f"the studio needs {package}") as caught:
        command.studio(tmp_path)
    assert "doxa[studio]" in caught.value.hint
    assert "make studio" in caught.value.hint
