"""The page and its files. What may be asked for is listed beforehand, so no request ever becomes a path."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from beachhead.server.clock import Clock

WEB = Path(__file__).parents[2] / "web"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
LOOK_AGAIN = 1.0
"""Seconds between looks at the folder; a file edited while the service runs is served anew."""


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    etag: str
    changed: tuple[int, int]

    @classmethod
    def read(cls, path: Path) -> File:
        """Read and pack it."""
        status = path.stat()
        return cls.of(path.name, path.read_bytes(), (status.st_mtime_ns, status.st_size))

    @classmethod
    def of(cls, name: str, body: bytes, changed: tuple[int, int] = (0, 0)) -> File:
        """A file of that name and content, packed unless its kind is packed already."""
        suffix = Path(name).suffix
        kind = KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        packed = gzip.compress(body, 9) if suffix not in (".png", ".woff2", ".ico") and len(body) > 500 else None
        mark = hashlib.sha256(body).hexdigest()[:20]
        return cls(body, packed, kind, f'"{mark}"', changed)


class Files:
    """The files of a folder by the names under which they are asked for."""

    def __init__(self, clock: Clock, folder: Path = WEB) -> None:
        self._clock = clock
        self._folder = folder
        self._paths: dict[str, Path] = {}
        self._files: dict[str, File] = {}
        self._looked: float | None = None
        self._marked: tuple[tuple[str, int, int], ...] = ()
        self._version = ""

    def _look(self) -> None:
        now = self._clock.now()
        if self._looked is None or now - self._looked > LOOK_AGAIN:
            self._looked = now
            found = self._folder.rglob("*") if self._folder.is_dir() else ()
            self._paths = {
                path.relative_to(self._folder).as_posix(): path
                for path in found
                if path.suffix in KINDS and path.is_file() and not path.is_symlink()
            }

    def get(self, name: str) -> File | None:
        """The file of that name, if it is one of ours."""
        self._look()
        path = self._paths.get(name)
        if path is None:
            return None
        known = self._files.get(name)
        try:
            status = path.stat()
            if known is None or known.changed != (status.st_mtime_ns, status.st_size):
                known = self._files[name] = File.read(path)
        except OSError:
            return None
        return known

    def names(self) -> list[str]:
        """The names of all files."""
        self._look()
        return sorted(self._paths)

    @property
    def version(self) -> str:
        """A mark of all files together: it changes whenever one of them does."""
        self._look()
        marked = []
        for name, path in sorted(self._paths.items()):
            with contextlib.suppress(OSError):
                status = path.stat()
                marked.append((name, status.st_mtime_ns, status.st_size))
        if tuple(marked) != self._marked:
            self._marked = tuple(marked)
            whole = hashlib.sha256()
            for name, *_ in marked:
                file = self.get(name)
                whole.update(f"{name} {file.etag if file else ''}\n".encode())
            self._version = whole.hexdigest()[:16]
        return self._version


FOREVER = "public, max-age=31536000, immutable"
"""For an address whose content never changes, because it names the content."""


def send_kept(
    request: Request, body: bytes, packed: bytes | None, kind: str, etag: str, *, caching: str = "no-cache"
) -> Response:
    """A body with its mark: a browser that has it already is told so, and one that can unpack gets it packed."""
    headers = {"ETag": etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    if etag in [mark.strip().removeprefix("W/") for mark in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, 200, headers | {"Content-Encoding": "gzip"}, kind)
    return Response(body, 200, headers, kind)


def send_file(request: Request, file: File, *, caching: str = "no-cache") -> Response:
    """A file of the page."""
    return send_kept(request, file.body, file.packed, file.kind, file.etag, caching=caching)
