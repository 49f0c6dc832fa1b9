package exchange

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/why"
)

type savedExchange struct {
	Session wire.Session
	Tabs    []savedTab
}

// savedTab is a tab, or the forwarded version of its message, which follows it.
type savedTab struct {
	*detail
	ID, Word string
}

// NewPage returns a wire.Sink that writes one exchange to w as a self-contained HTML page. names
// holds agents' names, by origin.
func NewPage(w io.Writer, names map[string]string) wire.Sink {
	var page savedExchange
	return &archive.ExchangeSink{
		NeedsFindings: true,
		OnSession: func(_ context.Context, s *wire.Session) error {
			page.Session = *s
			return nil
		},
		OnExchange: func(ctx context.Context, whole *archive.FullExchange) error {
			if page.Tabs != nil {
				return errors.New("write page: a page holds one exchange, but there are more")
			}
			if err := page.read(ctx, whole, names); err != nil {
				return fmt.Errorf("write page: %w", err)
			}
			return web.WriteStandalone(ctx, w, web.Page{Title: page.title(), Styles: []string{"exchange", "talk", "comparison", "saved"}, Body: savedBody(&page)}, page.anchor)
		},
		OnClose: func(context.Context) error {
			if page.Tabs == nil {
				return errors.New("write page: there is no exchange to write")
			}
			return nil
		},
	}
}

// read reads what all tabs of an exchange show, as if that exchange were the only one on record.
func (p *savedExchange) read(ctx context.Context, w *archive.FullExchange, names map[string]string) error {
	lib := &singleExchange{FullExchange: *w}
	lib.Seq, lib.Link, lib.Response.Surplus = 0, "", nil // Seq and Link refer to other exchanges; Surplus is not searched for secrets
	var how []wire.PassageKind
	for _, passage := range w.Passages {
		how = append(how, passage.Kind)
	}
	lib.PassageKinds = wire.PassageKindsOf(how...)
	site := &web.Site{Options: web.Options{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}}
	s := &Screen{
		Web: site, Library: lib, Lists: &list.Lists{}, Tapes: tape.New(lib, func(string) *a2a.Card { return nil }), Causes: &why.Finder{Web: site, Library: lib}, isStandalone: true,
		Names: func(context.Context) (map[string]string, error) { return names, nil },
	}
	for _, tab := range []string{"reading", "findings", "events", "request", "response", "timing"} {
		d, err := s.savedDetail(ctx, w.ID, "tab="+tab)
		if err != nil {
			return err
		}
		if tab == "events" && d.events() < 0 {
			continue
		}
		p.Tabs = append(p.Tabs, savedTab{d, tab, part.Capital(tab)})
		if tab == "request" && d.hasForwardedVersion(wire.Request) || tab == "response" && d.alterationNote() != "" {
			if d, err = s.savedDetail(ctx, w.ID, "sent=1&tab="+tab); err != nil {
				return err
			}
			p.Tabs = append(p.Tabs, savedTab{d, tab + "-sent", part.Capital(tab) + ", as forwarded"})
		}
	}
	return nil
}

func (s *Screen) savedDetail(ctx context.Context, id, query string) (*detail, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "/?"+query, nil)
	if err != nil {
		return nil, fmt.Errorf("make an address of the page: %w", err)
	}
	d, release, err := s.detail(r, id, link.Query{})
	if err == nil {
		release() // the tape is not shared
	}
	return d, err
}

func (p *savedExchange) title() string {
	d := p.Tabs[0]
	return strings.Trim(part.Short(d.Name, 80)+" · "+part.Short(record.Row{Exchange: d.X}.Operation(), 80)+" · "+part.Short(words.StateText(&d.X), 80), " ·")
}

// anchor returns the fragment of the page that shows what a URL of the console shows, or "".
func (p *savedExchange) anchor(href string) string {
	u, err := url.Parse(href)
	if err != nil || u.Path != "/exchanges/"+p.Tabs[0].X.ID || !u.Query().Has("tab") {
		return ""
	}
	q := u.Query()
	switch {
	case q.Has("event"):
		return "#event-" + q.Get("event")
	case q.Has("sent"):
		return "#" + q.Get("tab") + "-sent"
	}
	return "#" + q.Get("tab")
}

func (p *savedExchange) recorded() string {
	said := "Recorded " + p.Tabs[0].X.Started.Local().Format("2 Jan 2006 15:04:05 MST") + " by a2a-console in session " + part.Short(cmp.Or(words.SessionName(p.Session), p.Session.ID), 120) + "."
	if n := len(p.Tabs[0].X.Redactions); n > 0 {
		said += " Secrets replaced with asterisks: " + part.Count(n) + "."
	}
	return said
}

// singleExchange is a record of one exchange.
type singleExchange struct {
	host.Library // nil: the page of an exchange calls no other methods
	archive.FullExchange
}

func (o *singleExchange) Exchange(context.Context, string) (wire.Exchange, error) {
	return o.FullExchange.Exchange, nil
}

// Exchanges implements host.Library: no other exchange repeats this one.
func (*singleExchange) Exchanges(context.Context, wire.Filter, wire.Page) ([]wire.Exchange, error) {
	return nil, nil
}

func (o *singleExchange) Findings(context.Context, string) ([]wire.Finding, error) {
	return o.FullExchange.Findings, nil
}

func (*singleExchange) Mutes(context.Context) ([]wire.Mute, error) { return nil, nil }

func (o *singleExchange) Passages(context.Context, string) ([]wire.Passage, error) {
	return o.FullExchange.Passages, nil
}

func (o *singleExchange) Chunks(_ context.Context, _ string, side wire.Side, from, _ int64) (out []wire.Chunk, err error) {
	for _, c := range o.Sides[side] {
		if c.Offset+int64(len(c.Data)) > from {
			out = append(out, c)
		}
	}
	return out, nil
}
