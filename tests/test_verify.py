"""The walk over finished pages: every planted fault is found and names its remedy, innocents pass."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from softlookup.verify import Finding, Memory, line_of, numerals, receipt_of, receipts, verify
from softlookup.verify.receipts import Number, Receipts

COMPUTE = "name what computes it"
BUILD = "build the site"
SHIP = "put the file into docs/assets"


def mark(typed: str, name: str, value: str) -> str:
    """A number typed in prose that the checks compared."""
    return f'<data class="checked" data-name="{name}" value="{value}" title="{name}">{typed}</data>'


def part(name: str, inside: str) -> str:
    """What an executed fence printed."""
    return f'<div class="part" data-part="{name}">{inside}</div>'


TABLE = """<table><thead><tr><th>entry</th><th>weight</th></tr></thead>
<tbody><tr><td>racket</td><td>0.665</td></tr><tr><td>ball</td><td>0.245</td></tr></tbody></table>"""
FIGURE = """<figure class="drawn" id="figure-soft-lookup"><div class="canvas">
<svg viewBox="0 0 388 180" role="img" aria-labelledby="figure-says">
<defs><style>*{stroke-linejoin: round}</style></defs>
<path d="M 0 1 L 2 3 z" style="fill: none; stroke: var(--fig-1)"/><use xlink:href="#m1"/>
<text x="1" y="2" style="font-size: 9px; fill: var(--fig-ink)">0.665</text></svg></div>
<figcaption id="figure-says">Racket gets most of the weight.</figcaption></figure>"""
SNIPPET = """<div class="language-python highlight"><pre><span></span><code>print(softmax([3, 2, 1]))  # (3,)
</code></pre></div><div class="language-text highlight"><pre><code>[0.665 0.245 0.09 ]
</code></pre></div>"""
QUIZ = """<p><strong>Question 1.</strong> What does tennis get?</p>
<details class="option"><summary>A 8.056</summary><p>Right.</p></details>
<details class="option"><summary>B 10</summary><p>Not this.</p></details>"""
NUMBERS = [
    Number("soft_lookup.output", "8.056", "8.0561130"),
    Number("soft_lookup.weights[racket]", "66.5 %", "0.66524096"),
    Number("soft_lookup.gap", "1,024", "1024.0"),
    Number("soft_lookup.starts", "ten", "10"),
]
PARTS = {
    "table soft_lookup.by_hand": TABLE,
    "figure soft_lookup": FIGURE,
    "snippet soft_lookup": SNIPPET,
    "questions soft_lookup": QUIZ,
}
OUTPUT, SHARE, GAP, STARTS = (mark(number.typed, number.name, number.value) for number in NUMBERS)

PAGE = f"""<!doctype html>
<html lang="en" class="no-js">
<head>
<meta charset="utf-8">
<meta name="softlookup" content="checked" data-source="docs/soft-lookup.md">
<meta name="description" content="A soft lookup scores every key and blends the values.">
<link rel="prev" href="../">
<link rel="icon" href="../assets/key.png">
<link rel="stylesheet" href="../assets/site.css">
<title>The answer 8.056 - Soft Lookup</title>
<script>__md_scope=new URL("..",location)</script>
</head>
<body dir="ltr">
<header class="md-header"><nav aria-label="Header"><a href="../" title="Soft Lookup" aria-label="Soft Lookup">
<svg viewBox="0 0 24 24"><path d="M22 19h-6"/></svg></a>
<form role="search"><input type="text" aria-label="Search" placeholder="Search"></form></nav></header>
<nav class="md-nav" aria-label="Navigation"><ul><li><a href="../">Start</a></li>
<li><a href="./">The answer 8.056</a></li><li><a href="#steps">Three steps</a></li></ul></nav>
<main class="md-main"><article class="md-content__inner md-typeset">
<h1 id="answer">The answer {OUTPUT}<a class="headerlink" href="#answer" title="Permanent link">&para;</a></h1>
<p>A dictionary holds racket → 10, ball → 5 and tree → 2. Racket gets {SHARE} of the weight.</p>
<h2 id="steps">Three steps<a class="headerlink" href="#steps" title="Permanent link">&para;</a></h2>
<p>Call the query <math><mi>q</mi></math>; <code>n_k</code> is the number of keys.
{STARTS} of 3 starts at width {GAP}.</p>
{part("table soft_lookup.by_hand", TABLE)}
{part("figure soft_lookup", FIGURE)}
{part("snippet soft_lookup", SNIPPET)}
<!-- here -->
<h2 id="ask">Questions</h2>
{part("questions soft_lookup", QUIZ)}
<p>See <a href="../#start">the start</a> and
<a href="https://arxiv.org/abs/1706.03762">Vaswani and others 2017</a>.</p>
</article></main>
<footer class="md-footer"><a href="../" aria-label="Previous: Start">Start</a>
<div>Text CC BY 4.0, code MIT.</div></footer>
<script id="__config" type="application/json">{{"base": ".."}}</script>
</body>
</html>
"""
START = """<!doctype html>
<html lang="en"><head><meta name="softlookup" content="checked"><title>Start - Soft Lookup</title></head>
<body><main><article><h1 id="start">Start</h1>
<p>Read <a href="soft-lookup/">how to look up softly</a>.</p></article></main>
<footer><a href="soft-lookup/" aria-label="Next: The answer 8.056">The answer 8.056</a>
Text CC BY 4.0.</footer></body></html>
"""


@dataclass
class Site:
    """A finished site of two pages, as the checks would leave it."""

    folder: Path

    def write(self, page: str, start: str = START) -> None:
        (self.folder / "soft-lookup" / "index.html").write_text(page, encoding="utf-8")
        (self.folder / "index.html").write_text(start, encoding="utf-8")

    def findings(self) -> list[Finding]:
        return verify(self.folder)


@pytest.fixture
def made(tmp_path: Path) -> Site:
    (tmp_path / "soft-lookup").mkdir()
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "site.css").write_text("p { color: red }\n", encoding="utf-8")
    (tmp_path / "assets" / "key.png").write_bytes(b"")
    printed = {name: receipt_of(inside) for name, inside in PARTS.items()}
    receipts.write(tmp_path, {"": Receipts(), "soft-lookup/": Receipts(NUMBERS, printed)})
    site = Site(tmp_path)
    site.write(PAGE)
    return site


def test_a_sound_site_passes(made: Site) -> None:
    assert made.findings() == []


# What a page says that nothing checked: planted HTML, what is said of it.
UNCHECKED_NUMBERS = {
    "a decimal": ("<p>It is 0.665 of all.</p>", "0.665"),
    "a decimal without a zero": ("<p>It is .665 of all.</p>", ".665"),
    "a negative decimal": ("<p>It falls by −0.2 a step.</p>", "0.2"),
    "a decimal comma": ("<p>It is 0,9 of all.</p>", "0,9"),
    "a decimal with a raised dot": ("<p>It is 0·9 of all.</p>", "0·9"),
    "a decimal split over lines": ("<p>It is 0.\n9 of all.</p>", "0. 9"),
    "a decimal split by a tag": ("<p>It is 0.<em>9</em> of all.</p>", "0.9"),
    "a decimal split by an unseen space": ("<p>It is 0.\u200b9 of all.</p>", "0.9"),
    "a decimal split by a comment": ("<p>It is 0.<!-- x -->9 of all.</p>", "0.9"),
    "a decimal in full-width digits": ("<p>It is ０．９ of all.</p>", "0.9"),
    "a decimal by entity": ("<p>It is 0&#46;9 of all.</p>", "0.9"),
    "a percentage": ("<p>It is 66 % of all.</p>", "66 %"),
    "a power of something else": ("<p>They agree within 2⁻¹².</p>", "2"),
    "a number with a nought before it": ("<p>And 06 words change.</p>", "06"),
    "what something gets": ("<p>The ball gets 2 and more.</p>", "gets 2"),
    "what a score is": ("<p>Its score is 6 then.</p>", "score is 6"),
    "what something comes to": ("<p>One and one, which is 3.</p>", "which is 3"),
    "a percentage behind a hard space": ("<p>It is 90&nbsp;% of all.</p>", "90 %"),
    "a percentage behind a thin space": ("<p>It is 90&#8239;% of all.</p>", "90 %"),
    "percent in a word": ("<p>It is 90 percent of all.</p>", "percent"),
    "per cent in two words": ("<p>It is ninety per cent of all.</p>", "ninety per cent"),
    "a number of per mille": ("<p>It is 9 ‰ of all.</p>", "9 ‰"),
    "percent outside the code": ("<p>It is <code>9</code> % of all.</p>", "9 %"),
    "percent outside the formula": ("<p>It is <math><mn>9</mn></math> % of all.</p>", "9 %"),
    "a power of ten": ("<p>It is off by 10⁻⁹.</p>", "10"),
    "a power of ten by tag": ("<p>It is off by 10<sup>−9</sup>.</p>", "10"),
    "an exponent": ("<p>It is 4e-10 off.</p>", "4e-10"),
    "a capital exponent": ("<p>It is 4E10 off.</p>", "4E10"),
    "thousands with a comma": ("<p>It has 4,096 entries.</p>", "4,096"),
    "thousands with a space": ("<p>It has 10 000 entries.</p>", "10 000"),
    "thousands with a thin space": ("<p>It has 10&thinsp;000 entries.</p>", "10 000"),
    "a large number": ("<p>It has 4096 entries.</p>", "4096"),
    "a number above twelve": ("<p>The width is 64.</p>", "64"),
    "millions": ("<p>It has 65 million entries.</p>", "65 million"),
    "thousands in words": ("<p>It has three thousand entries.</p>", "three thousand"),
    "a fraction": ("<p>It gets 2/3 of it.</p>", "2/3"),
    "a fraction in one sign": ("<p>It gets ⅔ of it.</p>", "2/3"),
    "a fraction in words": ("<p>It gets two thirds of it.</p>", "two thirds"),
    "a third": ("<p>It gets a third of it.</p>", "a third of"),
    "a multiple": ("<p>It is 9× faster.</p>", "9×"),
    "a multiple with x": ("<p>It is 9x faster.</p>", "9x"),
    "a multiple in words": ("<p>It is twice as long.</p>", "twice as"),
    "three times": ("<p>It is three times the width.</p>", "three times the"),
    "a number of times": ("<p>It ran 7 times.</p>", "7 times"),
    "a fold": ("<p>It is a tenfold gain.</p>", "tenfold"),
    "a factor": ("<p>It grows by a factor of 3.</p>", "factor of 3"),
    "orders of magnitude": ("<p>It is two orders of magnitude off.</p>", "two orders of magnitude"),
    "a share": ("<p>It reads 3 of 12 words.</p>", "3 of 12"),
    "a share in words": ("<p>It holds in ten of ten starts.</p>", "ten of ten"),
    "a share of the whole": ("<p>It reads 2 of the 3 entries.</p>", "2 of the 3"),
    "a share of a number word": ("<p>It may read 9 of the twelve words.</p>", "9 of the twelve"),
    "half of a place": (f"<p>Back to the point (5, {OUTPUT}).</p>", "5, 8.056"),
    "the other half of a place": (f"<p>Back to the point ({OUTPUT}, 3).</p>", "8.056, 3"),
    "the end of a list": (f"<p>They become {OUTPUT}, {OUTPUT} and 1.</p>", "8.056 and 1"),
    "one end of a range": (f"<p>It rises from 3 to {OUTPUT}.</p>", "3 to 8.056"),
    "the other end of a range": (f"<p>It rises from {OUTPUT} to 4.</p>", "8.056 to 4"),
    "a share behind a table": (f"<p>In our table 1 of {OUTPUT} rows.</p>", "1 of 8.056"),
    "a share of what was compared": (f"<p>It reaches 1 of {OUTPUT} rows.</p>", "1 of 8.056"),
    "the next score": (f"<p>It scores {OUTPUT} with racket and 5 with ball.</p>", "and 5 with"),
    "what was found": ("<p>Of all of them we found 7 wrong.</p>", "we found 7"),
    "all of a number": ("<p>It learns in all 4, because.</p>", "all 4"),
    "what a letter equals": ("<p>At <math><mi>T</mi></math> = 2 it is so.</p>", "T = 2"),
    "one in ten": ("<p>It fails in one in ten starts.</p>", "one in ten"),
    "a ratio": ("<p>They split it 3:1.</p>", "3:1"),
    "a time": ("<p>It takes 9 ms.</p>", "9 ms"),
    "a memory": ("<p>It takes 8 GiB.</p>", "8 GiB"),
    "a result": ("<p>The lookup returns 10 here.</p>", "returns 10"),
    "a score": ("<p>Tennis scores 3 with racket.</p>", "scores 3 with"),
    "scores with nothing after them": ("<p>It scores 7, beyond racket.</p>", "scores 7"),
    "a score with nothing after it": ("<p>They score 3, and no more.</p>", "score 3"),
    "an answer": ("<p>The list answers 4 to every key.</p>", "answers 4"),
    "an estimate": ("<p>It reads about 7 entries.</p>", "about 7"),
    "a sum": ("<p>And 2 + 3 = 5.</p>", "2 + 3 = 5"),
    "a decimal in words": ("<p>It is nought point five.</p>", "nought point five"),
    "a number in a list": ("<ul><li>racket, 0.665</li></ul>", "0.665"),
    "a number in a table": ("<table><tr><td>racket</td><td>0.665</td></tr></table>", "0.665"),
    "a number in a heading": ("<h3 id='x'>The 0.665 share</h3>", "0.665"),
    "a number in a summary": ("<details><summary>At 0.7</summary><p>x</p></details>", "0.7"),
    "a number in a link": ('<p>See <a href="#ask">the 0.665</a>.</p>', "0.665"),
    "a number in bold": ("<p>It is <strong>0.665</strong>.</p>", "0.665"),
    "a number in a plain data": ('<p>It is <data value="0.665">0.665</data>.</p>', "0.665"),
    "a number in a code span": ("<p>It prints <code>0.665</code>.</p>", "0.665"),
    "an array in a code span": ("<p>It is <code>[0.665 0.245 0.09]</code>.</p>", "0.665 0.245"),
    "an answer in a code span": ("<p>Now <code>f(x) -&gt; 0.5</code>.</p>", "f\\(x\\)"),
    "a printed line in a code span": ("<p>So <code>racket 0.66</code>.</p>", "racket"),
    "digits in a code span": ("<p>So <code>w = 0.66524</code>.</p>", "0.66524"),
    "a decimal in a formula": ("<p>So <math><mi>x</mi><mo>=</mo><mn>0.5</mn></math>.</p>", "0.5"),
    "a power in a formula": (
        "<p>So <math><msup><mn>10</mn><mrow><mo>−</mo><mn>9</mn></mrow></msup></math>.</p>",
        "10",
    ),
    "a percentage in a formula": ("<p>At <math><mn>90</mn><mi>%</mi></math>.</p>", "90"),
    "a result in a formula": (
        "<p><math><mn>3</mn><mo>×</mo><mn>4</mn><mo>=</mo><mn>12</mn></math></p>",
        "12",
    ),
    "a product in a formula": (
        "<p><math><mi>q</mi><mo>⋅</mo><mi>k</mi><mo>=</mo><mn>3</mn></math></p>",
        "q",
    ),
    "about in a formula": ("<p><math><mi>x</mi><mo>≈</mo><mn>7</mn></math></p>", "7"),
    "output in a fence": (
        '<div class="language-text highlight"><pre><code>racket 0.665\n</code></pre></div>',
        "0.665",
    ),
    "output without a language": ("<pre><code>racket 7\n</code></pre>", "7"),
    "output in a console": (
        '<div class="language-console highlight"><pre><code>$ python x.py\n8.056\n</code></pre></div>',
        "8.056",
    ),
    "output without a prompt": (
        '<div class="language-console highlight"><pre><code>8.056\n</code></pre></div>',
        "8.056",
    ),
    "output in a shell": (
        '<div class="language-bash highlight"><pre><code>$ make\n8.056\n</code></pre></div>',
        "8.056",
    ),
    "an image text": ('<p><img src="../assets/key.png" alt="Racket gets 0.665"></p>', "0.665"),
    "a label": ('<p aria-label="Racket gets 0.665">x</p>', "0.665"),
    "a tooltip": ('<p><abbr title="about 0.7">x</abbr></p>', "0.7"),
    "a caption": ("<figure><p>x</p><figcaption>At 0.7 it turns.</figcaption></figure>", "0.7"),
    "a picture’s label": (
        '<svg role="img" aria-label="x"><text fill="currentColor">0.7</text></svg>',
        "0.7",
    ),
    "a picture’s title": ('<svg role="img"><title>At 0.7</title></svg>', "0.7"),
    "a picture’s description": ('<svg role="img"><title>x</title><desc>At 0.7</desc></svg>', "0.7"),
    "a button": ('<form><input type="button" value="At 0.7"></form>', "0.7"),
    "a hidden remark": ('<p hidden="">It is 0.7.</p>', "0.7"),
    "a version without code": ("<p>Use NumPy 2.0.</p>", "2.0"),
}


@pytest.mark.parametrize("fault", UNCHECKED_NUMBERS)
def test_a_number_that_nothing_checks_is_found(made: Site, fault: str) -> None:
    planted, said = UNCHECKED_NUMBERS[fault]
    made.write(PAGE.replace("<!-- here -->", planted))
    found = [f for f in made.findings() if f.rule == "number"]
    assert found, "nothing was found"
    assert any(said.replace("\\", "") in f.what for f in found), [f.what for f in found]
    assert all(COMPUTE in f.remedy or "print" in f.remedy for f in found)
    assert all(f.page == "soft-lookup/index.html" for f in found)
    assert all(f.source == "docs/soft-lookup.md" for f in found)


# A change of the finished page outside its text: what is replaced by what, what is said, the remedy.
IN_THE_FRAME = {
    "a number in the title": ("The answer 8.056 - Soft", "The 0.7 answer - Soft", "0.7", COMPUTE),
    "a number in the description": ("scores every key", "scores 0.7", "0.7", "say it without"),
    "a number in the navigation": (">Three steps</a></li>", ">Step 0.7</a></li>", "0.7", COMPUTE),
    "a number in the footer": ("code MIT.", "code MIT, 0.7.", "0.7", COMPUTE),
    "a number in a social card": (
        '<link rel="prev"',
        '<meta property="og:description" content="At 0.7"><link rel="prev"',
        "0.7",
        "say it without",
    ),
    "a page without the mark": ('content="checked"', 'content="?"', "mark of the checks", BUILD),
    "a page with the mark in its text": (
        '<meta name="softlookup" content="checked" data-source="docs/soft-lookup.md">',
        "",
        "mark of the checks",
        BUILD,
    ),
    "a digit of a number": (">66.5 %<", ">66.6 %<", "66.6 % is typed but", "correct the text"),
    "a value of a number": ('"0.66524096"', '"0.76524096"', "66.5 % is typed but", "correct the"),
    "both changed": (
        SHARE,
        SHARE.replace("66.5", "76.5").replace("0.66", "0.76"),
        "no check",
        BUILD,
    ),
    "a name of a number": ("weights[racket]", "weights[ball]", "no check compared", BUILD),
    "a number that vanished": (SHARE, "much", "was compared with .* but is not on", BUILD),
    "a number that stands twice": (SHARE, SHARE + SHARE, "no check compared", BUILD),
    "a number word": (">ten<", ">nine<", "nine is typed but", "correct the text"),
    "a comma in a number": (">1,024<", ">10,24<", "10,24 is typed but", "correct the text"),
    "a number without a value": (' value="8.0561130"', "", "8.056 is typed but", "correct"),
    "a digit of a table": (
        "<td>0.665</td>",
        "<td>0.655</td>",
        "does not say what its fence",
        BUILD,
    ),
    "two swapped cells": (
        "<td>racket</td><td>0.665</td>",
        "<td>0.665</td><td>racket</td>",
        "does not say",
        BUILD,
    ),
    "a digit of a figure": (">0.665</text>", ">0.666</text>", "does not say what", BUILD),
    "a caption": ("gets most of", "gets all of", "does not say what", BUILD),
    "an output": ("[0.665 0.245", "[0.665 0.246", "does not say what", BUILD),
    "an operator of a snippet": ("[3, 2, 1]", "[3, 2, -1]", "does not say what", BUILD),
    "an answer": ("<p>Right.</p>", "<p>Not this.</p>", "does not say what", BUILD),
    "a label in a part": ("<th>weight</th>", '<th title="7">weight</th>', "does not say", BUILD),
    "a part that vanished": (
        part("questions soft_lookup", QUIZ),
        "",
        "is not on the page",
        "see what",
    ),
    "a part that stands twice": (
        part("table soft_lookup.by_hand", TABLE),
        part("table soft_lookup.by_hand", TABLE) * 2,
        "second time",
        "print it once",
    ),
    "a part renamed": ('"figure soft_lookup"', '"figure softmax"', "no fence printed", BUILD),
}


@pytest.mark.parametrize("fault", IN_THE_FRAME)
def test_a_changed_page_is_found(made: Site, fault: str) -> None:
    old, new, said, remedy = IN_THE_FRAME[fault]
    assert old in PAGE
    made.write(PAGE.replace(old, new, 1))
    assert _says(made.findings(), said, remedy)


def _says(found: list[Finding], said: str, remedy: str) -> bool:
    right = [f for f in found if re.search(said, f.what) and remedy in f.remedy]
    assert right, [str(f) for f in found] or "nothing was found"
    return True


# Planted into the text: the HTML, what is said of it, the remedy.
PLANTED = {
    # Marks that no check wrote.
    "a forged number": (
        mark("0.7", "soft_lookup.x", "0.7"),
        "no check compared the number 0.7",
        BUILD,
    ),
    "a forged part": (part("table forged", "<p>0.7</p>"), "no fence printed the part", BUILD),
    "code that did not run": (
        '<div class="language-python highlight"><pre><code>print(1)\n</code></pre></div>',
        "nothing ran it",
        "show a snippet",
    ),
    # Links.
    "a dead link": ('<p><a href="../nowhere/">x</a></p>', "dead: there is no such file", "correct"),
    "a Markdown link": ('<p><a href="x.md">x</a></p>', "dead: there is no such file", "correct"),
    "a dead anchor": (
        '<p><a href="#nowhere">x</a></p>',
        "dead: there is no such anchor",
        "correct",
    ),
    "a dead anchor elsewhere": ('<p><a href="../#nowhere">x</a></p>', "no such anchor", "correct"),
    "a link out of the site": (
        '<p><a href="../../x">x</a></p>',
        "leads out of the site",
        "correct",
    ),
    "a link from the root": (
        '<p><a href="/soft-lookup/">x</a></p>',
        "root of the server",
        "correct",
    ),
    "an empty address": ('<p><a href="">x</a></p>', "leads nowhere", "give it an address"),
    "a lone #": ('<p><a href="#">x</a></p>', "leads nowhere", "give it an address"),
    "a link without address": ("<p><a>x</a></p>", "without an address", "give it one"),
    "a link without words": ('<p><a href="../"></a></p>', "has no words", "say where it leads"),
    "a script as address": (
        '<p><a href="javascript:x()">x</a></p>',
        "is no address",
        "link to a page",
    ),
    "an upper-case link": ('<P><A HREF="../nowhere/">x</A></P>', "no such file", "correct"),
    "an unquoted link": ("<p><a href=../nowhere/>x</a></p>", "no such file", "correct"),
    # Loads.
    "an image from elsewhere": ('<img src="https://a.org/a.png" alt="x">', "would fetch", SHIP),
    "an unquoted load": ("<img src=https://a.org/a.png alt=x>", "would fetch", SHIP),
    "an upper-case load": ('<IMG SRC="HTTPS://A.org/a.png" ALT="x">', "would fetch", SHIP),
    "a load without scheme": ('<img src="//a.org/a.png" alt="x">', "would fetch", SHIP),
    "a load with backslashes": ('<img src="\\\\a.org/a.png" alt="x">', "would fetch", SHIP),
    "a load over two lines": ('<img src="ht\ntps://a.org/a" alt="x">', "would fetch", SHIP),
    "a srcset": (
        '<img src="../assets/key.png" srcset="https://a.org/a.png 2x" alt="x">',
        "would fetch",
        SHIP,
    ),
    "a second srcset": (
        '<img src="../assets/key.png" srcset="a.png 1x, //a.org/a.png 2x" alt="x">',
        "would fetch //a.org",
        SHIP,
    ),
    "an image in a picture": (
        '<svg><image href="https://a.org/a.png"/></svg>',
        "would fetch",
        SHIP,
    ),
    "an xlink": ('<svg><image xlink:href="https://a.org/a"/></svg>', "would fetch", SHIP),
    "a use": ('<svg><use href="https://a.org/a.svg#x"/></svg>', "would fetch", SHIP),
    "a prefetch": ('<link rel="prefetch" href="https://a.org/a">', "would fetch", SHIP),
    "a preconnect": ('<link rel="preconnect" href="https://a.org">', "would fetch", SHIP),
    "a web manifest": ('<link rel="manifest" href="https://a.org/m.json">', "would fetch", SHIP),
    "a style sheet": ('<link rel="stylesheet" href="https://a.org/a.css">', "would fetch", SHIP),
    "a refresh": (
        '<meta http-equiv="Refresh" content="0; URL=https://a.org">',
        "would fetch",
        SHIP,
    ),
    "a base": ('<base href="https://a.org/">', "would fetch", SHIP),
    "a script from elsewhere": ('<script src="//a.org/a.js"></script>', "would fetch", SHIP),
    "a script that fetches": ("<script>fetch('https://a.org/a')</script>", "would fetch", SHIP),
    "a script that imports": ('<script>import("//a.org/a.js")</script>', "would fetch", SHIP),
    "a handler that fetches": (
        "<p onclick=\"fetch('https://a.org/a')\">x</p>",
        "would fetch",
        SHIP,
    ),
    "a style that imports": ("<style>@import 'https://a.org/a.css';</style>", "would fetch", SHIP),
    "a style with a url": (
        "<style>p { background: URL( //a.org/a ) }</style>",
        "would fetch",
        SHIP,
    ),
    "a style with an escape": (
        "<style>p{background:u\\72l(//a.org/a)}</style>",
        "would fetch",
        SHIP,
    ),
    "a style on an element": ('<p style="background: url(//a.org/a)">x</p>', "would fetch", SHIP),
    "a frame": ('<iframe src="https://a.org" title="x"></iframe>', "would fetch", SHIP),
    "an object": ('<object data="https://a.org/a"></object>', "would fetch", SHIP),
    "a video": ('<video poster="https://a.org/a"></video>', "would fetch", SHIP),
    "a form": ('<form action="https://a.org/"></form>', "would fetch", SHIP),
    "a ping": ('<p><a href="../" ping="https://a.org">x</a></p>', "would fetch", SHIP),
    "an image that is not there": (
        '<img src="../a.png" alt="x">',
        "loads ../a.png",
        "add the file",
    ),
    # Markup left as text.
    "a reference link": (
        "<p>See [the start][start].</p>",
        "reference link is left",
        "write [words]",
    ),
    "an open link": ("<p>See [the start](../start.</p>", "left as text", "bracket"),
    "an image left": ("<p>See ![the start].</p>", "left as text", "bracket"),
    "a footnote left": ("<p>So it is[^1].</p>", "left as text", "bracket"),
    "a number left": ("<p>It is [ten](=soft_lookup.x).</p>", "left as text", "bracket"),
    "a number name left": ("<p>It is ten (=soft_lookup.x).</p>", "name of a number", "[8.056]"),
    "open code": ("<p>The `n_k keys.</p>", "code is left", "close the backticks"),
    "a fence left": ("<p>~~~ python</p>", "fence is left", "blank line"),
    "an open fence": (
        "<pre><code>x\n```\nmore</code></pre>",
        "fence stands inside",
        "close the one",
    ),
    "open emphasis": ("<p>The **best match.</p>", "emphasis is left", "missing"),
    "an include left": ("<p>--8&lt;-- softmax.py</p>", "include is left", "into a fence"),
    "a dollar left": ("<p>The query $q$ asks.</p>", "formula is left", "close the \\$"),
    "a bracket formula left": ("<p>The query \\(q\\) asks.</p>", "formula is left", "between two"),
    "a TeX command left": ("<p>The \\sqrt of it.</p>", "formula is left", "between two"),
    "a placeholder": ("<p>It is {{ output }}.</p>", "placeholder is left", "fill it in"),
    "a template": ("<p>{% if x %}</p>", "placeholder is left", "fill it in"),
    "attributes left": ("<p>A heading { #here }</p>", "attributes are left", "behind"),
    "classes left": ("<p>A line {: .note }</p>", "attributes are left", "behind"),
    "a box left": ('<p>!!! tip "Predict first"</p>', "box is left", "blank line"),
    "a tag left": ("<p>&lt;div class='x'&gt; it</p>", "tag is left", "write it as code"),
    "an entity left": ("<p>90&amp;nbsp;times</p>", "entity is left", "type the sign"),
    "a table left": ("<p>| a | b | |---|---|</p>", "table is left", "blank line"),
    "a heading left": ("<p>## Next</p>", "heading is left", "blank line"),
    "a to-do": ("<p>TODO explain</p>", "placeholder is left", "write what belongs"),
    "filler": ("<p>Lorem ipsum dolor.</p>", "placeholder is left", "write what belongs"),
    "a lost sign": ("<p>It â€™s here.</p>", "sign was lost", "UTF-8"),
    # What Python printed.
    "None": ("<p>None</p>", "None or nan is printed", "return what"),
    "None in a cell": ("<table><tr><td>None</td></tr></table>", "None or nan", "return what"),
    "None in a sentence": ("<p>The output is None.</p>", "None or nan", "return what"),
    "nan": ("<p>The weight is nan here.</p>", "nan or inf", "in words"),
    "an array": ("<p>It is array([1, 2]).</p>", "object of Python", "in words"),
    "a float of NumPy": ("<p>It is np.float64(1).</p>", "object of Python", "in words"),
    "a function": ("<p>It is &lt;function softmax&gt;.</p>", "object of Python", "in words"),
    "an address": ("<p>A Figure object at 0x7f.</p>", "object of Python", "in words"),
    "a dictionary": ("<p>It is {'racket': 1}.</p>", "object of Python", "in words"),
    "an error": ("<p>KeyError: lion</p>", "error message", "mend what raises"),
    "a traceback": (
        "<pre><code>Traceback (most recent call last):\n</code></pre>",
        "a traceback",
        "mend what fails",
    ),
    "a machine path": ("<p>See <code>/home/me/x.py</code>.</p>", "path of the machine", "project"),
    # Shape.
    "an open div": ("<div><p>x</p>", "never closed", "close the tag"),
    "an open fold": ("<details><summary>x</summary><p>y</p>", "never closed", "close the tag"),
    "an open answer": (
        '<details class="option"><summary>x</summary><p>y</p>',
        "stands inside a <details option>",
        "close what stands above",
    ),
    "a closed div too many": ("</div>", "closes nothing", "close the tag"),
    "an open span": ("<p><span>x</p>", "never closed", "close the tag"),
    "crossed tags": ("<p><em><strong>x</em></strong></p>", "never closed", "close the tag"),
    "a heading in a fold": (
        "<details><summary>x</summary><h2 id='y'>y</h2></details>",
        "swallows the rest",
        "close what stands above",
    ),
    "a heading in a box": (
        '<div class="admonition tip"><h3 id="y">y</h3></div>',
        "swallows the rest",
        "close what stands above",
    ),
    "a fold in an answer": (
        '<details class="option"><summary>x</summary><details><summary>y</summary>z</details></details>',
        "stands inside an answer",
        "close the one above",
    ),
    "a fold without a line": ("<details><p>x</p></details>", "no line to click", "<summary>"),
    "an empty fold": ("<details><summary>x</summary></details>", "nothing behind", "indent"),
    "an empty heading": ("<h3 id='y'></h3>", "no words", "write some"),
    "a second title": ("<h1 id='y'>y</h1>", "2 main headings", "single #"),
    "an id given twice": ('<p id="steps">x</p>', "'steps' is given 2 times", "its own"),
    "an id with a space": ('<p id="two words">x</p>', "cannot be linked to", "one word"),
    "an image without text": ('<img src="../assets/key.png">', "has no text", "say what it shows"),
    "an image with no words": (
        '<img src="../assets/key.png" alt=" ">',
        "has no text",
        "say what it shows",
    ),
    "a picture without text": ('<svg role="img"><path d="M0 0"/></svg>', "has no text", "caption"),
    "a frame to look through": (
        '<iframe src="../" title="x"></iframe>',
        "no check can read",
        "link",
    ),
    "a lost caption": (
        '<svg role="img" aria-labelledby="lost"><path d="M0 0"/></svg>',
        "points to 'lost'",
        "give the caption that id",
    ),
    # Ink.
    "black ink": (
        '<figure><svg aria-label="x"><path fill="black"/></svg></figure>',
        "black",
        "ink",
    ),
    "hex ink": ('<figure><svg aria-label="x"><path fill="#000"/></svg></figure>', "#000", "ink"),
    "rgb ink": (
        '<figure><svg aria-label="x"><path style="stroke: rgb(0 0 0)"/></svg></figure>',
        "rgb",
        "ink",
    ),
    "hsl ink": (
        '<figure><svg aria-label="x"><path style="fill:hsl(0,0%,0%)"/></svg></figure>',
        "hsl",
        "ink",
    ),
    "ink in a style": (
        '<figure><svg aria-label="x"><style>path{fill:#111}</style><path/></svg></figure>',
        "#111",
        "ink",
    ),
    "a gradient": (
        '<figure><svg aria-label="x"><stop stop-color="white"/></svg></figure>',
        "white",
        "ink",
    ),
    "letters without ink": (
        '<figure><svg aria-label="x"><text x="1">ball</text></svg></figure>',
        "“ball” has no ink",
        "ink",
    ),
    "a shape without ink": (
        '<figure><svg aria-label="x"><rect width="1"/></svg></figure>',
        "<rect> has no ink",
        "ink",
    ),
    "a marker without ink": (
        '<figure><svg aria-label="x"><defs><path id="m" d="M 0 1 L 2 3 L 4 0 z"/></defs>'
        '<use href="#m" class="stroke-paper"/></svg></figure>',
        "the marker #m has no ink",
        "ink",
    ),
    "a link to another page than its words say": (
        '<p>There are <a href="../">several heads</a>.</p>',
        "the link ../ leads to a page about something else",
        "share one with the title",
    ),
    # Counts.
    "a list that is longer than it says": (
        "<p>There are two reasons:</p><ul><li>a</li><li>b</li><li>c</li></ul>",
        "two are announced, and 3 follow",
        "count again",
    ),
    "fewer sections than are announced": (
        "<h2>Axes</h2><p>These three mix them up.</p><h3>One</h3><p>x</p><h3>Other</h3><p>y</p>",
        "“These three”, and 2 sections follow",
        "count again",
    ),
    "a heading that counts otherwise than its address": (
        '<h2 id="three-roles">One token, four roles</h2>',
        "the address #three-roles says three",
        "count again",
    ),
    "a fold with another number of bugs": (
        '<details><summary>Two bugs</summary><div class="admonition bug">x</div></details>',
        "“Two bugs”, and there are 1 in the fold",
        "count again",
    ),
    "between three": ("<p>It lies between the three.</p>", "between are two", "count again"),
    "three or five": ("<p>It takes three or five steps.</p>", "no neighbours", "count again"),
    "a range of nothing": ("<p>It lies between 1 and 1.</p>", "is no range", "count again"),
    "a list that begins in the middle": (
        '<ol start="2"><li>x</li></ol>',
        "a list begins with 2",
        "begin with 1",
    ),
    # Formulas.
    "an index that nobody names": (
        "<p><math><msub><mi>s</mi><mi>l</mi></msub></math></p>",
        "the index l is not explained",
        "sum over it",
    ),
    "a sum over another index": (
        "<p><math><munder><mo>∑</mo><mi>l</mi></munder><msub><mi>s</mi><mi>j</mi></msub></math></p>",
        "a sum runs over l",
        "index",
    ),
    "a width that is counted": (
        "<p><math><msub><mi>d</mi><mi>i</mi></msub></math></p>",
        "d has the index i here",
        "one of k, v",
    ),
    "a key that is counted like a query": (
        "<p><math><msub><mi>k</mi><mi>i</mi></msub></math></p>",
        "k has the index i here",
        "one of j, c",
    ),
    "a bitmap": (
        '<figure><svg aria-label="x"><image href="data:image/png;base64,AA"/></svg></figure>',
        "bitmap",
        "ink",
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(made: Site, fault: str) -> None:
    planted, said, remedy = PLANTED[fault]
    made.write(PAGE.replace("<!-- here -->", planted))
    assert _says(made.findings(), said, remedy.replace("\\", ""))


# Faults of the whole site: what is done to it, what is said, the remedy.
def _without_receipts(site: Site) -> None:
    (site.folder / receipts.FILE).unlink()


def _broken_receipts(site: Site) -> None:
    (site.folder / receipts.FILE).write_text('{"pages": {"": {}}}', encoding="utf-8")


def _a_page_more(site: Site) -> None:
    (site.folder / "extra.html").write_text(START, encoding="utf-8")


def _a_page_less(site: Site) -> None:
    (site.folder / "soft-lookup" / "index.html").unlink()


def _an_empty_page(site: Site) -> None:
    site.write("")


def _a_page_cut_short(site: Site) -> None:
    site.write(PAGE[: PAGE.index('<h2 id="ask">')])


def _a_style_that_fetches(site: Site) -> None:
    (site.folder / "assets" / "site.css").write_text(
        '@import "https://a.org/a.css";', encoding="utf-8"
    )


def _a_script_that_fetches(site: Site) -> None:
    (site.folder / "assets" / "x.js").write_text("fetch(`https://a.org/a`)", encoding="utf-8")


def _a_picture_that_fetches(site: Site) -> None:
    text = '<svg><image href="https://a.org/a"/></svg>'
    (site.folder / "assets" / "x.svg").write_text(text, encoding="utf-8")


def _a_manifest_that_fetches(site: Site) -> None:
    text = '{"icons": [{"src": "https://a.org/a.png"}]}'
    (site.folder / "assets" / "x.webmanifest").write_text(text, encoding="utf-8")


def _a_missing_style(site: Site) -> None:
    (site.folder / "assets" / "site.css").unlink()


WHOLE = [
    (_without_receipts, "there is no receipts.json", "its own plugin"),
    (_broken_receipts, "cannot be read", "its own plugin"),
    (_a_page_more, "the checks never saw this page", BUILD),
    (_a_page_less, "it is not in the site", "again"),
    (_an_empty_page, "mark of the checks", BUILD),
    (_a_page_cut_short, "ends without its footer", "close the tag"),
    (_a_style_that_fetches, "would fetch https://a.org", SHIP),
    (_a_script_that_fetches, "would fetch https://a.org", SHIP),
    (_a_picture_that_fetches, "would fetch https://a.org", SHIP),
    (_a_manifest_that_fetches, "would fetch https://a.org", SHIP),
    (_a_missing_style, "loads ../assets/site.css", "add the file"),
]


@pytest.mark.parametrize(
    ("spoil", "said", "remedy"), WHOLE, ids=[spoil.__name__ for spoil, _, _ in WHOLE]
)
def test_a_fault_of_the_site_is_found(
    made: Site, spoil: Callable[[Site], None], said: str, remedy: str
) -> None:
    spoil(made)
    assert _says(made.findings(), said, remedy)


INNOCENT = [
    "Scores 3, 2 and 1; values 10, 5 and 2.",
    "racket at (2, 1), ball at (2, 0), tree at (−1, 2)",
    "Vaswani and others 2017 took 8 heads.",
    "In 1964 and again in 2020.",
    "Released on 2026-11-17.",
    "A post of 22 October 2022.",
    "Three steps lead there.",
    "One of the sources says so.",
    "It means one of two things.",
    "The weights sum to 1.",
    "The rows add up to 1, the columns need not.",
    "The output is 0 everywhere.",
    "A weight of 0 times NaN is NaN.",
    "A 2-D array, a 1-D array.",
    "In 32-bit arithmetic.",
    "The first, the second and the third entry.",
    "A third entry joins in.",
    "The 1st and the 2nd row.",
    "Section 3.2 of the paper says so.",
    "See §3.2.1 and Table 4.",
    "Figures 2 and 3 show it.",
    "Text CC BY 4.0, code MIT.",
    "arXiv:1706.03762 has it.",
    "doi:10.1000/182 has it.",
    "Python 3.11.5 or newer.",
    "GPT-2 and MT-19937 are names.",
    "Use <code>NumPy 2.0</code>.",
    "Use <code>Python 3.11</code> or newer.",
    "Install <code>numpy>=2.0</code>.",
    "The licence is <code>CC BY 4.0</code>.",
    "Take <code>onnx 1.23</code>.",
    "Ask <code>m[8.0]</code> and see.",
    "Write <code>scale=0.5</code> there.",
    "Call <code>np.full(3, 0.5)</code>.",
    "The point <code>(0.1, 0.2, -0.3)</code>.",
    "The array <code>[3, 2, 1]</code>.",
    "See <code>mask=None</code>.",
    "Use <code>x[:, None]</code>.",
    "Run <code>make test</code> twice.",
    "Read it twice, then again.",
    "Half of the readers know this.",
    "The two of them agree.",
    "Two of the three sources agree.",
    "None of the sources says so.",
    "Nothing is read. None was hidden.",
    "Say it in one sentence.",
    "Item 3. Then item 4.",
    "It is either 1 or 2.",
    "Between 2 and 10, whatever the query.",
    "Functions of two to twelve lines.",
    "A 3 × 2 matrix times a vector.",
    "0 / 0 is not a number.",
    "What is 1/√d for?",
    "The answer (in brackets) [and more].",
    "Ask: is it so? Yes!",
    "It costs nothing; see the note.",
    "The e-th part, the n-th row.",
    "So <math><msub><mi>d</mi><mi>k</mi></msub><mo>=</mo><mn>64</mn></math> there.",
    "So <math><msup><mi>x</mi><mn>2</mn></msup></math> there.",
    "So <math><mfrac><mn>1</mn><msqrt><mi>d</mi></msqrt></mfrac></math> there.",
    "So <math><mi>x</mi><mo>+</mo><mi>y</mi><mo>=</mo><mn>1</mn></math> there.",
    "So <math><mo>(</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo>)</mo></math> there.",
    "So <math><msub><mi>w</mi><mrow><mn>1</mn><mo>,</mo><mn>2</mn></mrow></msub></math> there.",
    'GloVe has <a href="https://example.org">840 billion tokens</a>.',
    'See <a href="https://example.org/v1.2.3?x=0.5">the page</a>.',
    '<a id="here"></a>An anchor.',
    "Ten entries, eleven keys, twelve values.",
    "Step 1 of the list.",
    "It is a win for everyone, in 2 ways.",
    "The key–value pair; the query’s row.",
    "Infinity and info are words, and so is nanometre.",
    "The * of a footnote, the & of a firm.",
    "<kbd>Ctrl</kbd>+<kbd>C</kbd> stops it.",
]
INNOCENT_BLOCKS = [
    "<p><math><munder><mo>∑</mo><mi>l</mi></munder><msub><mi>s</mi><mi>l</mi></msub></math></p>",
    "<p>Number <math><mi>c</mi></math>: <math><msub><mi>q</mi><mi>c</mi></msub></math>.</p>",
    "<ol><li>one</li><li>two</li></ol>",
    "<p>There are two reasons:</p><ul><li>a</li><li>b</li></ul>",
    "<p>Between two and three of them pass, one or two fail, and it lies between 2 and 10.</p>",
    '<h2 id="three-measures">Better, as well, or worse?</h2>',
    "<details><summary>Two bugs and three readers</summary><p>x</p></details>",
    '<div class="language-console highlight"><pre><code>$ make serve PORT=8001\n</code></pre></div>',
    '<div class="language-bash highlight"><pre><code>sleep 0.5\n</code></pre></div>',
    '<div class="language-md highlight"><pre><code>[0.665](=soft_lookup.output)\n</code></pre></div>',
    '<div class="language-text highlight"><pre><code>docs/\n  index.md\n</code></pre></div>',
    '<p><img src="../assets/key.png" alt="A key"></p>',
    '<p><img src="data:image/png;base64,AA" alt="A key"></p>',
    "<details><summary>Hint</summary><p>Look again.</p></details>",
    '<span class="twemoji"><svg viewBox="0 0 24 24"><path d="M1 2" fill="black"/></svg></span>',
    '<figure><svg aria-label="x"><g style="fill: var(--fig-ink)"><text>ball</text></g></svg></figure>',
    '<figure><svg aria-label="x"><path style="fill: none; stroke: currentColor"/></svg></figure>',
    '<figure><svg aria-label="x"><defs><path id="m"/></defs><use href="#m"/></svg></figure>',
    '<figure><svg aria-label="x"><defs><path id="m" d="M0 0 1 1z"/></defs>'
    '<use href="#m" fill="none"/></svg></figure>',
    '<figure><svg aria-label="x"><svg></svg><title>x</title></svg></figure>',
    '<p><a href="mailto:x@example.org">Write</a></p>',
    "<script>let name = 'https';</script>",
]


@pytest.mark.parametrize("text", INNOCENT)
def test_an_innocent_text_passes(made: Site, text: str) -> None:
    made.write(PAGE.replace("<!-- here -->", f"<p>{text}</p>"))
    assert [str(f) for f in made.findings()] == []


@pytest.mark.parametrize("block", INNOCENT_BLOCKS)
def test_an_innocent_block_passes(made: Site, block: str) -> None:
    made.write(PAGE.replace("<!-- here -->", block))
    assert [str(f) for f in made.findings()] == []


@pytest.mark.parametrize("content", [b"", b" ", b"<!-- x -->", b"words", b"\xff", b"<div>" * 3000])
def test_what_is_no_page_does_not_pass_for_one(made: Site, content: bytes) -> None:
    (made.folder / "soft-lookup" / "index.html").write_bytes(content)
    assert _says(made.findings(), "mark of the checks", BUILD)


@pytest.mark.parametrize("root", ["/", "/folder/"])
@pytest.mark.parametrize(
    ("page", "dead"), [("soft-lookup/", 0), ("", 0), ("#x", 1), ("nowhere/", 1)]
)
def test_the_page_for_dead_addresses_links_from_the_root(
    made: Site, root: str, page: str, dead: int
) -> None:
    style = f'<link rel="stylesheet" href="{root}assets/site.css"></head>'
    lost = START.replace("</head>", style).replace('href="soft-lookup/"', f'href="{root}{page}"')
    (made.folder / "404.html").write_text(lost, encoding="utf-8")
    assert sum("is dead" in finding.what for finding in made.findings()) == dead
    assert len(made.findings()) == dead


def test_a_folder_without_pages_is_no_site(tmp_path: Path) -> None:
    assert _says(verify(tmp_path / "nowhere"), "there is no page here", "build the site first")


def test_there_are_enough_faults_and_innocents() -> None:
    assert len(UNCHECKED_NUMBERS) + len(IN_THE_FRAME) + len(PLANTED) + len(WHOLE) >= 120
    assert len(INNOCENT) + len(INNOCENT_BLOCKS) >= 60


# The receipt.
def test_a_receipt_outlives_rewritten_links_and_colours() -> None:
    printed = '<p>See <a href="x.md">0.665</a> <code>a = 1</code></p>'
    finished = (
        '<div class="part"><p>See\n<a href="../x/">0.665</a> <code class="c">a = 1</code></p></div>'
    )
    assert receipt_of(printed) == receipt_of(finished)


@pytest.mark.parametrize(
    "other",
    [
        "<td>1</td><td>23</td>",
        "<td>12</td><td>4</td>",
        "<td>12</td>",
        '<td title="a">12</td><td>3</td>',
        '<td>12</td><td>3<img alt="3"></td>',
    ],
)
def test_a_receipt_changes_with_what_is_read(other: str) -> None:
    def table(cells: str) -> str:
        return f"<table><tr>{cells}</tr></table>"

    assert receipt_of(table("<td>12</td><td>3</td>")) != receipt_of(table(other))


def test_receipts_are_read_as_they_were_written(tmp_path: Path) -> None:
    written = {"soft-lookup/": Receipts([Number("a.b", "66.5 %", "0.665")], {"table a.b": "c"})}
    receipts.write(tmp_path, written)
    assert receipts.read(tmp_path) == written


# Numbers as they are typed.
AGREE = [
    ("66.5 %", 0.66524),
    ("66.5 percent", 0.66524),
    ("10 000", 10_000.0),
    ("20×", 20.0),
    ("20 times", 20.2),
    ("2/3", 0.66667),
    ("½", 0.5),
    ("ten", 10),
    ("twenty-one", 21),
    ("twice", 1.97),
    ("tenfold", 10.2),
    ("a third", 0.3333),
    ("two thirds", 0.6667),
    ("0", 0.0),
    ("0", 2.8e-17),
    ("0.00", 0.004),
]
DIFFER = [
    ("0", 0.3),
    ("0", 0.001),
    ("2/3", 0.66),
    ("ten", 9),
    ("twenty", 19),
    ("twice", 2.3),
    ("a third", 0.3),
    ("8.056", float("nan")),
    ("8.056", float("inf")),
]


@pytest.mark.parametrize(("typed", "computed"), AGREE)
def test_typed_numbers_agree(typed: str, computed: float) -> None:
    assert numerals.agrees(typed, computed)


@pytest.mark.parametrize(("typed", "computed"), DIFFER)
def test_typed_numbers_differ(typed: str, computed: float) -> None:
    assert not numerals.agrees(typed, computed)


@pytest.mark.parametrize("typed", ["0,9", "1,5", "10,24", "", "many", "1/0", "8.056 or so", "e"])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="cannot read"):
        numerals.agrees(typed, 0.9)


# From a finding back to its line.
SOURCE = """---
description: A page.
---

