// Package guide leads a developer's client through the steps of `check --client`. It puts the reference
// agent behind a tap, and asks a person at a terminal, or a program started for each step, to do what the
// step says.
package guide
