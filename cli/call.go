package cli

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/dialect"
	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/wire"
)

// callFlags are what every command takes that calls an agent.
type callFlags struct {
	URL     string        `arg:"" name:"url" help:"The agent: host, origin, path, or its card's URL."`
	Dialect string        `placeholder:"VERSION" help:"Protocol version to speak: 0.1 or 1.0. Default: the card's first."`
	Binding string        `placeholder:"NAME" enum:"jsonrpc,," default:"" help:"How the call is put on the wire: jsonrpc."`
	Header  []string      `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to the request, such as \"Authorization: Bearer …\"."`
	Timeout time.Duration `placeholder:"DURATION" help:"Give up after this long: 30s, 5m. Default: 5m, streams without limit."`
	DB      string        `name:"db" placeholder:"PATH" help:"Record the call in this file. Without it nothing is recorded."`

	header http.Header
}

// plainTimeout bounds a call that is not a stream, unless --timeout says else.
const plainTimeout = 5 * time.Minute

// lingerTime is how long a finished stream may stay open: some agents never
// close theirs.
const lingerTime = 5 * time.Second

// call finds the agent, sends one call and prints what comes back.
func (f *callFlags) call(ctx context.Context, p *program, c *a2a.Call) error {
	if f.Dialect != "" {
		if _, ok := dialect.For(a2a.Version(f.Dialect)); !ok {
			return fmt.Errorf("cannot speak A2A %q; --dialect takes %s", f.Dialect, either(versionWords()))
		}
	}
	var err error
	if f.header, err = parseHeaders(f.Header); err != nil {
		return err
	}
	way, err := p.wayOut(f.DB, string(c.Op)+" "+f.URL)
	if err != nil {
		return err
	}
	err = f.through(ctx, p, way, c)
	if cerr := way.close(); err == nil {
		err = cerr
	}
	return err
}

func (f *callFlags) through(ctx context.Context, p *program, way wayOut, c *a2a.Call) error {
	client := caller{inspector.New(inspector.Options{Transport: way.transport, Logger: p.log, Header: f.header, Linger: lingerTime}), way.known}
	target, err := f.target(ctx, p, client)
	if err != nil {
		return err
	}
	prepared, err := client.Prepare(target, c)
	if err != nil {
		return err
	}
	for _, l := range prepared.Losses {
		p.note("note: A2A %s cannot say %s: %s", target.Version, l.Path, oneLine(l.Why))
	}
	ctx, cancel := f.deadline(ctx, c.Op)
	defer cancel()
	out := newAnswerPrinter(p, prepared)
	end, err := client.Send(ctx, prepared, out.event)
	if err != nil {
		return err
	}
	return out.end(end)
}

func (f *callFlags) deadline(ctx context.Context, op a2a.Operation) (context.Context, context.CancelFunc) {
	switch {
	case f.Timeout > 0:
		return context.WithTimeout(ctx, f.Timeout)
	case op.Streams():
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, plainTimeout)
}

// callCode is the exit code of a call: 0 once the agent answered, even when the
// task failed; 1 when the answer broke off or could not be read; 2 without one.
func callCode(end inspector.Ending, readable bool) error {
	switch {
	case end.Status == 0:
		return exitCode(2)
	case end.Outcome == wire.Cut || end.Outcome == wire.TimedOut || !readable && end.Outcome == wire.ByAgent:
		return foundSomething
	}
	return nil
}
