// Package cli is the command line: its grammar, and one file for each command. Main is the
// program. It reads the arguments, runs one command and returns the exit code: 0 clean,
// 1 findings, 2 could not run, or its output did not arrive, 3 tail --until matched. Package console wires up the rest.
//
// With --json a command writes JSON Lines to stdout and nothing else; without it, text for
// people. Errors and notes go to stderr, one line each: what, why and what to try.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/inspector/quirk"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Main runs the command that args, without the program's name, describe, and returns the exit code.
func Main(stdin io.Reader, stdout, stderr io.Writer, args []string) int {
	tuneGC()
	ctx, stop := withSignals(context.Background())
	defer stop()
	p := &stdio.Streams{Stdin: stdin, Stdout: stdout, Stderr: stderr}
	return run(ctx, p, args)
}

// gcThreshold is the memory in bytes above which garbage is collected more often, because what is
// read for display is large and short-lived. It is not a hard limit.
const gcThreshold = 128 << 20

func tuneGC() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(gcThreshold)
	}
}

// run runs a command, reports its error or output that could not be written, and returns the exit
// code.
func run(ctx context.Context, p *stdio.Streams, args []string) int {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	out := stdio.NewOutput(p.Stdout, stop)
	p.Stdout = out
	code, err := runCommand(ctx, p, args)
	p.Bar().Clear()
	if werr := out.Problem(); werr != nil {
		return reportWriteError(p, werr)
	}
	if err != nil {
		return fail(p, err)
	}
	return code
}

// runCommand parses args and runs the command. code is the exit code if the parser ends the program
// itself, as for --help; err is the error of the parser or the command.
func runCommand(ctx context.Context, p *stdio.Streams, args []string) (code int, err error) {
	defer catchExit(&code)
	var g grammar
	parser, err := newParser(p, &g, limitToCommand(args))
	if err != nil {
		return 2, fmt.Errorf("read the command line's grammar: %w", err)
	}
	if err := checkMistyped(parser.Model.Node, args); err != nil {
		return 2, err
	}
	kctx, err := parser.Parse(args)
	if err != nil {
		return 2, addUsageHint(err)
	}
	if err := checkEmptyFlags(kctx); err != nil {
		return 2, err
	}
	p.JSON = g.JSON
	p.Log = stdio.NewLogger(p.Stderr, g.Verbose)
	// net/http logs what agents do wrong on idle connections through package log, with no way to
	// configure that. Send it to our debug log.
	log.SetFlags(0)
	log.SetOutput(slog.NewLogLogger(p.Log.Handler(), slog.LevelDebug).Writer())
	kctx.BindTo(ctx, (*context.Context)(nil))
	return 0, kctx.Run(p)
}

// fail prints an error, unless it is an ExitCode, and returns the exit code.
func fail(p *stdio.Streams, err error) int {
	if err == nil {
		return 0
	}
	var code stdio.ExitCode
	if errors.As(err, &code) {
		return int(code)
	}
	p.Note("a2a-console: %s", words.OneLine(err.Error()))
	return 2
}

func newParser(p *stdio.Streams, g *grammar, commands kong.Option) (*kong.Kong, error) {
	return kong.New(g, commands,
		kong.Name("a2a-console"),
		kong.Description("Inspect, call and record A2A agents. Without a command, start the console and open the browser."),
		kong.Bind(p),
		kong.Writers(p.Stdout, p.Stderr),
		kong.Exit(func(code int) { panic(stdio.ExitCode(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.PostBuild(addressOptional),
		kong.Vars{"dialects": calls.VersionsText(), "bindings": strings.Join(calls.Bindings(), ","), "quirks": strings.Join(quirk.Names(), ","), "orders": words.JoinOr(wire.Orders())},
	)
}

// reportWriteError reports output that could not be written, and returns the exit code. It prints
// nothing if the reader closed the pipe, as head does.
func reportWriteError(p *stdio.Streams, err error) int {
	if !errors.Is(err, syscall.EPIPE) {
		p.Note("a2a-console: cannot write to stdout: %s; the output is incomplete; free some space, or write it elsewhere", words.OneLine(stdio.StripPath(err).Error()))
	}
	return 2
}

// withSignals returns a context that the first Ctrl-C (or SIGTERM) cancels. After that, the signals
// have their default effect, so that a second one ends the program.
func withSignals(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
