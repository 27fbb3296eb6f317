"""The examples of docs/hosting.md, tried."""
