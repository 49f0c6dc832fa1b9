package talk

import (
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// PassageNote describes a passage of something that did not pass unchanged.
type PassageNote struct {
	wire.Passage
	Subject      string // its name: "#5"
	URL          string // page that shows both versions
	ReceivedText string // beginnings of what arrived and of what was sent
	SentText     string
}

// maxPassageNotes bounds the notes at a block, or at the end of a turn.
const maxPassageNotes = 12

// word says how it passed: "edited, held 13.0 s".
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

// isLost reports whether the client did not get the text that arrived. isNew reports whether it got
// other text.
func (w PassageNote) isLost() bool {
	return w.ReceivedText != "" && (w.Kind == wire.PassageDropped || w.Kind == wire.PassageEdited && w.SentText != w.ReceivedText)
}

func (w PassageNote) isNew() bool {
	return w.SentText != "" && (w.Kind == wire.PassageInjected || w.Kind == wire.PassageEdited && w.SentText != w.ReceivedText)
}

// label returns the word, with a colon if texts follow.
func (w PassageNote) label() string {
	if w.isLost() || w.isNew() {
		return w.word() + ":"
	}
	return w.word()
}

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

// loosePassages returns the passages of events that are in no block, and of those
// injected after the last event.
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

func requestPassages(t *tape.Tape) (out []PassageNote) {
	for _, p := range t.RequestPassages {
		out = append(out, PassageNote{Passage: p, Subject: "the request", URL: link.ExchangeURL(t.X.ID) + "?tab=request&sent=1"})
	}
	return out
}
