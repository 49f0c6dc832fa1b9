package webhook

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// book is a recorder that keeps what is committed apart from what is not.
type book struct {
	mu    sync.Mutex
	tapes []*page
}

type page struct {
	wire.NopTape // the methods that it does not need

	book      *book
	x         wire.Exchange
	request   bytes.Buffer
	response  bytes.Buffer
	sent      bytes.Buffer
	passages  []wire.Passage
	status    int
	end       wire.End
	committed bool
}

func (b *book) Begin(x wire.Exchange) wire.Tape {
	b.mu.Lock()
	defer b.mu.Unlock()
	x.ID = wire.NewID()
	p := &page{book: b, x: x}
	b.tapes = append(b.tapes, p)
	return p
}

func (b *book) last() *page {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tapes[len(b.tapes)-1]
}

func (p *page) ID() string { return p.x.ID }

func (p *page) Write(s wire.Side, _ time.Time, b []byte, _ bool) {
	switch s {
	case wire.Request:
		p.request.Write(b)
	case wire.RequestSent:
		p.sent.Write(b)
	default:
		p.response.Write(b)
	}
}

func (p *page) AddPassage(q wire.Passage) { p.passages = append(p.passages, q) }

func (p *page) EndRequest(at time.Time, _ http.Header)     { p.x.RequestDone = at }
func (p *page) WriteResponseHead(_ time.Time, h wire.Head) { p.status = h.Status }
func (p *page) End(e wire.End)                             { p.end = e }
func (p *page) Commit(context.Context) error               { p.committed = true; return nil }
