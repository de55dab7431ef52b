"""What every area shares: dialects, transactions, statements, rows, migrations."""
