package console

import (
	"log/slog"
)

// Env is what a console has of the program that it runs in.
type Env interface {
	// Note tells people something, in a line.
	Note(format string, args ...any)
	Logger() *slog.Logger
	// Progress returns what is told how far something long is.
	Progress() func(doing string, done, total int)
}
