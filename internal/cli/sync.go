package cli

// syncFlag is of the commands that record for others.
type syncFlag struct {
	Sync bool `help:"Wait for the disk itself before anything is passed on, so that power loss costs nothing that was. Slower; without it what was passed on survives the end of the program, however it ends."`
}
