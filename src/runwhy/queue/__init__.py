"""The durable queue: claims runs, keeps heartbeats, and frees the runs of dead workers."""
