"""Proofs about the service, written from docs/protocol.md by somebody who looks at it from outside."""
