"""The documentation site: every page is in its navigation, links lead on, every scenario is in the gallery."""

import tomllib

import pytest
from website.checks import faults_of
from website.gallery import gallery_entries, gallery_page
from website.navigation import CONTENTS, missing_pages, sections, site_navigation, title_of
from website.reference import reference_page
from website.settings import describe_source, site_settings
from website.staging import BrokenLinkError, new_target, places, rewrite_links, stage_pages

import doxa
from docs.pages import ROOT
from doxa.experiments.shipped import builtin_scenarios

TEXT = (ROOT / CONTENTS).read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation():
    assert missing_pages(TEXT) == [], f"give each a row in {CONTENTS}"


def test_a_page_without_a_row_is_named():
    assert missing_pages(TEXT.replace("](feeds.md)", "]()")) == ["docs/feeds.md"]


def test_a_page_under_no_heading_is_named():
    assert "docs/feeds.md" in missing_pages("# Documentation\n\n[feeds](feeds.md)\n\n## Begin\n")


def test_the_settings_have_the_navigation_with_the_titles_of_the_pages():
    written = tomllib.loads(site_settings(site_navigation(TEXT)))["project"]
    assert written["site_url"] == "https://doxa-lab.github.io/doxa/"
    navigation = {title: pages for entry in written["nav"] for title, pages in entry.items()}
    assert navigation["doxa"] == "index.md"
    assert list(navigation)[2:-2] == [title for title, _ in sections(TEXT)]
    assert {"Social feeds": "feeds.md"} in navigation["Ways of deliberating"]
    assert title_of("docs/feeds.md") == "Social feeds"


def test_every_page_can_be_staged_and_none_links_out_of_the_site_by_path(tmp_path):
    stage_pages(tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()} == set(
        places().values()
    )
    assert [page.name for page in tmp_path.rglob("*.md") if "](../../" in page.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("target", "page", "place"),
    [
        ("docs/feeds.md#the-rule", "README.md", "feeds.md#the-rule"),
        ("../README.md", "docs/index.md", "index.md"),
        ("../fidelity.md", "docs/papers/simswarm.md", "../fidelity.md"),
        ("../src/doxa/errors.py", "docs/feeds.md", "https://github.com/doxa-lab/doxa/blob/main/src/doxa/errors.py"),
        ("../tests", "docs/feeds.md", "https://github.com/doxa-lab/doxa/tree/main/tests"),
        ("https://example.org/x.md", "docs/feeds.md", "https://example.org/x.md"),
        ("#the-rule", "docs/feeds.md", "#the-rule"),
    ],
)
def test_a_link_leads_to_the_site_or_to_the_repository(target, page, place):
    assert new_target(target, page, places()) == place


def test_a_link_to_nothing_is_refused_with_both_ends():
    with pytest.raises(BrokenLinkError, match=r"docs/feeds\.md links to no\.md, and there is no docs/no\.md"):
        new_target("no.md", "docs/feeds.md", places())


def test_code_and_pictures_within_links_keep_their_words():
    placed = places()
    assert rewrite_links("`[a](b.md)`\n\n```\n[a](b.md)\n```\n", "README.md", placed).count("[a](b.md)") == 2
    nested = "[![Look](docs/report.png)](docs/feeds.md)"
    assert rewrite_links(nested, "README.md", placed) == "[![Look](report.png)](feeds.md)"


def test_the_gallery_has_every_scenario_with_its_command(tmp_path):
    entries = gallery_entries()
    assert [entry.name for entry in entries] == sorted(builtin_scenarios())
    (tmp_path / "land-light.png").touch()
    page = gallery_page(entries, tmp_path)
    assert "doxa run million --set script.listeners=20_000\n" in page
    assert "(gallery/land-light.png#only-light)" in page
    assert page.count(".png") == 1


def test_the_reference_has_every_public_name():
    entries = {line.rpartition(".")[2] for line in reference_page().splitlines() if line.startswith("::: ")}
    assert entries == {name for name in (*dir(doxa), *dir(doxa.plugin)) if not name.startswith("_")}


PAGE = """<html><head><link rel="canonical" href="https://example.org/"><link rel="stylesheet" href="extra.css">
<link rel="icon" href="data:image/png;base64,AA"></head><body><a href="https://example.org/x">x</a>%s</body></html>"""


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<img src="report.png"><img src="/doxa/report.png">', None),
        ('<img src="https://img.shields.io/badge.svg">', "loads https://img.shields.io/badge.svg from another host"),
        ('<script src="//unpkg.com/x.js"></script>', "loads //unpkg.com/x.js from another host"),
        ('<link rel="preconnect" href="https://fonts.gstatic.com">', "loads https://fonts.gstatic.com from another"),
        ('<p style="background:url(https://a.org/b.png)">', "loads https://a.org/b.png from another host"),
        ('<img srcset="report.png 1x, http://a.org/2.png 2x">', "loads http://a.org/2.png from another host"),
        ('<img src="gone.png">', "index.html loads gone.png, which is not there"),
    ],
)
def test_a_built_page_loads_nothing_from_other_hosts_and_no_picture_that_is_gone(tmp_path, body, fault):
    (tmp_path / "report.png").touch()
    (tmp_path / "extra.css").write_text("body { color: red }")
    (tmp_path / "index.html").write_text(PAGE % body)
    faults = list(faults_of(tmp_path, "/doxa/"))
    assert len(faults) == (1 if fault else 0)
    assert fault is None or fault in faults[0]


def test_a_style_sheet_loads_nothing_from_other_hosts(tmp_path):
    (tmp_path / "extra.css").write_text('@import "https://fonts.googleapis.com/css?family=X";')
    assert list(faults_of(tmp_path)) == ["extra.css loads https://fonts.googleapis.com/css?family=X from another host"]


def test_the_site_says_where_it_was_written_and_does_not_ask_the_repository_for_its_stars():
    settings = tomllib.loads(site_settings(site_navigation(TEXT)))["project"]
    assert describe_source() in settings["copyright"]
    assert f"version {doxa.__version__}" in settings["copyright"]
    assert "repo_url" not in settings
