"""The same lookup in PyTorch: query, keys and values learn, and no slope is written by hand."""
# MIT licence, Soft Lookup

import torch
from torch import Tensor


def hard_lookup(query: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """The value of the best match; of several equally good ones, the first."""
    return values[torch.argmax(keys @ query)]  # () or (d_v,)   only this value gets a gradient


def soft_lookup(query: Tensor, keys: Tensor, values: Tensor, temperature: float = 1.0) -> Tensor:
    """The blend of all values, by softmax(score / temperature)."""
    if not temperature > 0:
        raise ValueError(f"temperature must be above 0, not {temperature}: for 0 use hard_lookup")
    scores = keys @ query  # (n_k,)
    shifted = scores - scores.max().detach()  # first: then a tiny temperature cannot overflow
    return torch.softmax(shifted / temperature, dim=-1) @ values  # () or (d_v,)


if __name__ == "__main__":
    query = torch.tensor([1.0, 1.0], requires_grad=True)  # tennis
    keys = torch.tensor([[2.0, 1.0], [2.0, 0.0], [-1.0, 2.0]], requires_grad=True)
    values = torch.tensor([10.0, 5.0, 2.0], requires_grad=True)  # racket, ball, tree

    for lookup in (hard_lookup, soft_lookup):
        output = lookup(query, keys, values)
        slopes = torch.autograd.grad(output, (values, query), allow_unused=True)
        print(lookup.__name__, round(output.item(), 3))
        for name, slope in zip(("values", "query"), slopes, strict=True):
            shown = "none, an index has no slope" if slope is None else slope.numpy().round(3)
            print("  slope by", name, shown)
