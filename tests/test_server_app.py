"""The pages, pictures and their headers."""

import re
import shutil
from pathlib import Path

import pytest
from browser.standin import PICTURE, StandInSimulation, StandInTable
from flask.testing import FlaskClient

from server import app as app_module
from server.app import build_of, create_app
from server.pins import Pins

STATIC = Path(app_module.__file__).parent / "static"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(StandInTable(), Pins(tmp_path / "pin.json")).app.test_client()


@pytest.fixture
def simulated(tmp_path: Path) -> FlaskClient:
    table = StandInTable(simulated=True)
    return create_app(table, Pins(tmp_path / "pin.json"), StandInSimulation()).app.test_client()


@pytest.mark.parametrize("path", ["/", "/table", "/referee"])
def test_every_page_loads_its_own_module_and_nothing_from_elsewhere(client: FlaskClient, path: str) -> None:
    page = client.get(path, buffered=True)
    assert page.status_code == 200
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert links and all(link.startswith("/static/") for link in links)
    for link in links:
        assert client.get(link, buffered=True).status_code == 200, link


def test_the_simulated_table_has_a_page_and_a_picture(simulated: FlaskClient) -> None:
    assert simulated.get("/sim").status_code == 200
    picture = simulated.get("/sim/picture.jpg?v=3")
    assert (picture.mimetype, picture.data) == ("image/jpeg", PICTURE)


def test_a_real_table_has_no_simulation(client: FlaskClient) -> None:
    assert client.get("/sim").status_code == 404
    assert client.get("/sim/picture.jpg").status_code == 404


def test_a_verdict_picture_is_served_and_revalidated(client: FlaskClient) -> None:
    picture = client.get("/picture/v17.jpg", buffered=True)
    assert (picture.status_code, picture.mimetype, picture.data) == (200, "image/jpeg", PICTURE)
    again = client.get("/picture/v17.jpg", headers={"If-None-Match": picture.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("name", ["unknown", "..%2f..%2fetc%2fpasswd", "a.b", "x" * 65, "é"])
def test_a_picture_that_is_none_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/picture/{name}.jpg").status_code == 404


def test_nothing_is_kept_without_asking_again(client: FlaskClient) -> None:
    for path in ("/table", "/static/table/main.js", "/static/style/tokens.css", "/picture/v17.jpg"):
        response = client.get(path, buffered=True)
        assert response.headers["Cache-Control"] == "no-cache"
    module = client.get("/static/table/main.js", buffered=True)
    assert (
        client.get(
            "/static/table/main.js", headers={"If-None-Match": module.headers["ETag"]}, buffered=True
        ).status_code
        == 304
    )


def test_pages_may_run_and_load_only_what_comes_from_the_table(client: FlaskClient) -> None:
    policy = client.get("/table", buffered=True).headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'")
    assert "unsafe" not in policy and "http" not in policy


def test_the_address_for_the_referee_is_told(client: FlaskClient) -> None:
    answer = client.get("/address.json", headers={"Host": "pizza.local:8000"}).get_json()
    assert answer == {"address": "http://pizza.local:8000"}


def test_a_changed_module_is_another_build(tmp_path: Path) -> None:
    for part in ("static", "templates"):
        shutil.copytree(STATIC.parent / part, tmp_path / part)
    before = build_of(tmp_path)
    assert before == build_of(STATIC.parent)
    (tmp_path / "static" / "table" / "main.js").write_text("changed")
    assert build_of(tmp_path) != before


def test_our_modules_and_styles_name_no_other_host() -> None:
    ours = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    texts = {path: path.read_text() for path in ours if "vendor" not in path.parts}
    assert len(texts) > 20
    for path, text in texts.items():
        hosts = set(re.findall(r"https?://([\w.:]+)", text)) - {"www.w3.org", "localhost:8000"}
        assert not hosts, f"{path} names {hosts}"


def test_no_module_is_longer_than_a_person_reads_in_one_go() -> None:
    for path in STATIC.rglob("*.js"):
        assert "vendor" in path.parts or len(path.read_text().splitlines()) <= 300, path
