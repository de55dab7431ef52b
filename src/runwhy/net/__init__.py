"""The network, guarded: where programs of others may make this server connect to."""
