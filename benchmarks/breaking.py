"""Breaking a module in one place: which faults there are, and loading a module with one."""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

WORDS_ONLY = {
    "prompt",
    "describe",
    "tell",
    "list_names",
    "case_now",
    "_announce",
    "combat_facts",
    "standing",
    "tell_combat",
    "reason",
}
"""Functions that only word or show things; faults there break no rule."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """A fault: in which module and function, on which line, what it is."""

    module: str
    function: str
    line: int
    what: str
    number: int

    def __str__(self) -> str:
        return f"{self.module.rpartition('.')[2]}.py:{self.line} {self.function}: {self.what}"


class Mutator(ast.NodeVisitor):
    """Walks a module; every place where a fault can be made is counted, and number `wanted` is made."""

    def __init__(self, module: str, wanted: int = -1) -> None:
        self.module = module
        self.wanted = wanted
        self.found: list[Mutant] = []
        self.function: list[str] = []

    def _fault(self, node: ast.AST, what: str) -> bool:
        self.found.append(Mutant(self.module, ".".join(self.function), getattr(node, "lineno", 0), what, len(self.found)))
        return len(self.found) - 1 == self.wanted

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in WORDS_ONLY or node.name.startswith("__rep"):
            return
        self.function.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self._drop(node.body)
        self.function.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.function.append(node.name)
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef):
                self.visit(statement)
        self.function.pop()

    def visit_If(self, node: ast.If) -> None:
        if "sink" in ast.dump(node.test) and not node.orelse:
            return
        if self._fault(node, "condition inverted"):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        self.generic_visit(node)
        self._drop(node.body)
        self._drop(node.orelse)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        if self._fault(node, "condition inverted"):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.generic_visit(node)
        self._drop(node.body)

    def visit_While(self, node: ast.While) -> None:
        self.generic_visit(node)
        self._drop(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """A type is no rule."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Assertions guard the program, not the rules."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words."""

    def visit_Compare(self, node: ast.Compare) -> None:
        for number, operator in enumerate(node.ops):
            swap = SWAPS.get(type(operator))
            if swap and self._fault(node, f"{type(operator).__name__} became {swap.__name__}"):
                node.ops[number] = swap()  # type: ignore[call-overload]
        self.generic_visit(node)

    def _operator(self, node: Any) -> None:
        swap = SWAPS.get(type(node.op))
        if swap and self._fault(node, f"{type(node.op).__name__} became {swap.__name__}"):
            node.op = swap()
        self.generic_visit(node)

    visit_BoolOp = visit_BinOp = visit_AugAssign = _operator  # noqa: N815

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not) and self._fault(node, "not dropped"):
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            if self._fault(node, f"{node.value} became {not node.value}"):
                node.value = not node.value
        elif isinstance(node.value, int) and self._fault(node, f"{node.value} became {node.value + 1}"):
            node.value += 1

    def _drop(self, body: list[ast.stmt]) -> None:
        """Leave out a call, an assignment to a part of something, a jump."""
        for number, statement in enumerate(body):
            call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
            part = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Attribute | ast.Subscript)
            jump = isinstance(statement, ast.Continue | ast.Break)
            if "tell" in ast.dump(statement) or not (call or part or jump or isinstance(statement, ast.AugAssign)):
                continue
            if self._fault(statement, f"dropped: {ast.unparse(statement)[:60]}"):
                body[number] = ast.copy_location(ast.Pass(), statement)


def mutants_of(module: str, path: Path) -> list[Mutant]:
    """Every fault that can be made in a module."""
    mutator = Mutator(module)
    mutator.visit(ast.parse(path.read_text(encoding="utf-8")))
    return mutator.found


class BrokenSource(importlib.machinery.SourceFileLoader):
    """Loads a module with a fault in it."""

    def __init__(self, mutant: Mutant, path: Path) -> None:
        super().__init__(mutant.module, str(path))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """The code, compiled from the broken source."""
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        Mutator(fullname, self.mutant.number).visit(tree)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


class BrokenModule(importlib.abc.MetaPathFinder):
    """Finds the broken source where the sound one is asked for."""

    def __init__(self, mutant: Mutant, path: Path) -> None:
        self.name = mutant.module
        self.source = BrokenSource(mutant, path)

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """How to load the one module that is broken."""
        del path, target
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.source.path, loader=self.source)
