package archive

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// RedactOptions says what Redact redacts.
type RedactOptions struct {
	// Secrets says where an exchange has secrets; with nil it has none.
	Secrets  func(x *wire.Exchange) redact.Secrets
	Patterns []Pattern
}

// Redactor is a wire.Sink that replaces secrets by filler of the same length and passes everything on to
// another sink. What is redacted already stays unchanged, so redacting twice changes nothing.
type Redactor struct {
	ExchangeSink
	o       RedactOptions
	to      wire.Sink
	removed map[RemovedSecrets]int
	notes   map[string]int
}

// RemovedSecrets counts redactions of one kind.
type RemovedSecrets struct {
	Place string `json:"where"`
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// Redact returns a Redactor before a sink. It buffers one exchange at a time.
func Redact(to wire.Sink, o RedactOptions) *Redactor {
	r := &Redactor{o: o, to: to, removed: map[RemovedSecrets]int{}, notes: map[string]int{}}
	_, judged := wire.AsFindingSink(to)
	r.ExchangeSink = ExchangeSink{OnSession: to.Session, OnGap: r.redactGap, OnRule: r.redactRule, OnExchange: r.redactExchange, OnClose: to.Close, NeedsFindings: judged}
	return r
}

// Damaged implements damageSink. It first passes on the buffered exchange, which may be the damaged one.
func (r *Redactor) Damaged(ctx context.Context, gaps []wire.Gap) error {
	if err := r.flush(ctx); err != nil {
		return err
	}
	return tellDamage(ctx, r.to, gaps)
}

func (r *Redactor) redactGap(ctx context.Context, g *wire.Gap) error {
	out := *g
	out.Problem = (&exchangeRedaction{Redactor: r}).text(g.Problem, "problem", "gap")
	return r.to.Gap(ctx, &out)
}

func (r *Redactor) redactRule(ctx context.Context, x *wire.Rule) error {
	out, p := *x, &exchangeRedaction{Redactor: r}
	out.Text, out.Problem = p.text(x.Text, "rule", "rule"), p.text(x.Problem, "problem", "rule")
	return r.to.Rule(ctx, &out)
}

// Removed returns what was redacted so far, sorted by place and name.
func (r *Redactor) Removed() []RemovedSecrets {
	var out []RemovedSecrets
	for k, n := range r.removed {
		k.Count = n
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b RemovedSecrets) int {
		return strings.Compare(a.Place+"\x00"+a.Name+"\x00"+a.Kind, b.Place+"\x00"+b.Name+"\x00"+b.Kind)
	})
	return out
}

// Notes says what could not be searched for secrets.
func (r *Redactor) Notes() []string {
	var out []string
	for _, why := range sortedKeys(r.notes) {
		out = append(out, fmt.Sprintf("not searched for secrets: %d × %s", r.notes[why], why))
	}
	return out
}

type exchangeRedaction struct {
	*Redactor
	w             *FullExchange
	oldRedactions map[string][]wire.Redaction
	secrets       redact.Secrets
	found         []wire.Redaction
}

func (r *Redactor) redactExchange(ctx context.Context, w *FullExchange) error {
	p := &exchangeRedaction{Redactor: r, w: w, oldRedactions: byPlace(w.Redactions)}
	if r.o.Secrets != nil {
		p.secrets = r.o.Secrets(&w.Exchange)
	}
	for _, q := range r.o.Patterns {
		q.into(&p.secrets)
	}
	p.heads()
	p.notesOf(w)
	p.findings(w)
	for side := range w.Sides {
		p.side(wire.Side(side))
	}
	w.Redactions = append(w.Redactions[:len(w.Redactions):len(w.Redactions)], p.found...)
	return w.WriteTo(ctx, r.to)
}

// findings redacts what findings quote.
func (p *exchangeRedaction) findings(w *FullExchange) {
	for i := range w.Findings {
		across := slices.Clone(w.Findings[i].CrossFindings)
		for k := range across {
			across[k].Message = p.text(across[k].Message, "finding", w.Findings[i].Check)
		}
		w.Findings[i].CrossFindings = across
	}
}

// add records redactions, except those made before.
func (p *exchangeRedaction) add(list ...wire.Redaction) {
	for _, r := range list {
		if p.wasRedacted(r) {
			continue
		}
		p.found = append(p.found, r)
		p.removed[RemovedSecrets{Place: r.Place, Name: r.Name, Kind: r.Kind}]++
	}
}

