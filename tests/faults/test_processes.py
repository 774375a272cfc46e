"""Many processes on one store: nobody is lost, nobody waits for ever."""
