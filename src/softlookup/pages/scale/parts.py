"""The engines of the page on dictionaries that outgrow a machine, run where they are installed."""

import contextlib
import io
import runpy

from softlookup import catalogue, runs, snippets
from softlookup.frameworks import absent
from softlookup.write import number

_NOTICE = (
    "This part was not run in this build, which has no {0}, or was told to start no engine. To run it: "
    "`make build SOFTLOOKUP_REQUIRE=frameworks`."
)


def _engine(name: str) -> str:
    """The source of a snippet, and what it printed or why it did not run."""
    source = f'```python title="snippets/{name}.py"\n{snippets.text(name).rstrip()}\n```'
    engines = [package for package in catalogue.dependencies(name) if package != "numpy"]
    missing = [package for package in engines if absent(package)]
    if missing:
        return f'{source}\n\n!!! note "Not run"\n\n    {_NOTICE.format(" or ".join(missing))}'
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runpy.run_path(str(snippets.path(name)), run_name="__main__")
    return f"{source}\n\n```text\n{said.getvalue().rstrip()}\n```"


def dask_lookup() -> str:
    """Over a cluster."""
    return _engine("dask_lookup")


def torch_ring_lookup() -> str:
    """In a ring."""
    return _engine("torch_ring_lookup")


def parquet_lookup() -> str:
    """Over files."""
    return _engine("parquet_lookup")


def run() -> str:
    """Where and when, and how busy the machine was."""
    [about] = [row for row in runs.rows("cluster") if "load_before" in row]
    found = runs.run("cluster")
    engines = ", ".join(
        f"{name} {found['versions'][name]}" for name in ("distributed", "pyarrow", "faiss-cpu")
    )
    disk = [row["bytes_per_second"] for row in runs.rows("cluster", disk="cold")]
    cold = f" The disk, with nothing in the cache, gave {number(max(disk) / 1e9, 2)} GB per second."
    return (
        f"Run of {runs.measured_on('cluster')}, {engines}. The load of the machine before it was "
        f"{number(about['load_before'], 1)} on {found['machine']['cores']} cores; above 1 for "
        f"each core, others "
        f"were working too, and nothing about speed-up can be read off.{cold if disk else ''}"
    )
