package talk

import (
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// Way is how something went on that was not simply forwarded unchanged.
type Way struct {
	wire.Passage
	What string // what it is of: "#5"
	URL  string // that shows both versions
	Came string // the beginning of what came, and of what was sent
	Says string
}

// mostWays is how many of them a block, or the end of a turn, tells.
const mostWays = 12

// word is how it went on: "edited, held 13.0 s".
func (w Way) word() string {
	_, word := record.PassedMark(w.How)
	if w.How == wire.Injected {
		word = record.Injection(w.Passage)
	}
	held := record.HeldFor(w.Passage)
	switch {
	case held == "":
		return word
	case w.How == wire.Held || w.How == wire.Delayed:
		return word + " " + held
	}
	return word + ", held " + held
}

// lost reports that the client did not get the words that came, new that it got others.
func (w Way) lost() bool {
	return w.Came != "" && (w.How == wire.Dropped || w.How == wire.Edited && w.Says != w.Came)
}

func (w Way) new() bool {
	return w.Says != "" && (w.How == wire.Injected || w.How == wire.Edited && w.Says != w.Came)
}

// label is the word, before texts where there are any.
func (w Way) label() string {
	if w.lost() || w.new() {
		return w.word() + ":"
	}
	return w.word()
}

// waysOf tells of the events of a block how they went on.
func waysOf(t *tape.Tape, b *stream.Block) (out []Way) {
	if len(t.Passed) == 0 {
		return nil
	}
	for i := b.Rows[0]; i <= b.Rows[1] && i < len(t.Fold.Rows); i++ {
		if r := &t.Fold.Rows[i]; r.Block == b.Number && r.Events() > 0 {
			out = append(out, rowWays(t, r)...)
		}
	}
	return out
}

// looseWays tells of the events that are in no block, and of what was injected after the last.
func looseWays(t *tape.Tape) (out []Way) {
	if len(t.Passed) == 0 || t.Fold == nil {
		return nil
	}
	for i := range t.Fold.Rows {
		if r := &t.Fold.Rows[i]; r.Block < 0 && r.Events() > 0 && len(out) < 10*mostWays {
			out = append(out, rowWays(t, r)...)
		}
	}
	for _, p := range t.PassedLast() {
		w := wayOf(t, p)
		if w.What = "after the last event"; len(t.Fold.Rows) == 0 {
			w.What = "in place of the agent"
		}
		out = append(out, w)
	}
	return out
}

func rowWays(t *tape.Tape, r *stream.Row) (out []Way) {
	for _, p := range t.PassedOf(r.From, r.To) {
		w := wayOf(t, p)
		if r.Events() == 1 && p.How != wire.Injected {
			w.Came = r.Says
			if w.Came == "" && r.State != "" {
				w.Came = r.State.Word()
			}
		}
		out = append(out, w)
	}
	return out
}

func wayOf(t *tape.Tape, p wire.Passage) Way {
	w := Way{Passage: p, What: "the answer", URL: link.ExchangeURL(t.X.ID) + "?tab=response&sent=1", Says: t.SaysSent(p)}
	if t.Framed() {
		n := part.Itoa(min(p.Frame+1, max(t.Frames, 1)))
		w.URL = link.ExchangeURL(t.X.ID) + "?tab=events&event=" + n
		if w.What = "#" + n; p.How == wire.Injected {
			w.What = "before #" + n
		}
	}
	return w
}

// askedWays tells how the request went on.
func askedWays(t *tape.Tape) (out []Way) {
	for _, p := range t.Asked {
		out = append(out, Way{Passage: p, What: "the request", URL: link.ExchangeURL(t.X.ID) + "?tab=request&sent=1"})
	}
	return out
}
