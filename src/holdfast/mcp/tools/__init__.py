"""What each tool does. A tool is a function of a desk and checked arguments; it begins with asking the gate."""
