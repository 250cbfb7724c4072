"""One module a picture: SAYS, what it shows in one sentence, and draw(), which returns a Figure."""
