"""What the theme leaves out of its pages: a name for the search, and valid check boxes."""

_MENDED = {
    'class="md-search" data-md-component="search" role="dialog"': (
        'class="md-search" data-md-component="search" role="dialog" aria-label="Search"'
    ),
    'type="checkbox" id="__drawer" autocomplete="off"': 'type="checkbox" id="__drawer"',
    'type="checkbox" id="__search" autocomplete="off"': 'type="checkbox" id="__search"',
}


def mend(page: str) -> str:
    """The page with what is missing put in."""
    for theirs, ours in _MENDED.items():
        page = page.replace(theirs, ours)
    return page
