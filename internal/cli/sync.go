package cli

// syncFlag is of the commands that record for others.
type syncFlag struct {
	Sync bool `help:"Sync to disk before anything is passed on, so that a power failure loses nothing that was. Slower; without it what was passed on survives the end of the program, however it ends."`
}