// wasRedacted reports whether the bytes were redacted before. Redactions of one place do not overlap, so the
// last one that begins at or before these bytes decides.
func (p *exchangeRedaction) wasRedacted(r wire.Redaction) bool {
	list := p.oldRedactions[place(r)]
	i := sort.Search(len(list), func(i int) bool { return list[i].Offset > r.Offset })
	return i > 0 && r.Offset+r.Length <= list[i-1].Offset+list[i-1].Length
}

// place returns a key for the text or body in which a redaction's Offset counts.
func place(r wire.Redaction) string {
	if strings.HasSuffix(r.Place, ".body") {
		return r.Place
	}
	return r.Place + "\x00" + strings.ToLower(r.Name)
}

func byPlace(list []wire.Redaction) map[string][]wire.Redaction {
	out := map[string][]wire.Redaction{}
	for _, r := range list {
		out[place(r)] = append(out[place(r)], r)
	}
	for _, l := range out {
		slices.SortFunc(l, func(a, b wire.Redaction) int {
			return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Length, b.Length))
		})
	}
	return out
}

func (p *exchangeRedaction) heads() {
	x := &p.w.Exchange
	var found []wire.Redaction
	x.URL, found = redact.URL(x.URL, p.secrets, nil)
	p.add(found...)
	x.URL = p.text(x.URL, "url", "url")
	x.Agent, found = redact.URL(x.Agent, p.secrets, nil)
	p.add(found...)
	x.Tap, found = redact.URL(x.Tap, p.secrets, nil)
	p.add(found...)
	agent := x.Request.Header.Get("User-Agent")
	p.head(&x.Request, "request")
	p.head(&x.Response, "response")
	x.RequestSent, x.ResponseSent = p.redactSentHead(x.RequestSent, "request.sent"), p.redactSentHead(x.ResponseSent, "response.sent")
	x.Interim = slices.Clone(x.Interim)
	for i := range x.Interim {
		h := wire.Head{Header: x.Interim[i].Header, Received: x.Interim[i].Received}
		p.head(&h, "interim")
		x.Interim[i].Header, x.Interim[i].Received = h.Header, h.Received
	}
	if x.Caller == agent && agent != "" {
		x.Caller = x.Request.Header.Get("User-Agent")
	} else {
		x.Caller = p.text(x.Caller, "caller", "caller")
	}
	x.Problem = p.text(x.Problem, "problem", "problem")
	x.Note = p.text(x.Note, "note", "note")
}

func (p *exchangeRedaction) head(h *wire.Head, side string) {
	var found []wire.Redaction
	if side == "response" {
		*h, found = redact.UnreadHead(*h, &p.secrets, nil, side+".received")
		p.add(found...)
	}
	h.Header, found = redact.Header(h.Header, p.secrets, nil, side+".header")
	p.add(found...)
	h.Trailer, found = redact.Header(h.Trailer, p.secrets, nil, side+".trailer")
	p.add(found...)
	p.values(&h.Header, side+".header")
	p.values(&h.Trailer, side+".trailer")
	if side != "response" { // the first line of a response has no URL
		h.Received = redact.Received(h.Received, p.secrets, nil)
	}
	h.Received = p.text(wire.StripValues(h.Received), side+".received", "head")
}

// redactSentHead redacts a head that was sent on; nil stays nil.
func (p *exchangeRedaction) redactSentHead(h *wire.Head, side string) *wire.Head {
	if h == nil {
		return nil
	}
	out := *h
	p.head(&out, side)
	return &out
}

// notesOf redacts texts about the exchange.
func (p *exchangeRedaction) notesOf(w *FullExchange) {
	w.Gaps, w.Passages = slices.Clone(w.Gaps), slices.Clone(w.Passages)
	for i := range w.Gaps {
		w.Gaps[i].Problem = p.text(w.Gaps[i].Problem, "problem", "gap")
	}
	for i := range w.Passages {
		w.Passages[i].Rule = p.text(w.Passages[i].Rule, "rule", "rule")
	}
}

// text blanks what text patterns match in s.
func (p *exchangeRedaction) text(s, where, name string) string {
	b := []byte(s)
	for _, q := range p.o.Patterns {
		for _, at := range q.find(b) {
			blankSpan(b, at)
			p.add(wire.Redaction{Place: where, Name: name, Offset: int64(at.from), Length: int64(at.to - at.from), Kind: "pattern"})
		}
	}
	return string(b)
}
