"""Normalizers: pure folds that turn an agent's raw lines into entries."""
