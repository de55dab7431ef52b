"""The migrations: numbered pairs of SQL files, one for each kind of database."""
