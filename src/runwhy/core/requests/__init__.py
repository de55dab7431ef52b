"""What a request becomes: the plan of a run, and imported histories."""
