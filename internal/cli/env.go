package cli

import "log/slog"

// env is what a console has of the program that it runs in.
type env interface {
	// note tells people something, in a line.
	note(format string, args ...any)
	logger() *slog.Logger
	// progress returns what is told how far something long is.
	progress() func(doing string, done, total int)
}
