"""The second engine beside the first."""
