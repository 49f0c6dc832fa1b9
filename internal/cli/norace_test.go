//go:build !race

package cli_test

// underRace says that the race detector watches: what goes over many bytes takes
// minutes then.
const underRace = false
