// Package stdio is what a command has of the program it runs in: stdin, stdout and
// stderr, secrets and answers read from there, progress, and the exit code.
package stdio

import (
	"fmt"
	"io"
	"log/slog"
)

// Streams are what a command has of the world outside.
type Streams struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	JSON   bool
	Log    *slog.Logger

	bar *Bar // nil until there is progress to show
}

// Logger implements console.Env.
func (p *Streams) Logger() *slog.Logger { return p.Log }

// NewLogger writes warnings and errors to w, and details too when verbose.
func NewLogger(w io.Writer, verbose bool) *slog.Logger {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}

// ExitCode ends the program with a code after everything has been said.
type ExitCode int

// Error implements error. Nobody reads it: all has been said.
func (c ExitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// FoundSomething is the end of a command that ran and found fault.
const FoundSomething = ExitCode(1)
