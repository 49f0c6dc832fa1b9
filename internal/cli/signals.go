package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// withSignals returns a context that the first Ctrl-C (or SIGTERM) ends. After
// it the signals have their own effect again, so that a second one kills.
func withSignals(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
