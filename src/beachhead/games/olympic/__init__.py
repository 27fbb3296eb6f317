"""Operation Olympic: The Invasion of Japan, 1 November 1945 (SPI, 1974)."""
