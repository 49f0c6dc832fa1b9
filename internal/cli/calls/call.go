// Package calls holds the flags and code with which commands call agents: find the agent, sign in,
// choose its interface, send. It takes parsed flags and stdio.Streams, and prints responses with
// package print.
package calls

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// Flags are the flags of every command that calls an agent.
type Flags struct {
	AuthFlags `embed:"" group:"Signing in"`

	URL       string        `arg:"" name:"url" help:"The agent: host, origin, path, or its card's URL."`
	Dialect   string        `placeholder:"VERSION" complete:"versions" help:"Protocol version to use: ${dialects}. Default: the card's first."`
	Binding   string        `placeholder:"NAME" enum:"${bindings}," default:"" help:"Binding: jsonrpc, rest (HTTP+JSON) or grpc. Default: the card's first."`
	Tenant    string        `placeholder:"NAME" help:"Tenant to call (1.0). Default: the one that the card's interface names."`
	Extension []string      `sep:"none" placeholder:"URI" help:"Activate this protocol extension (0.2 and later). Repeatable."`
	Header    []string      `sep:"none" placeholder:"NAME:VALUE" help:"Add a header to the request, such as \"Authorization: Bearer …\"."`
	Timeout   time.Duration `placeholder:"DURATION" help:"Stop after this time in total, including the search for the card: 30s, 5m. Default: 5m for each call, no limit for streams."`
	DB        string        `name:"db" placeholder:"PATH" help:"Record the call in this file. Default: do not record."`

	AllowFailed bool `help:"Exit with code 0 for every complete answer, even if the call or its task failed."`

	header   http.Header
	needCard bool     // fetch the card even if the flags say how to call
	quirks   []string // ids of the quirks to write requests for
}

// NewFlags returns flags for a call by a command that does not embed Flags.
func NewFlags(url string, auth AuthFlags, header http.Header) *Flags {
	return &Flags{AuthFlags: auth, URL: url, header: header}
}

// NeedsCard makes Talk fetch the card even if the flags say how to call.
func (f *Flags) NeedsCard() { f.needCard = true }

// UseQuirks makes Prepare write requests for the quirks that q names.
func (f *Flags) UseQuirks(q QuirkFlags) { f.quirks = q.Quirk }

// SessionFor returns a name for the session of a recorded call: the operation and the agent. It
// returns "" for a message with text, because the text serves as the name.
func SessionFor(c *a2a.Call, url string) string {
	if c.Message != nil && slices.ContainsFunc(c.Message.Parts, func(p a2a.Part) bool { return p.Kind == a2a.TextPart }) {
		return ""
	}
	return string(c.Op) + " " + url
}

// Call finds the agent, sends one call and prints the responses. It returns an ExitCode if the call
// failed.
func (f *Flags) Call(ctx context.Context, p *stdio.Streams, c *a2a.Call) error {
	return f.Talk(ctx, p, SessionFor(c, f.URL), f.DB, func(ctx context.Context, t *Talk) error {
		target, err := t.Target(ctx, a2a.Version(f.Dialect), a2a.Binding(f.Binding))
		if err != nil {
			return err
		}
		prepared, err := t.Prepare(target, c)
		if err != nil {
			return err
		}
		out := print.NewAnswerPrinter(p, prepared, c)
		out.AllowFailed = f.AllowFailed
		end, err := t.Send(ctx, prepared, out.Event)
		if err != nil {
			return err
		}
		return out.End(end)
	})
}
