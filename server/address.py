"""The address under which other devices in the house find the table."""

import ipaddress
import socket

# Documentation range of RFC 5737: routed like any far address, and nothing is sent to it.
FAR_AWAY = ("192.0.2.1", 9)


def table_address(asked_host: str, scheme: str) -> str:
    """The table's address as a phone would type it, such as `http://192.168.1.20:8000`.

    `asked_host` is the Host header of the asking page: kept as it is when it is no loopback name.
    """
    name, _, port = asked_host.rpartition(":") if asked_host.rpartition(":")[2].isdigit() else (asked_host, "", "")
    if not _is_loopback(name.strip("[]")):
        return f"{scheme}://{asked_host}"
    own = own_address()
    host = name if own is None else own
    return f"{scheme}://{host}{':' + port if port else ''}"


def own_address() -> str | None:
    """This machine's address in the house's network, None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR_AWAY)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
