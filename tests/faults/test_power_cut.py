"""The power goes out at any moment: nothing acknowledged is lost, nothing else appears."""
