// Package stdio is what a command has of the program it runs in: stdin, stdout and
// stderr, secrets and answers read from there, progress, and the exit code.
package stdio

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/words"
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

// NewLogger writes warnings and errors to w, and details too when verbose. A terminal gets
// sentences, unless details are wanted.
func NewLogger(w io.Writer, verbose bool) *slog.Logger {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelDebug
	}
	if !verbose && IsTerminal(w) {
		return slog.New(&sentences{to: w, mu: new(sync.Mutex)})
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}

// sentences is a log for people at a terminal: "warning: what happened (task: 1)".
type sentences struct {
	to    io.Writer
	mu    *sync.Mutex
	attrs []slog.Attr
}

// Enabled implements slog.Handler.
func (s *sentences) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

// Handle implements slog.Handler.
func (s *sentences) Handle(_ context.Context, r slog.Record) error {
	var more []string
	take := func(a slog.Attr) bool {
		if value := a.Value.String(); value != "" {
			more = append(more, a.Key+": "+value)
		}
		return true
	}
	for _, a := range s.attrs {
		take(a)
	}
	r.Attrs(take)
	text := strings.ToLower(strings.Replace(r.Level.String(), "WARN", "warning", 1)) + ": " + r.Message
	if len(more) > 0 {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := fmt.Fprintln(s.to, Fold(s.to, words.OneLine(text)))
	return err
}

// WithAttrs implements slog.Handler.
func (s *sentences) WithAttrs(list []slog.Attr) slog.Handler {
	return &sentences{s.to, s.mu, slices.Concat(s.attrs, list)}
}

// WithGroup implements slog.Handler. Groups are of no use in a sentence.
func (s *sentences) WithGroup(string) slog.Handler { return s }

// ExitCode ends the program with a code after everything has been said.
type ExitCode int

// Error implements error. Nobody reads it: all has been said.
func (c ExitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// ExitFindings is the end of a command that ran and found fault.
const ExitFindings = ExitCode(1)
