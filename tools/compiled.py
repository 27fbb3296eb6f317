"""Compile the rules with mypyc, from the same source that runs without a compiler.

    python tools/compiled.py            compile into build/compiled, and put the results beside their sources (`make fast`)
    python tools/compiled.py --apart    leave the results in build/compiled: a whole copy of the package to try them in
    python tools/compiled.py --remove   go back to plain Python (`make slow`)
    python tools/compiled.py --missing  say what this machine lacks, if anything

Which modules are compiled is told by `[tool.beachhead.compiled]` in pyproject.toml. Python prefers a compiled module to the
source beside it, so nothing else changes. The copy that the compiler reads has no `@enforces`: a decorated function is called
like any Python object, and that mark is read from the source anyway.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PACKAGE = "beachhead"
WORKSHOP = ROOT / "build" / "compiled"
MARK = "enforces"
STAMP = "compiled.json"
"""In the package, as long as compiled modules lie in it: what their sources looked like (`beachhead.engine.compiled`)."""
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
LEFT_OUT = ("*.so", "*.pyd", "__pycache__", STAMP)


class Trouble(Exception):
    """Something that the person who asked has to put right."""


def missing() -> str | None:
    """What this machine lacks for compiling, in a few words; None if nothing."""
    compiler = (os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "")).split()
    if not compiler or shutil.which(compiler[0]) is None:
        return f"there is no C compiler ({compiler[0] if compiler else 'gcc'})"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "Python's C headers are missing (python3-dev)"
    for module in ("mypyc", "setuptools"):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed"
    return None


def modules(root: Path = ROOT) -> list[str]:
    """The sources to compile, relative to the package, by the patterns of pyproject.toml."""
    listed = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["beachhead"]["compiled"]
    package = root / "src" / PACKAGE
    plain = {path for pattern in listed["plain"] for path in package.glob(pattern)}
    found = {path for pattern in listed["modules"] for path in package.glob(pattern)} - plain
    return sorted(path.relative_to(package).as_posix() for path in found)


def without_marks(source: str) -> str:
    """The source without its decorators `@enforces`; every line keeps its number.

    >>> without_marks('@enforces("saipan", "5.24")\\ndef stop(): ...\\n')
    '\\ndef stop(): ...\\n'
    """
    if MARK not in source:
        return source
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == MARK:
                    for line in range(decorator.lineno - 1, decorator.end_lineno or decorator.lineno):
                        lines[line] = "\n"
    return "".join(lines)


def copy_sources(place: Path, *, bare: bool) -> None:
    """Bring a copy of the package up to date; a bare one is what the compiler reads."""
    wanted = {path.relative_to(SOURCE) for path in (SOURCE / PACKAGE).rglob("*") if path.is_file() and not _left_out(path)}
    for path in place.rglob("*"):
        if path.is_file() and path.relative_to(place) not in wanted:
            path.unlink()
    for name in wanted:
        content = (SOURCE / name).read_bytes()
        if bare and name.suffix == ".py":
            content = without_marks(content.decode()).encode()
        copy = place / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.is_file() or copy.read_bytes() != content:
            copy.write_bytes(content)


def _left_out(path: Path) -> bool:
    return any(path.match(pattern) for pattern in LEFT_OUT) or "__pycache__" in path.parts


def build(workshop: Path = WORKSHOP) -> Path:
    """Compile; the folder with a complete copy of the package, compiled modules beside their sources."""
    lack = missing()
    if lack is not None:
        raise Trouble(f"cannot compile: {lack}")
    shutil.rmtree(workshop / "lib", ignore_errors=True)
    copy_sources(workshop / "bare", bare=True)
    listed = modules()
    while failed := translate(workshop, listed):
        game, why = refused(failed)
        if not game:
            raise Trouble(f"the compiler failed; the end of {workshop / 'log.txt'}:\n{failed[-4000:]}")
        print(f"games/{game} stays plain, since mypyc refuses a module of it: {why}")
        listed = [name for name in listed if not name.startswith(f"games/{game}/")]
    place = workshop / "src"
    copy_sources(place, bare=False)
    for path in (workshop / "lib").rglob(f"*{SUFFIX}"):
        shutil.copy2(path, place / path.relative_to(workshop / "lib"))
    (place / PACKAGE / STAMP).write_text(stamp(listed))
    return place


def translate(workshop: Path, listed: Sequence[str]) -> str:
    """Compile these modules in a process of its own; what it said if it failed, empty if it did not."""
    task = {"modules": [f"bare/{PACKAGE}/{name}" for name in listed], "jobs": os.cpu_count() or 1}
    log = workshop / "log.txt"
    with log.open("w") as words:
        command = [sys.executable, __file__, "--here", json.dumps(task)]
        done = subprocess.run(command, cwd=workshop, stdout=words, stderr=subprocess.STDOUT, check=False)
    return (log.read_text() or "it said nothing") if done.returncode else ""


def refused(log: str) -> tuple[str, str]:
    """The game that the compiler could not translate, and the place and fault; empty if it was not a game's module. Its modules
    hold each other's classes, so one of them takes the others along.

    >>> refused("bare/beachhead/games/tarawa/saves.py:9: ValueError: bytearray is not a valid sequence.\\n")
    ('tarawa', 'games/tarawa/saves.py:9: ValueError: bytearray is not a valid sequence.')
    """
    found = re.search(rf"^bare/{PACKAGE}/(games/(\w+)/\S+\.py:\d+: (?!note:).*)$", log, re.MULTILINE)
    return (found[2], found[1]) if found else ("", "")


def compile_here(modules: Sequence[str], jobs: int) -> None:
    """In a process of its own, whose folder is the workshop: translate to C and compile into `lib`."""
    from multiprocessing.pool import ThreadPool

    from mypyc.build import mypycify
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class Parallel(build_ext):
        """setuptools compiles the files of one extension one after another; they are many, and there is one extension."""

        def build_extensions(self) -> None:
            compile_one = self.compiler.compile

            def compile_all(sources: list[str], *args: object, **options: object) -> list[str]:
                with ThreadPool(jobs) as pool:
                    made = pool.map(lambda source: compile_one([source], *args, **options), sources)
                return [name for names in made for name in names]

            self.compiler.compile = compile_all
            super().build_extensions()

    flags = ["--config-file", str(ROOT / "tools" / "mypyc.ini")]
    extensions: list[Any] = mypycify(
        [*flags, *modules], opt_level="2", debug_level="0", multi_file=True, group_name=PACKAGE, target_dir="c"
    )
    if os.name == "posix":
        for extension in extensions:
            # A processor that fuses multiplying and adding would round differently from plain Python.
            extension.extra_compile_args.append("-ffp-contract=off")
            # The library of mypyc lies in files of its own: optimizing all of them at once saves calls, about 5% of the time.
            extension.extra_compile_args += ["-flto=auto", "-fno-semantic-interposition", "-fvisibility=hidden"]
            extension.extra_link_args += ["-flto=auto", "-O2"]
    setup(
        name=PACKAGE,
        packages=[],
        package_dir={"": "bare"},
        ext_modules=extensions,
        cmdclass={"build_ext": Parallel},
        script_args=["--quiet", "build_ext", "--force", "--build-temp", "objects", "--build-lib", "lib"],
    )


def stamp(listed: Sequence[str]) -> str:
    """The sources that were compiled, and a fingerprint of each."""
    hashes = {name: hashlib.sha256((SOURCE / PACKAGE / name).read_bytes()).hexdigest() for name in listed}
    return json.dumps(hashes, indent=0, sort_keys=True) + "\n"


def install(place: Path) -> int:
    """Put compiled modules beside their sources; how many bytes they have."""
    remove()
    size = 0
    for path in [*place.rglob(f"*{SUFFIX}"), place / PACKAGE / STAMP]:
        shutil.copy2(path, SOURCE / path.relative_to(place))
        size += path.stat().st_size
    return size


def remove() -> int:
    """Remove compiled modules from the source tree; how many there were."""
    found = [path for pattern in ("*.so", "*.pyd", STAMP) for path in SOURCE.rglob(pattern)]
    for path in found:
        path.unlink()
    return len(found)


def main(arguments: Sequence[str]) -> int:
    """The command line."""
    reader = argparse.ArgumentParser(description="Compile the rules with mypyc.")
    what = reader.add_mutually_exclusive_group()
    what.add_argument("--apart", action="store_true", help="leave the compiled package in build/compiled/src")
    what.add_argument("--remove", action="store_true", help="remove compiled modules from src")
    what.add_argument("--missing", action="store_true", help="say what is missing for compiling; exit 1 if something is")
    what.add_argument("--here", help=argparse.SUPPRESS)
    given = reader.parse_args(arguments)
    try:
        if given.here:
            compile_here(**json.loads(given.here))
            return 0
        if given.missing:
            lack = missing()
            print(lack or "nothing is missing")
            return int(lack is not None)
        if given.remove:
            print("plain Python from now on" if remove() else "it was plain Python already")
            return 0
        place = build()
        if given.apart:
            print(place)
            return 0
        size = install(place)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    print(f"{len(modules())} modules compiled, {size / 1e6:.1f} MB; `make slow` goes back to plain Python")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
