"""What a server tells of its work: metrics, traces, and where a run stands in a trace."""
