package console

import (
	"log/slog"
)

// Env is what a console needs from the program around it.
type Env interface {
	// Note prints one line for the user.
	Note(format string, args ...any)
	Logger() *slog.Logger
	// Progress returns a function that shows the progress of a long operation.
	Progress() func(doing string, done, total int)
}
