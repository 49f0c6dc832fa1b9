package console

import (
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	speed "github.com/a2a-console/a2a-console/proxy/bench"
)

// BenchmarkTap measures the tap wired as serve wires it: a record on disk,
// labels, secrets, card rewriting.
func BenchmarkTap(b *testing.B) {
	speed.Run(b, func(b *testing.B, agent *url.URL) speed.Tap {
		p, err := OpenPlumbing(testEnv{}, PlumbingOptions{DB: filepath.Join(b.TempDir(), "bench.db")})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			if err := p.Close(); err != nil {
				b.Error(err)
			}
		})
		tap, err := p.Taps.OpenAt(b.Context(), agent.String(), "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		return speed.Tap{URL: tap.URL, Idle: func() { p.awaitLabels(b) }}
	})
}

// awaitLabels waits until the newest exchange has labels. Exchanges are labelled in the order in which
// they arrived.
func (p *Plumbing) awaitLabels(b *testing.B) {
	bell, stop := p.Store.Watch()
	defer stop()
	for {
		list, err := p.Store.Exchanges(b.Context(), wire.Filter{}, wire.Page{Limit: 1})
		if err != nil {
			b.Fatal(err)
		}
		if len(list) == 0 || list[0].Labels.State != "" || list[0].Outcome == wire.Cancelled && list[0].Labels.Op != "" {
			return
		}
		select {
		case <-bell:
		case <-time.After(time.Minute):
			b.Fatal("labels are not done within a minute")
		}
	}
}
