"""The address that the welcome screen shows."""

import ipaddress

from server.address import own_address, table_address


def test_a_page_asked_for_by_its_real_name_keeps_it() -> None:
    assert table_address("pizza.local:8000", "http") == "http://pizza.local:8000"
    assert table_address("192.168.1.20", "https") == "https://192.168.1.20"


def test_a_page_on_the_table_itself_is_told_the_address_for_the_others() -> None:
    own = own_address()
    for asked in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        name = asked.rpartition(":")[0].strip("[]") if own is None else own
        assert table_address(asked, "http") == f"http://{name}:8000"


def test_a_loopback_page_on_the_standard_port_names_no_port() -> None:
    own = own_address()
    assert table_address("localhost", "http") == f"http://{own or 'localhost'}"


def test_the_own_address_is_one_or_nothing() -> None:
    own = own_address()
    assert own is None or not ipaddress.ip_address(own).is_unspecified
