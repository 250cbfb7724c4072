"""A file with a note after each of its statements.

The notes are put into its syntax tree, so that every Python takes them in the same order; a tracer of
lines would see other lines on each. What the file does and prints stays what it was.
"""

import ast
from typing import Any

NOTES = "__notes__"  # the name under which the file finds the one who takes notes
Statement = ast.stmt
_SILENT = (ast.Import, ast.ImportFrom, ast.Pass, ast.Global, ast.Nonlocal, ast.Break, ast.Continue)


def watched(text: str, file: str) -> Any:
    """The program of a file, which tells `__notes__` what it does."""
    tree = ast.parse(text, file)
    tree.body = _block(tree.body)
    # optimize=0 keeps the asserts, whatever PYTHONOPTIMIZE says.
    return compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True, optimize=0)


def _block(statements: list[Statement], inside: str = "") -> list[Statement]:
    found: list[Statement] = []
    for statement in statements:
        found += _noted(statement, inside)
    return found


def _noted(statement: Statement, inside: str) -> list[Statement]:
    match statement:
        case ast.FunctionDef():
            return [_function(statement, inside)]
        case ast.ClassDef():
            statement.body = [
                _function(part, f"{statement.name}.") if isinstance(part, ast.FunctionDef) else part
                for part in statement.body
            ]
            return [statement]
        case ast.Return():
            value = statement.value or ast.Constant(None)
            statement.value = _note("returned", statement, _span(statement), value)
            return [statement]
        case ast.If():
            return [_if(statement)]
        case ast.For() | ast.While() | ast.With():
            header = _note_line("did", statement, _header(statement))
            statement.body = [header, *_block(statement.body)]
            return [statement]
        case ast.Try():
            return [_try(statement)]
        case ast.Raise():
            return [_note_line("did", statement, _span(statement)), statement]
    if isinstance(statement, _SILENT) or _is_text(statement):
        return [statement]
    return [statement, _note_line("did", statement, _span(statement))]


def _function(function: ast.FunctionDef, prefix: str) -> Statement:
    text, body = [], function.body
    if _is_text(body[0]):
        text, body = body[:1], body[1:]
    lines = [part.lineno for part in ast.walk(function.args) if isinstance(part, ast.arg)]
    call = _call("inside", ast.Constant(f"{prefix}{function.name}"))
    entered = _note_line("did", function, (function.lineno, max([function.lineno, *lines])))
    whole = ast.With([ast.withitem(call)], [entered, *_block(body)])
    function.body = [*text, ast.copy_location(whole, function)]
    return function


def _if(statement: ast.If) -> Statement:
    is_main = (
        isinstance(statement.test, ast.Compare) and ast.unparse(statement.test.left) == "__name__"
    )
    only_raises = [type(part) for part in statement.body] == [ast.Raise] and not statement.orelse
    if not is_main:
        # A guard that finds nothing wrong is not worth a step.
        note = "guarded" if only_raises else "tested"
        statement.test = _note(note, statement, _header(statement), statement.test)
    statement.body = _block(statement.body)
    statement.orelse = _block(statement.orelse)
    return statement


def _try(statement: ast.Try) -> Statement:
    statement.body = _block(statement.body)
    for handler in statement.handlers:
        caught = _note_line("did", handler, (handler.lineno, handler.lineno))
        handler.body = [caught, *_block(handler.body)]
    statement.orelse = _block(statement.orelse)
    statement.finalbody = _block(statement.finalbody)
    return statement


def _is_text(statement: Statement) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _span(statement: Statement) -> tuple[int, int]:
    return statement.lineno, statement.end_lineno or statement.lineno


def _header(statement: ast.If | ast.For | ast.While | ast.With) -> tuple[int, int]:
    """The lines before the body."""
    match statement:
        case ast.For():
            last: ast.expr = statement.iter
        case ast.With():
            last = statement.items[-1].context_expr
        case _:
            last = statement.test
    return statement.lineno, last.end_lineno or statement.lineno


def _note(name: str, where: Any, span: tuple[int, int], value: ast.expr) -> ast.expr:
    call = _call(name, _constants(*span), value, _call_plain("locals"))
    return ast.copy_location(call, value if hasattr(value, "lineno") else where)


def _note_line(name: str, where: Any, span: tuple[int, int]) -> Statement:
    return ast.copy_location(ast.Expr(_call(name, _constants(*span), _call_plain("locals"))), where)


def _constants(*numbers: int) -> ast.expr:
    return ast.Tuple([ast.Constant(number) for number in numbers], ast.Load())


def _call(name: str, *args: ast.expr) -> ast.Call:
    function = ast.Attribute(ast.Name(NOTES, ast.Load()), name, ast.Load())
    return ast.Call(function, list(args), [])


def _call_plain(name: str) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [], [])