# Soft lookup

The weights are positive and sum to 1. So the output is an **average**: it lies
between the smallest and the largest value, here [8.056](=soft_lookup.output) of
0.665 and $x = 0.5$.

| racket | 0.665 |
See [the start](index.md) first.
Then [the keys](notation.md#key).
"""


@pytest.mark.parametrize(
    ("excerpt", "needle", "line"),
    [
        ("| racket | 0.665 |", "", 11),
        ("racket", "0.665", 11),
        ("…and the largest value, here 8.056 of 0.665 and…", "0.665", 9),
        ("…and the largest value, here 8.056 of 0.665 and…", "", 8),
        ("So the output is an average: it lies between", "", 7),
        ("See the start first.", "", 12),
        ("the start", "../#x", 12),
        ("the keys", "../notation/#key", 13),
        ("…value, here 8.056 of 0.665 and x = 0.5.", "0.5", 9),
        ("", "index.md", 12),
        ("nowhere to be seen", "", None),
        ("nowhere to be seen", "0.7", None),
        ("", "", None),
    ],
)
def test_a_finding_is_traced_to_its_line(excerpt: str, needle: str, line: int | None) -> None:
    assert line_of(SOURCE, excerpt, needle) == line


# The walk itself.
def test_only_changed_pages_are_read_again(made: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from softlookup.verify import walk

    read: list[str] = []

    def noting(name: str, content: bytes) -> object:
        read.append(name)
        return parse(name, content)

    parse = walk.parse
    monkeypatch.setattr(walk, "parse", noting)
    memory: walk.Memory = {}
    assert verify(made.folder, memory) == []
    made.write(PAGE.replace("<!-- here -->", "<p>It is 0.7.</p>"))
    found = verify(made.folder, memory)
    assert read == ["index.html", "soft-lookup/index.html", "soft-lookup/index.html"]
    assert [f.rule for f in found] == ["number"]
    # The digest of the site, in the foot of every page.
    for digest in ("0123456789abcdef", "fedcba9876543210"):
        made.write(PAGE.replace("<!-- here -->", f"<p>digest <code>{digest}</code></p>"))
        verify(made.folder, memory)
    assert len(read) == 4


def test_an_anchor_that_vanishes_is_missed_by_pages_that_did_not_change(made: Site) -> None:
    memory: Memory = {}
    assert verify(made.folder, memory) == []
    made.write(PAGE, START.replace('id="start"', 'id="begin"'))
    assert [f.page for f in verify(made.folder, memory)] == ["soft-lookup/index.html"]


def test_what_every_page_repeats_is_said_once(made: Site) -> None:
    footer = "<footer>Text CC BY 4.0, 0.7.</footer></body>"
    made.write(
        re.sub(r"<footer.*</footer>.*</body>", footer, PAGE, flags=re.S),
        re.sub(r"<footer.*</body>", footer, START, flags=re.S),
    )
    assert len(made.findings()) == 1


def test_the_command_says_what_is_wrong_and_answers_one(made: Site) -> None:
    def run(*flags: str) -> subprocess.CompletedProcess[str]:
        command = [
            sys.executable,
            "-X",
            "utf8",
            "-m",
            "softlookup.verify",
            str(made.folder),
            *flags,
        ]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    assert run().returncode == 0
    made.write(PAGE.replace("<!-- here -->", "<p>It is 0.7.</p>"))
    said = run()
    assert said.returncode == 1
    assert (
        "docs/soft-lookup.md, under “Three steps”: nothing checks the decimal “0.7”" in said.stdout
    )
    made.write(
        PAGE.replace(
            "<!-- here -->", "<pre><code>a\nTraceback (most recent call last):\n b</code></pre>"
        )
    )
    assert "a traceback is printed in “Traceback (most recent call last):”:" in run().stdout
    made.write(PAGE.replace("<!-- here -->", "<p>It is 0.7.</p>"))
    assert json.loads(run("--json").stdout)[0]["rule"] == "number"


def test_the_walk_needs_no_builder() -> None:
    code = (
        "import sys, softlookup.verify.__main__;"
        "print([m for m in sys.modules if m.split('.')[0] in ('mkdocs', 'markdown', 'numpy', 'matplotlib')"
        " or m.startswith(('softlookup.build', 'softlookup.site', 'softlookup.page'))])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
