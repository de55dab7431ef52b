"""What tests share, ours and other people's: fakes, builders, and the contracts of the ports."""
