//go:build race

package console

// underRace says that the race detector watches: what goes over many bytes takes
// minutes then.
const underRace = true
