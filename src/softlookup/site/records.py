"""The recorded runs of the snippets that pages offer to step through: made in other processes, and kept."""

from concurrent.futures import Future
from pathlib import Path

from softlookup import steppable
from softlookup.site.cache import Cache, digest_of, versions
from softlookup.site.fault import Fault
from softlookup.site.run import Workers

_RECORDER = Path(steppable.__file__).parent / "recording"


class Records:
    """What is recorded during one build."""

    def __init__(self, snippets: Path, cache: Cache, workers: Workers) -> None:
        self._snippets, self._cache, self._workers = snippets, cache, workers
        self._recorder = digest_of(_RECORDER)
        self._waiting: dict[str, Future[str]] = {}

    def start(self, page: str) -> None:
        """Have the snippets of a finished page recorded, if that has not been done."""
        for name in steppable.on(page):
            if name not in self._waiting and self._cache.stored(self._question(name)) is None:
                self._waiting[name] = self._workers.record(self._text(name), f"snippets/{name}.py")

    def write(self, site: Path) -> None:
        """Put the records beside the pages."""
        for path in sorted(self._snippets.glob("*.py")):
            record = self._found(path.stem)
            if record is not None:
                file = site / steppable.FOLDER / f"{path.stem}.json"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(record, encoding="utf-8", newline="\n")

    def _found(self, name: str) -> str | None:
        if name not in self._waiting:
            return self._cache.stored(self._question(name))
        try:
            record = self._waiting[name].result()
        except Exception as error:
            remedy = "see src/softlookup/recording, or name it in LEFT_OUT there and say why"
            message = f"its run cannot be recorded for stepping ({error!r}): {remedy}"
            raise Fault(f"snippets/{name}.py", None, message) from error
        self._cache.keep(self._question(name), record)
        return record

    def _text(self, name: str) -> str:
        return (self._snippets / f"{name}.py").read_text(encoding="utf-8")

    def _question(self, name: str) -> list[str]:
        return ["record", self._text(name), self._recorder, versions()]
