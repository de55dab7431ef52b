"""SQL code that all areas share: dialects, transactions, statements, rows, migrations."""
