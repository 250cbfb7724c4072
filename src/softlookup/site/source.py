"""A page as its author typed it, and what came back for it from the workers."""

from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from softlookup.fences import QUOTED, Fence, fences, prose
from softlookup.site import contract
from softlookup.site.run import Done


@dataclass
class Source:
    """One page: its text, the code and the numbers in it."""

    file: str  # soft-lookup.md
    text: str
    content: str | None = None  # what an earlier build made of it, if that still holds
    question: list[str] = field(default_factory=list)  # all that decides how it looks
    own: list[str] = field(default_factory=list)  # of that, its own text and folder
    asked: dict[str, str] = field(default_factory=dict)  # label -> code, of what is being run
    waiting: "list[Future[Done]]" = field(default_factory=list)
    done: Done = field(default_factory=Done)

    @property
    def name(self) -> str:
        """The name of its folder: soft_lookup."""
        return Path(self.file).stem.replace("-", "_")

    @cached_property
    def fences(self) -> list[Fence]:
        """Its outermost fences."""
        return list(fences(self.text))

    @cached_property
    def names(self) -> list[str]:
        """The numbers that its prose names, each once."""
        return sorted({name for _, name in QUOTED.findall(prose(self.text))})

    def blocks(self, snippets: Path) -> dict[str, str]:
        """Label -> code of every fence that runs."""
        found = {}
        for fence in self.fences:
            if contract.runs(fence) and not list(contract.executed(fence, snippets)):
                title = fence.option("title")
                code = "\n".join(fence.body)
                if title:
                    code = (snippets / Path(title).name).read_text(encoding="utf-8")
                found[contract.label_of(fence)] = code
        return found
