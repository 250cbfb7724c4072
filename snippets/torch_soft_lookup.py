"""The same lookup in PyTorch: query, keys and values learn, and no slope is written by hand."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.2.4, 2026-11-19. Python 3.11, PyTorch 2 or newer. Explained at frameworks/

import torch
from torch import Tensor


def check_shapes(query: Tensor, keys: Tensor, values: Tensor) -> None:
    """Refuse what would broadcast into another lookup: one query, n_k keys, n_k values."""
    fit = query.ndim == 1 and keys.ndim == 2 and values.ndim in (1, 2)
    if not fit or keys.shape[1] != len(query) or len(keys) != len(values) or len(keys) == 0:
        shapes = f"{tuple(query.shape)}, {tuple(keys.shape)}, {tuple(values.shape)}"
        wanted = "(d_k,), (n_k, d_k), (n_k,) or (n_k, d_v), with n_k above 0"
        raise ValueError(f"query, keys, values have the shapes {shapes}: give {wanted}")


def hard_lookup(query: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """The value of the best match; of several equally good ones, the first."""
    check_shapes(query, keys, values)
    return values[torch.argmax(keys @ query)]  # () or (d_v,)   only this value gets a gradient


def soft_lookup(query: Tensor, keys: Tensor, values: Tensor, temperature: float = 1.0) -> Tensor:
    """The blend of all values, by softmax(score / temperature)."""
    if not temperature > 0:
        raise ValueError(f"temperature must be above 0, not {temperature}: for 0 use hard_lookup")
    check_shapes(query, keys, values)
    scores = keys @ query  # (n_k,)
    shifted = scores - scores.max().detach()  # first: then a tiny temperature cannot overflow
    limits = torch.finfo(torch.promote_types(scores.dtype, torch.float32))  # it divides in this
    temperature = max(temperature, limits.tiny * limits.eps)  # a smaller one would round to 0
    return torch.softmax(shifted / temperature, dim=-1) @ values  # () or (d_v,)


def described(slope: Tensor | None) -> str:
    """A slope in a few digits."""
    if slope is None:
        return "none, an index has no slope"
    return str(slope.numpy().round(3))


if __name__ == "__main__":
    query = torch.tensor([1.0, 1.0], requires_grad=True)  # tennis
    keys = torch.tensor([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]], requires_grad=True)
    values = torch.tensor([10.0, 5.0, 2.0], requires_grad=True)  # racket, ball, tree

    for lookup in (hard_lookup, soft_lookup):
        output = lookup(query, keys, values)
        slopes = torch.autograd.grad(output, (values, query), allow_unused=True)
        print(lookup.__name__, round(output.item(), 3))
        for name, slope in zip(("values", "query"), slopes, strict=True):
            print("  slope by", name, described(slope))
