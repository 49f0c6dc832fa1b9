package console

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/ui/host"
)

// agentPaths holds the paths of agents by their origins. A tap forwards the path of a request unchanged,
// so its clients have to give the agent's path too. Safe for concurrent use.
type agentPaths struct {
	mu       sync.Mutex
	byOrigin map[string][]string
}

func (p *agentPaths) add(origin, path string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byOrigin == nil {
		p.byOrigin = map[string][]string{}
	}
	if !slices.Contains(p.byOrigin[origin], path) {
		p.byOrigin[origin] = append(p.byOrigin[origin], path)
	}
}

// get returns the paths of an origin, the first given first.
func (p *agentPaths) get(origin string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.byOrigin[origin])
}

type pageTaps struct {
	*Plumbing
	reference string // origin of the reference agent, "" if it does not run
}

// Taps implements host.Taps.
func (t pageTaps) Taps() []host.Tap {
	t.listAnswered(context.Background())
	var out []host.Tap
	for _, l := range t.Plumbing.Taps.Taps() {
		if !t.cardOrigins.has(l.Agent) {
			out = append(out, t.tap(l))
		}
	}
	return out
}

// Open returns the tap of an agent's address, and opens one if there is none.
func (t pageTaps) Open(ctx context.Context, agent string) (host.Tap, error) {
	l, _, err := t.open(ctx, agent, Address{})
	return t.tap(l), err
}

func (t pageTaps) Close(ctx context.Context, origin string) error {
	return t.Plumbing.Taps.Close(ctx, origin)
}

func (t pageTaps) tap(l proxy.ListeningTap) host.Tap {
	return host.Tap{Agent: l.Agent, URL: l.URL, Paths: t.paths.get(l.Agent), Reference: l.Agent == t.reference}
}

// OpenTap opens the tap of an agent's address: at the port of at when that is fixed, else at one that the taps choose.
func OpenTap(ctx context.Context, b *Plumbing, agent string, at Address) (TapLine, error) {
	l, path, err := b.open(ctx, agent, at)
	return tapLine(l, path), err
}

func (b *Plumbing) open(ctx context.Context, agent string, at Address) (l proxy.ListeningTap, path string, err error) {
	origin, path, err := inspector.SplitTapAddress(agent)
	if err != nil {
		return l, path, err
	}
	if b.Taps.Has(origin) {
		return l, path, fmt.Errorf("open the tap of %s: that is the address of a tap of this console; give the address of the agent itself", origin)
	}
	if at.isPortFixed {
		l, err = b.Taps.OpenAt(ctx, origin, at.withPort(at.port))
	} else {
		l, err = b.Taps.Open(ctx, origin)
	}
	if err != nil && at.isPortFixed {
		err = at.failure(err)
	}
	if err != nil {
		return l, path, err
	}
	b.paths.add(l.Agent, path)
	if b.cardOrigins.confirm(l.Agent) {
		err = b.keepPort(ctx, l.Agent, l.Port())
	}
	return l, path, err
}

func tapLine(l proxy.ListeningTap, path string) TapLine { return TapLine{l.Agent + path, l.URL + path} }
