"""A second, slow and obvious implementation of some rules of Saipan, written without a look at the engine."""
