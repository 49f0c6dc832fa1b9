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

// ClientBench is an agent of ours behind a tap, at which clients are examined.
type ClientBench struct {
	*Plumbing
	URL string // where clients call

	p        Env
	stage    *client.AgentHandler
	server   *Server
	upstream string // the agent's own address
}

// ClientSessionName is what the session of an examination of a client is called.
const ClientSessionName = "check of a client"

// OpenClientBench listens, first for the agent, then at an address for the client. plumb makes the
// record and taps, and is told the agent's own address.
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

// Close ends what passes, then the agent.
func (b *ClientBench) Close() error { return errors.Join(b.Plumbing.Close(), b.server.Shutdown()) }

// Options have steps taken here, at an agent of some versions and bindings; nil means all bindings.
func (b *ClientBench) Options(versions []*version.Version, bindings []a2a.Binding) client.Options {
	return client.Options{
		Steps: client.Steps(), Handler: b.stage, Store: b.Store, Session: b.Session(), ArmRules: b.Rules.ReplaceRules,
		Agent: agent.Options{URL: b.upstream, Dialects: versions, Bindings: bindings, PushRecorder: b.record, PushRefuse: b.leadsToUs, Logger: b.p.Logger()},
	}
}

// OfferedVersions are the versions that an agent of ours offers clients: those given that have one
// of some bindings, nil meaning all.
func OfferedVersions(versions []a2a.Version, bindings []a2a.Binding) (out []*version.Version) {
	for _, v := range dialect.All() {
		has := func(b a2a.Binding) bool { return slices.Contains(bindings, b) }
		if (len(versions) == 0 || slices.Contains(versions, v.Version())) && (bindings == nil || slices.ContainsFunc(dialect.Bindings(v.Version()), has)) {
			out = append(out, v)
		}
	}
	return out
}

// Examine has a client take the steps of o here, judges what is on record of them, and keeps both
// under an id. judged is told how many exchanges were judged; it may be nil.
func (b *ClientBench) Examine(ctx context.Context, id string, asked examine.Request, o client.Options, judged func(int)) (*examine.Report, error) {
	session := b.Session()
	if err := SaveExamination(ctx, b.Store, id, session, asked, nil); err != nil {
		return nil, err
	}
	r, err := client.Run(ctx, o)
	if err != nil {
		return r, err
	}
	ctx = context.WithoutCancel(ctx) // what was called is judged, also after a stop
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

// leadsToUs reports whether notifications would come back to us.
func (b *ClientBench) leadsToUs(to netip.AddrPort) bool {
	return slices.Contains([]string{b.URL, b.upstream}, "http://"+to.String()) || meetsAny(b.opts.Listeners, to)
}

// maxUserAgents is how many values of User-Agent are kept of a client.
const maxUserAgents = 4

// userAgentsOf are the values of User-Agent in exchanges, each once.
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
