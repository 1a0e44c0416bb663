"""Reports of runs over HTTP: listed, shown, and nothing else of the disk."""
import pytest

from reports.documents import folder
from service.api import reports
from tests.service.house import Settings, client_of


@pytest.fixture
def runs(tmp_path):
    for place, title in (("run1/report", "Tiles &amp; boards"), ("strategy-pig", "Pig"), (".hidden/report", "no")):
        (tmp_path / "runs" / place / "plots").mkdir(parents=True)
        (tmp_path / "runs" / place / "report.html").write_text(f"<html><title>{title}</title>")
        (tmp_path / "runs" / place / "plots" / "a.svg").write_text("<svg/>")
    (tmp_path / "runs" / "unfinished").mkdir()
    (tmp_path / "runs" / "run1" / "manifest.json").write_text("{}")
    (tmp_path / "secret.html").write_text("secret")
    (tmp_path / "runs" / "run1" / "report" / "plots" / "link.svg").symlink_to(tmp_path / "secret.html")
    return tmp_path / "runs"


def test_the_folders_are_those_that_reports_are_written_to():
    assert (reports.FOLDER, reports.PAGE) == (folder.FOLDER, folder.PAGE)


def test_runs_with_a_report_are_listed_with_title_and_link(runs):
    client = client_of(Settings(reports=runs))
    found = client.get("/api/v1/reports").json()
    assert [(each["run"], each["title"]) for each in found] == [("run1", "Tiles & boards"), ("strategy-pig", "Pig")]
    for each in found:
        answer = client.get(each["link"])
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert "script-src" not in answer.headers["content-security-policy"]        # so default-src 'none' holds
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert client.get("/api/v1/reports/run1/plots/a.svg").headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize("path", [
    "run1/manifest.json", "run1/report/report.html", "run1/plots/link.svg", "run1/plots/none.svg", "run1/plots/",
    "unfinished/report.html", ".hidden/report.html", "run1/../secret.html", "run1/..%2f..%2fsecret.html",
    "run1/plots/..%2f..%2fmanifest.json", "..%2fruns/report.html", "run1//etc/passwd", "run1/plots/%2e%2e/report.html"])
def test_nothing_else_is_shown(runs, path):
    answer = client_of(Settings(reports=runs)).get(f"/api/v1/reports/{path}")
    assert answer.status_code in (404, 422)
    assert "secret" not in answer.text


def test_without_a_folder_there_are_none(tmp_path):
    for place in (None, tmp_path / "missing"):
        client = client_of(Settings(reports=place))
        assert client.get("/api/v1/reports").json() == []
        assert client.get("/api/v1/reports/run1/report.html").status_code == 404
