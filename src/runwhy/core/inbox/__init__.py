"""The inbox: items that wait for a person, and notifications about them."""
