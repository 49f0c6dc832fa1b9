//go:build race

package console

// underRace reports whether the race detector is on. With it, tests over many bytes take minutes.
const underRace = true
