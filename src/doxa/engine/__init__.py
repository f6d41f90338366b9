"""The only loop: drive a script, perform its steps, append events. Resuming and forking run the same loop."""
