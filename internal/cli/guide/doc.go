// Package guide leads a developer's client through the steps of `check --client`. It puts the
// reference agent behind a tap. For each step, it asks a person at a terminal to do what the step
// says, or starts a program that does.
package guide
