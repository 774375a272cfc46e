"""Full disks, folders that cannot be written, and files that are not a store."""
