"""Requests and answers of the JSON API, for server and client. Only here are tags `metadata`."""
