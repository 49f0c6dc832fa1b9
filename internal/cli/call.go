package cli

import (
	"context"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// callFlags are what every command takes that calls an agent.
type callFlags struct {
	authFlags `embed:"" group:"Signing in"`

	URL       string        `arg:"" name:"url" help:"The agent: host, origin, path, or its card's URL."`
	Dialect   string        `placeholder:"VERSION" complete:"versions" help:"Protocol version to speak: ${dialects}. Default: the card's first."`
	Binding   string        `placeholder:"NAME" enum:"${bindings}," default:"" help:"How the call is put on the wire: jsonrpc, rest (HTTP+JSON) or grpc. Default: the card's first."`
	Tenant    string        `placeholder:"NAME" help:"Tenant to call (1.0). Default: the one that the card's interface names."`
	Extension []string      `sep:"none" placeholder:"URI" help:"Activate this protocol extension (0.2 and later). Repeatable."`
	Header    []string      `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to the request, such as \"Authorization: Bearer …\"."`
	Timeout   time.Duration `placeholder:"DURATION" help:"Give up after this long in all, finding the card included: 30s, 5m. Default: 5m a call, streams without limit."`
	DB        string        `name:"db" placeholder:"PATH" help:"Record the call in this file. Without it nothing is recorded."`

	header   http.Header
	needCard bool // also where the flags say how to call
}

// newCallFlags are those of a call that another command makes.
func newCallFlags(url string, auth authFlags, header http.Header) *callFlags {
	return &callFlags{authFlags: auth, URL: url, header: header}
}

// needsCard has the card asked for also where the flags say how to call.
func (f *callFlags) needsCard() { f.needCard = true }

// lingerTime is how long a finished stream may stay open: some agents never
// close theirs.
const lingerTime = 5 * time.Second

// call finds the agent, sends one call and prints what comes back.
func (f *callFlags) call(ctx context.Context, p *program, c *a2a.Call) error {
	return f.talk(ctx, p, string(c.Op)+" "+f.URL, f.DB, func(ctx context.Context, t *talk) error {
		target, err := t.target(ctx, a2a.Version(f.Dialect), a2a.Binding(f.Binding))
		if err != nil {
			return err
		}
		prepared, err := t.prepare(target, c)
		if err != nil {
			return err
		}
		out := newAnswerPrinter(p, prepared)
		end, err := t.send(ctx, prepared, out.event)
		if err != nil {
			return err
		}
		return out.end(end)
	})
}

// callCode is the exit code of a call: 0 once the agent answered, even when the
// task failed; 1 when the answer broke off, was over a limit of ours or could not be read; 2
// without one.
func callCode(end inspector.Ending, readable bool) error {
	switch {
	case end.Status == 0:
		return exitCode(2)
	case end.Limit || end.Outcome == wire.Cut || end.Outcome == wire.TimedOut || !readable && end.Outcome == wire.ByAgent && !signInWanted(end.Status):
		return foundSomething
	}
	return nil
}
