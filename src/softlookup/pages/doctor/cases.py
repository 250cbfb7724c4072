"""Mistakes that were made in public, retold in our own code: what each thread reports, and a function."""

from dataclasses import dataclass
from functools import cache
from textwrap import dedent

from softlookup.doctor import Report, source_report


@dataclass(frozen=True)
class Case:
    """One function that somebody wrote, more or less."""

    name: str
    title: str
    told: str  # what happened
    thread: str  # owner/repository#number; nothing, if it is nobody's
    text: str
    pull: bool = False  # a pull request, not an issue

    @property
    def url(self) -> str:
        """Where it was reported."""
        repository, number = self.thread.split("#")
        return f"https://github.com/{repository}/{'pull' if self.pull else 'issues'}/{number}"

    @property
    def code(self) -> str:
        """The function as it is pasted."""
        return dedent(self.text).strip() + "\n"


@cache
def examined(case: Case) -> Report:
    """What the doctor says of it, asked once."""
    return source_report(case.code)


CASES = (
    Case(
        "softmax_axis",
        "The softmax that ran down the columns",
        "In the attention of a diffusion model, softmax ran over the wrong axis. The model trained well enough "
        "that nobody had noticed.",
        "labmlai/annotated_deep_learning_paper_implementations#146",
        """
        import numpy as np

        def attention(q, k, v):
            scores = q @ k.T / np.sqrt(k.shape[-1])
            grown = np.exp(scores - scores.max(axis=0))
            weights = grown / grown.sum(axis=0)
            return weights @ v
        """,
    ),
    Case(
        "mask_polarity",
        "The mask that showed the future",
        "A chapter gave PyTorch’s function a mask in which True meant *hidden*. There, True means *may be read*, so "
        "every word saw what came after it and nothing else.",
        "rasbt/LLMs-from-scratch#1061",
        """
        import numpy as np

        def softmax(x):
            e = np.exp(x - x.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def sdpa(query, key, value, attn_mask=None):
            scores = query @ key.T / np.sqrt(query.shape[-1])
            if attn_mask is not None:
                scores = np.where(attn_mask, -np.inf, scores)
            return softmax(scores) @ value
        """,
    ),
    Case(
        "tiny_fill",
        "Minus one billionth",
        "Hidden scores were set to −1e-9, where −1e9 was meant. It is one minus sign too many, and the mask "
        "hid nothing.",
        "Shujun-He/RibonanzaNet#5",
        """
        import numpy as np

        def attention(q, k, v, mask):
            scores = q @ k.T * q.shape[-1] ** -0.5
            scores = np.where(mask, scores, -1e-9)
            weights = np.exp(scores - scores.max(-1, keepdims=True))
            weights /= weights.sum(-1, keepdims=True)
            return weights @ v, weights
        """,
    ),
    Case(
        "masked_late",
        "First the softmax, then the mask",
        "A widely used library of vision models applied its mask after the softmax. Here that is a product, and the "
        "rows then sum to less than 1.",
        "huggingface/pytorch-image-models#2236",
        """
        import numpy as np

        def attention(q, k, v, attn_mask=None):
            scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = e / e.sum(axis=-1, keepdims=True)
            if attn_mask is not None:
                weights = weights * attn_mask
            return weights @ v
        """,
        pull=True,
    ),
    Case(
        "model_width",
        "The width of all heads together",
        "A popular vision transformer divided by the root of the whole width, and not of one head’s. Its author had "
        "written attention for nearly a year.",
        "lucidrains/vit-pytorch#65",
        """
        import numpy as np

        def attention(q, k, v, heads):
            n, width = q.shape
            q, k, v = (x.reshape(len(x), heads, -1).swapaxes(0, 1) for x in (q, k, v))
            scores = q @ k.swapaxes(1, 2) * width ** -0.5
            e = np.exp(scores - scores.max(-1, keepdims=True))
            out = e / e.sum(-1, keepdims=True) @ v
            return out.swapaxes(0, 1).reshape(n, -1)
        """,
    ),
    Case(
        "scale_twice_inverted",
        "Divided by one over the root",
        "The scale was stored as one over the root of the width, and then the scores were *divided* by it.",
        "esceptico/perceiver-io#9",
        """
        import numpy as np

        def attend(q, k, v):
            scale = q.shape[-1] ** -0.5
            scores = (q @ k.T) / scale
            e = np.exp(scores - scores.max(-1, keepdims=True))
            return e / e.sum(-1, keepdims=True) @ v
        """,
    ),
    Case(
        "heads_merged",
        "The permute that was forgotten",
        "After the heads had answered, their tables were reshaped without changing the axes first, so that "
        "the answers of different words were mixed. The test, copying a text, still passed.",
        "jsbaan/transformer-from-scratch#6",
        """
        import numpy as np

        def multi_head(q, k, v, num_heads):
            n = len(q)
            q, k, v = (x.reshape(len(x), num_heads, -1).transpose(1, 0, 2) for x in (q, k, v))
            scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
            e = np.exp(scores - scores.max(-1, keepdims=True))
            values = e / e.sum(-1, keepdims=True) @ v
            return values.reshape(n, -1)
        """,
        pull=True,
    ),
    Case(
        "not_low_enough",
        "Minus ten thousand is not minus infinity",
        "Hidden scores were lowered by 1e4. In training, other scores fell lower still, and then the model read what "
        "it was not to see.",
        "huggingface/transformers#14859",
        """
        import numpy as np

        def attention(q, k, v, attention_mask=None):
            scores = q @ k.T / np.sqrt(k.shape[-1])
            if attention_mask is not None:
                scores = scores + np.where(attention_mask, 0.0, -1e4)
            scores -= scores.max(axis=-1, keepdims=True)
            return np.exp(scores) @ v / np.exp(scores).sum(axis=-1, keepdims=True)
        """,
    ),
    Case(
        "nothing_to_read",
        "A row without anything to read",
        "A boolean mask with a row of False gave NaN, and one NaN is enough to lose a whole training run.",
        "pytorch/pytorch#103963",
        """
        import numpy as np

        def attention(q, k, v, mask=None):
            scores = q @ k.T / np.sqrt(k.shape[-1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) @ v
        """,
    ),
    Case(
        "flag_ignored",
        "The flag that nobody read",
        "On one kind of hardware the path for dense attention knew no causal flag, and dropped it without a word.",
        "vllm-project/vllm-omni#7324",
        """
        import numpy as np

        def attention(q, k, v, is_causal=False):
            scores = q @ k.T / np.sqrt(k.shape[-1])
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) @ v
        """,
        pull=True,
    ),
    Case(
        "two_at_once",
        "Two at once",
        "Nobody’s in particular: no scale, and the mask added to the scores as it is.",
        "",
        """
        import numpy as np

        def attention(q, k, v, mask=None):
            scores = q @ k.T
            if mask is not None:
                scores = scores + mask
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) @ v
        """,
    ),
    Case(
        "sound",
        "Nothing wrong",
        "And a sound one, so that you have seen what silence looks like: it comes with a list of what was not tried.",
        "",
        """
        import numpy as np

        def attention(q, k, v, mask=None):
            scores = q @ k.T / np.sqrt(k.shape[-1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            best = scores.max(axis=-1, keepdims=True)
            e = np.exp(scores - np.where(np.isfinite(best), best, 0))
            total = e.sum(axis=-1, keepdims=True)
            return np.divide(e, total, where=total > 0, out=np.zeros_like(e)) @ v
        """,
    ),
)
BY_NAME = {case.name: case for case in CASES}
