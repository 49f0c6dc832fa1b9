//go:build race

package cli

// UnderRace reports whether the race detector is on. With it, tests over many bytes take minutes.
const UnderRace = true
