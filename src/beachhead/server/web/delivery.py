"""How the page comes to a browser: under addresses that name their content, so that nothing is ever asked for twice.

The page's modules import each other by relative addresses, so all files are served below one folder that is called after all of
them together: `/page/VERSION/js/app.js`. A browser keeps those for good. The document itself is asked for anew each time and
names the version; it also lists the modules that will be needed, so that they come at once and not one after the other as they
are found. The style sheets of the document are sent as one. There is no build step: all of this is made from the files when they
are first asked for, and anew when one of them changes.
"""

from __future__ import annotations

import html
import json
import posixpath
import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from beachhead.server.web.staticfiles import File, Files

START = ("js/app.js", "js/start/start.js")
TABLE = (
    "js/app.js",
    "js/table/tokens.js",
    "js/table/screen.js",
    "js/board/board.js",
    "js/board/trails.js",
    "js/panels/log.js",
    "js/start/savedMatches.js",
)
"""The modules from which the start page and a table begin. What they import is found by reading them."""
SHEET = "css/all.css"
"""All style sheets of the document in one. There is no such file."""
WORKER = "service-worker.js"
NOT_KEPT = ("index.html", WORKER, "manifest.webmanifest", "icons/")
"""What a service worker need not keep: the browser fetches it for itself."""
FILLED = '{ version: "", files: [] }'
"""Where the service worker's script is told what to keep."""
FAREWELL = """\
// This server keeps nothing in browsers (--no-offline): a worker from before takes its leave.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("beachhead-")) await caches.delete(name);
  await self.registration.unregister();
})()));
"""
_IMPORT = re.compile(r"""^\s*(?:import|export)\b[^"';]*?["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
_STYLESHEET = re.compile(r'[ \t]*<link rel="stylesheet" href="/static/([^"]+)">\n')
_MODULES = "  <!-- modules -->\n"
DOCUMENTS = 64
"""Documents that are kept ready."""


class Delivery:
    """The page as it is sent."""

    def __init__(self, files: Files, *, offline: bool = True) -> None:
        self.files = files
        self.offline = offline
        self._of = ""
        self._documents: OrderedDict[tuple[str, ...], File] = OrderedDict()
        self._made: dict[str, File] = {}

    @property
    def version(self) -> str:
        """The version of the page; whatever was made for another one is thrown away."""
        version = self.files.version
        if version != self._of:
            self._of = version
            self._documents.clear()
            self._made.clear()
        return version

    def file(self, version: str, name: str) -> File | None:
        """A file of this version of the page; None for any other version: old and new modules do not mix."""
        if version != self.version:
            return None
        return self._sheet() if name == SHEET else self.files.get(name)

    def document(self, entries: Sequence[str], fetched: Iterable[str] = ()) -> File:
        """The document, with the modules that follow from these, and addresses that will be fetched."""
        version = self.version
        key = (*entries, "", *fetched)
        found = self._documents.get(key)
        if found is None:
            text = self._document(version, entries, key[len(entries) + 1 :])
            found = self._documents[key] = File.of("index.html", text.encode())
            if len(self._documents) > DOCUMENTS:
                self._documents.popitem(last=False)
        return found

    def _document(self, version: str, entries: Sequence[str], fetched: Sequence[str]) -> str:
        text = self._text("index.html")
        first = _STYLESHEET.search(text)
        if first:
            one = f'  <link rel="stylesheet" href="/static/{SHEET}">\n'
            text = text[: first.start()] + one + _STYLESHEET.sub("", text[first.start() :])
        lines = [f'  <link rel="modulepreload" href="/static/{name}">\n' for name in self.imported(entries)]
        lines += [f'  <link rel="preload" href="{html.escape(one)}" as="fetch" crossorigin>\n' for one in fetched]
        text = text.replace(_MODULES, "".join(lines)).replace('"/static/', f'"/page/{version}/')
        return text if self.offline else text.replace("<html ", '<html data-offline="no" ', 1)

    def imported(self, entries: Iterable[str]) -> list[str]:
        """These modules and all that they import, each once."""
        found: dict[str, None] = {}
        waiting = list(entries)[::-1]
        while waiting:
            name = waiting.pop()
            if name in found or self.files.get(name) is None:
                continue
            found[name] = None
            folder = posixpath.dirname(name)
            waiting += [posixpath.normpath(posixpath.join(folder, other)) for other in _IMPORT.findall(self._text(name))][::-1]
        return list(found)

    def worker(self) -> File:
        """The script of the service worker, which names the version and the files that it keeps."""
        version = self.version
        if not self.offline:
            return File.of(WORKER, FAREWELL.encode())
        if WORKER not in self._made:
            sheets = set(_STYLESHEET.findall(self._text("index.html")))
            names = [name for name in self.files.names() if name not in sheets and not name.startswith(NOT_KEPT)]
            kept = {"version": version, "files": [f"/page/{version}/{name}" for name in [SHEET, *names]]}
            self._made[WORKER] = File.of(WORKER, self._text(WORKER).replace(FILLED, json.dumps(kept)).encode())
        return self._made[WORKER]

    def _sheet(self) -> File:
        if SHEET not in self._made:
            names = _STYLESHEET.findall(self._text("index.html"))
            self._made[SHEET] = File.of(SHEET, "\n".join(self._text(name) for name in names).encode())
        return self._made[SHEET]

    def _text(self, name: str) -> str:
        file = self.files.get(name)
        return "" if file is None else file.body.decode()
