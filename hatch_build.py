"""Builds a wheel that carries the compiled modules beside their sources.

Off by default, so that an ordinary installation needs no compiler: HATCH_BUILD_HOOK_ENABLE_CUSTOM=true switches it on.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledModules(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """Compiles as `make fast` does, but into the wheel."""

    def dependencies(self) -> list[str]:
        """What compiling takes."""
        return ["mypy>=2.4", "setuptools>=65", "types-PyYAML", "typing-extensions>=4.12", "mypy-extensions>=1.0"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say which files go into the wheel. It fits one version of Python on one kind of machine."""
        root = Path(self.root)
        done = subprocess.run(
            [sys.executable, str(root / "tools" / "compiled.py"), "--apart"], stdout=subprocess.PIPE, text=True, check=True
        )
        place = Path(done.stdout.strip().splitlines()[-1])
        for path in [*place.rglob("*.so"), *place.rglob("*.pyd"), *place.rglob("compiled.json")]:
            build_data["force_include"][str(path)] = path.relative_to(place).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
