package talk

import (
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// PassageNote is how something went on that was not simply forwarded unchanged.
type PassageNote struct {
	wire.Passage
	Subject      string // what it is of: "#5"
	URL          string // that shows both versions
	ReceivedText string // the beginning of what came, and of what was sent
	SentText     string
}

// maxPassageNotes is how many of them a block, or the end of a turn, tells.
const maxPassageNotes = 12

// word is how it went on: "edited, held 13.0 s".
func (w PassageNote) word() string {
	_, word := record.PassedMark(w.Kind)
	if w.Kind == wire.PassageInjected {
		word = record.Injection(w.Passage)
	}
	held := record.HeldFor(w.Passage)
	switch {
	case held == "":
		return word
	case w.Kind == wire.PassageHeld || w.Kind == wire.PassageDelayed:
		return word + " " + held
	}
	return word + ", held " + held
}

// isLost reports that the client did not get the words that came, new that it got others.
func (w PassageNote) isLost() bool {
	return w.ReceivedText != "" && (w.Kind == wire.PassageDropped || w.Kind == wire.PassageEdited && w.SentText != w.ReceivedText)
}

func (w PassageNote) isNew() bool {
	return w.SentText != "" && (w.Kind == wire.PassageInjected || w.Kind == wire.PassageEdited && w.SentText != w.ReceivedText)
}

// label is the word, before texts where there are any.
func (w PassageNote) label() string {
	if w.isLost() || w.isNew() {
		return w.word() + ":"
	}
	return w.word()
}

// blockPassages tells of the events of a block how they went on.
func blockPassages(t *tape.Tape, b *stream.Block) (out []PassageNote) {
	if len(t.EventPassages) == 0 {
		return nil
	}
	for i := b.Rows[0]; i <= b.Rows[1] && i < len(t.Fold.Rows); i++ {
		if r := &t.Fold.Rows[i]; r.Block == b.Number && r.Events() > 0 {
			out = append(out, rowPassages(t, r)...)
		}
	}
	return out
}

// loosePassages tells of the events that are in no block, and of what was injected after the last.
func loosePassages(t *tape.Tape) (out []PassageNote) {
	if len(t.EventPassages) == 0 || t.Fold == nil {
		return nil
	}
	for i := range t.Fold.Rows {
		if r := &t.Fold.Rows[i]; r.Block < 0 && r.Events() > 0 && len(out) < 10*maxPassageNotes {
			out = append(out, rowPassages(t, r)...)
		}
	}
	for _, p := range t.LastPassages() {
		w := passageNoteOf(t, p)
		if w.Subject = "after the last event"; len(t.Fold.Rows) == 0 {
			w.Subject = "in place of the agent"
		}
		out = append(out, w)
	}
	return out
}

func rowPassages(t *tape.Tape, r *stream.Row) (out []PassageNote) {
	for _, p := range t.PassagesOf(r.From, r.To) {
		w := passageNoteOf(t, p)
		if r.Events() == 1 && p.Kind != wire.PassageInjected {
			w.ReceivedText = r.Text
			if w.ReceivedText == "" && r.State != "" {
				w.ReceivedText = r.State.Word()
			}
		}
		out = append(out, w)
	}
	return out
}

func passageNoteOf(t *tape.Tape, p wire.Passage) PassageNote {
	w := PassageNote{Passage: p, Subject: "the answer", URL: link.ExchangeURL(t.X.ID) + "?tab=response&sent=1", SentText: t.SentText(p)}
	if t.Framed() {
		n := part.Itoa(min(p.Frame+1, max(t.Frames, 1)))
		w.URL = link.ExchangeURL(t.X.ID) + "?tab=events&event=" + n
		if w.Subject = "#" + n; p.Kind == wire.PassageInjected {
			w.Subject = "before #" + n
		}
	}
	return w
}

// requestPassages tells how the request went on.
func requestPassages(t *tape.Tape) (out []PassageNote) {
	for _, p := range t.RequestPassages {
		out = append(out, PassageNote{Passage: p, Subject: "the request", URL: link.ExchangeURL(t.X.ID) + "?tab=request&sent=1"})
	}
	return out
}
