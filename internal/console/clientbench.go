package console

import (
	"context"
	"errors"
	"iter"
	"net/netip"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ClientBench is one of our own agents behind a tap, with which clients are examined.
type ClientBench struct {
	*Plumbing
	URL string // URL that clients call

	p        Env
	stage    *client.AgentHandler
	server   *Server
	upstream string // the agent's own address
}

// ClientSessionName is the name of the session of a client's examination.
const ClientSessionName = "check of a client"

// OpenClientBench listens for the agent first, then at the client's address. plumb opens the record
// and the taps; it receives the agent's own address.
func OpenClientBench(ctx context.Context, p Env, at Address, plumb func(upstream string) (*Plumbing, error)) (*ClientBench, error) {
	b := &ClientBench{p: p, stage: &client.AgentHandler{}}
	var err error
	if b.server, b.upstream, err = ServeIsolated(ctx, p, b.stage); err != nil {
		return nil, err
	}
	if b.Plumbing, err = plumb(b.upstream); err != nil {
		return nil, errors.Join(err, b.server.Shutdown())
	}
	tap, err := OpenTap(ctx, b.Plumbing, b.upstream, at)
	if b.URL = tap.URL; err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Close stops the taps, then the agent.
func (b *ClientBench) Close() error { return errors.Join(b.Plumbing.Close(), b.server.Shutdown()) }

// Options returns options for an examination at this bench, with an agent of the given versions and
// bindings. nil bindings mean all.
func (b *ClientBench) Options(versions []*version.Version, bindings []a2a.Binding) client.Options {
	return client.Options{
		Steps: client.Steps(), Handler: b.stage, Store: b.Store, Session: b.Session(), ArmRules: b.Rules.ReplaceRules,
		Agent: agent.Options{URL: b.upstream, Dialects: versions, Bindings: bindings, PushRecorder: b.record, PushRefuse: b.leadsToUs, Logger: b.p.Logger()},
	}
}

// OfferedVersions returns the versions that the agent offers: those of versions that have at least
// one of bindings. An empty versions and a nil bindings mean all.
func OfferedVersions(versions []a2a.Version, bindings []a2a.Binding) (out []*version.Version) {
	for _, v := range dialect.All() {
		has := func(b a2a.Binding) bool { return slices.Contains(bindings, b) }
		if (len(versions) == 0 || slices.Contains(versions, v.Version())) && (bindings == nil || slices.ContainsFunc(dialect.Bindings(v.Version()), has)) {
			out = append(out, v)
		}
	}
	return out
}

// Examine runs the steps of o with a client, judges the recorded exchanges, and saves the examination
// under id. judged receives the number of exchanges judged so far; it may be nil.
func (b *ClientBench) Examine(ctx context.Context, id string, asked examine.Request, o client.Options, judged func(int)) (*examine.Report, error) {
	session := b.Session()
	if err := SaveExamination(ctx, b.Store, id, session, asked, nil); err != nil {
		return nil, err
	}
	r, err := client.Run(ctx, o)
	if err != nil {
		return r, err
	}
	ctx = context.WithoutCancel(ctx) // judge the calls that were made, even after a stop
	if err := r.JudgeClient(ctx, SessionExchanges(ctx, b.Store, session), b.Store, judged); err != nil {
		return r, err
	}
	who := *asked.Client
	if who.Agents, err = userAgentsOf(SessionExchanges(ctx, b.Store, session)); err != nil {
		return r, err
	}
	asked.Client = &who
	return r, SaveExamination(ctx, b.Store, id, session, asked, r)
}

// leadsToUs reports whether the address of a webhook is one of our own listeners.
func (b *ClientBench) leadsToUs(to netip.AddrPort) bool {
	return slices.Contains([]string{b.URL, b.upstream}, "http://"+to.String()) || meetsAny(b.opts.Listeners, to)
}

const maxUserAgents = 4

// userAgentsOf returns the distinct User-Agent values of exchanges.
func userAgentsOf(exchanges iter.Seq2[*wire.Exchange, error]) (agents []string, err error) {
	for x, err := range exchanges {
		if err != nil {
			return nil, err
		}
		if said := x.Request.Header.Get("User-Agent"); said != "" && len(agents) < maxUserAgents && !slices.Contains(agents, said) {
			agents = append(agents, said)
		}
	}
	return agents, nil
}
