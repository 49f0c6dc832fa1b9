//go:build race

package cli

// UnderRace says that the race detector watches: what goes over many bytes takes
// minutes then.
const UnderRace = true
