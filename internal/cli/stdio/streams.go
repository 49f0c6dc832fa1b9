// Package stdio connects a command to its process: stdin, stdout and stderr, secrets and answers
// that a person types, tables, progress, and the exit code. It contains nothing about A2A.
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

// Streams are the streams and settings of a command. It implements console.Env.
type Streams struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	JSON   bool
	Log    *slog.Logger

	bar *Bar // nil until there is progress to show
}

func (p *Streams) Logger() *slog.Logger { return p.Log }

// NewLogger returns a logger of warnings and errors to w, and of debug messages if verbose. On a
// terminal it writes sentences, unless verbose.
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

// sentences is a slog.Handler for people at a terminal: "warning: what happened (task: 1)".
type sentences struct {
	to    io.Writer
	mu    *sync.Mutex
	attrs []slog.Attr
}

func (s *sentences) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

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

func (s *sentences) WithAttrs(list []slog.Attr) slog.Handler {
	return &sentences{s.to, s.mu, slices.Concat(s.attrs, list)}
}

// WithGroup ignores groups, which are of no use in a sentence.
func (s *sentences) WithGroup(string) slog.Handler { return s }

// ExitCode is an error that ends the program with a code. The command must have printed the reason.
type ExitCode int

// Error implements error. The program does not print it.
func (c ExitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// ExitFindings is the result of a command that ran and has findings.
const ExitFindings = ExitCode(1)

// ExitMatch is the result of tail when an exchange matched --until.
const ExitMatch = ExitCode(3)
