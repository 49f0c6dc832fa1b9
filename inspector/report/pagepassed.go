package report

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// pageSent is a message as it went on, where that is not what came.
type pageSent struct {
	Line    string       // the status, "" where it is the one that came
	Alone   bool         // nothing came that it could differ from
	Header  [][2]string  // those that did not come like that
	Body    string       // "" where Events has it
	Reading *pageReading // of events, put together
	Events  []pageEvent
	Diffs   []pageDiff // between what came and what was sent
	More    int
}

// pageDiff is one place where two versions differ: its words, or both values.
type pageDiff struct {
	Path     string
	Words    []diff.Span
	Came     string
	Sent     string
	OnlyCame bool
	OnlySent bool
}

const mostDiffs = 50

// passed says what was done to an exchange on its way, and has both versions of what was
// changed.
func (p *page) passed(x *pageExchange, w *archive.Whole, v *view) {
	x.Passed = words.PassedSentence(w.Passages, v.events > 1)
	request, answer := changed(w, wire.Request), changed(w, wire.Response)
	if !request && !answer {
		return
	}
	after := *w
	if request {
		after.Sides[wire.Request] = w.Sides[wire.RequestSent]
		after.Request = sentHead(w.Request, w.RequestSent)
	}
	if answer {
		after.Sides[wire.Response] = w.Sides[wire.ResponseSent]
		after.Response = sentHead(w.Response, w.ResponseSent)
	}
	sent := readPage(&after)
	if request {
		x.RequestSent = sentOf(x.Request, v.request.JSON(), sent.request.JSON(), after.Body(wire.Request), after.Request)
	}
	if answer {
		x.AnswerSent = sentOf(x.Response, v.answer(), sent.answer(), after.Body(wire.Response), after.Response)
		if max(v.events, sent.events) > 1 {
			x.AnswerSent.Body, x.AnswerSent.Diffs, x.AnswerSent.More = "", nil, 0
			x.AnswerSent.Reading, x.AnswerSent.Events = p.readingOf(&after, sent, false), eventsOf(sent, after.Response.Status)
		}
	}
}

// changed reports whether something went on that did not come like that, on a side.
func changed(w *archive.Whole, side wire.Side) bool {
	sent, head := wire.RequestSent, w.RequestSent
	if side == wire.Response {
		sent, head = wire.ResponseSent, w.ResponseSent
	}
	return (len(w.Sides[sent]) > 0 || head != nil) && slices.ContainsFunc(w.Passages, func(p wire.Passage) bool {
		return p.Side == side && (p.How == wire.Edited || p.How == wire.Dropped || p.How == wire.Injected)
	})
}

// sentHead is the head that went on: sent, or where that is nil what came.
func sentHead(came wire.Head, sent *wire.Head) wire.Head {
	h := came
	if sent != nil {
		h.Header, h.Trailer, h.Status = sent.Header, sent.Trailer, cmp.Or(sent.Status, came.Status)
	}
	return h
}

// sentOf is what went on beside what came: was and is are both as read.
func sentOf(came pageMessage, was, is, raw []byte, h wire.Head) *pageSent {
	s := &pageSent{Body: bodyText(is, raw), Alone: came.Line == ""}
	if line := statusText(h.Status); line != came.Line && h.Status > 0 {
		s.Line = line
	}
	for _, l := range headerLines(h.Header) {
		if !slices.Contains(came.Header, l) {
			s.Header = append(s.Header, l)
		}
	}
	if s.Body == came.Body {
		return s
	}
	list, more := diff.JSON(was, is, mostDiffs)
	for _, d := range list {
		s.Diffs = append(s.Diffs, pageDiffOf(d))
	}
	s.More = more
	return s
}

func pageDiffOf(d diff.Difference) pageDiff {
	p := pageDiff{Path: markedLine(clip.Runes(d.Path, 300)), OnlyCame: d.B == nil, OnlySent: d.A == nil}
	spans := d.Words()
	if slices.ContainsFunc(spans, func(w diff.Span) bool { return w.Change == diff.Kept }) {
		for _, w := range spans {
			w.Text = shown(w.Text)
			p.Words = append(p.Words, w)
		}
		return p
	}
	p.Came, p.Sent = valueText(d.A), valueText(d.B)
	return p
}

// valueText is a value of a document: a text as it reads, anything else laid out.
func valueText(v json.RawMessage) string {
	if text := diff.Plain(v); text != string(v) {
		return shown(text)
	}
	return bodyText(v, nil)
}
