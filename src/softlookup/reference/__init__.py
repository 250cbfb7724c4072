"""What the reference pages print."""
