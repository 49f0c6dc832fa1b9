package tape

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
)

// maxOwnRows bounds the events that get their own row because of how they passed. maxAltered bounds
// the edited or injected events whose text is read.
const (
	maxOwnRows = 200
	maxAltered = 20
)

// readPassed reads the passages of the exchange. If an event that was already folded into a run
// turns out to need its own row, the tape is folded again.
func (t *Tape) readPassed(ctx context.Context, lib host.Library) error {
	if t.X.PassageKinds == 0 {
		return nil
	}
	list, err := lib.Passages(ctx, t.X.ID)
	if err != nil {
		return fmt.Errorf("read the passages of %s: %w", t.X.ID, err)
	}
	t.RequestPassages, t.EventPassages = nil, nil
	for _, p := range list {
		if p.Side == wire.Request {
			t.RequestPassages = append(t.RequestPassages, p)
		} else {
			t.EventPassages = append(t.EventPassages, p)
		}
	}
	slices.SortStableFunc(t.EventPassages, func(a, b wire.Passage) int { return a.Frame - b.Frame })
	alone := map[int]bool{}
	for _, p := range t.EventPassages {
		if p.Kind != wire.PassageDelayed && p.Kind != wire.PassageInjected && len(alone) < maxOwnRows {
			alone[p.Frame+1] = true
		}
	}
	was := t.ownRows
	t.ownRows = alone
	for event := range alone {
		if !was[event] && t.Reader != nil && t.joined(event) {
			t.reread()
			break
		}
	}
	return nil
}

// joined reports whether an event was folded into a run.
func (t *Tape) joined(event int) bool {
	i, _ := slices.BinarySearchFunc(t.Fold.Rows, event, func(r stream.Row, event int) int { return r.To - event })
	for ; i < len(t.Fold.Rows) && t.Fold.Rows[i].From <= event; i++ {
		if r := &t.Fold.Rows[i]; r.Events() > 1 && r.To >= event {
			return true
		}
	}
	return false
}

// reread resets the tape, so that the whole exchange is read and folded again.
func (t *Tape) reread() {
	t.Reader, t.Fold, t.Frames, t.CommentCount, t.next, t.HeadProblems, t.EndProblems, t.Echo, t.Done = nil, nil, 0, 0, 0, nil, nil, nil, false
}

// readAltered reads the text of sent events that differ from what the agent sent.
func (t *Tape) readAltered(ctx context.Context, lib host.Library) error {
	for _, p := range t.EventPassages {
		if p.Sent < 0 || p.Kind != wire.PassageEdited && p.Kind != wire.PassageInjected || len(t.altered) == maxAltered {
			continue
		}
		if _, known := t.altered[p.Sent]; known {
			continue
		}
		f, ok, err := SentFrame(ctx, lib, &t.X, p.Sent)
		if err != nil {
			return err
		}
		if !ok || f.Kind == wire.Body { // Response has it
			continue
		}
		if t.altered == nil {
			t.altered = map[int]string{}
		}
		t.altered[p.Sent] = stream.Excerpt(t.readSent(f).Result)
	}
	return nil
}

func (t *Tape) readSent(f wire.Frame) a2a.Reading {
	m := dialect.RequestHead(&t.X)
	m.Body = t.Reader.RequestBody()
	return dialect.ReadEvent(t.Reader.Identity(), m, dialect.ResponseHead(&t.X), f)
}

// SentText returns the beginning of what was sent in place of an event; "" if it is empty or was
// not read.
func (t *Tape) SentText(p wire.Passage) string {
	if p.Sent < 0 {
		return ""
	}
	return t.altered[p.Sent]
}

// RowOf returns the row of an event, nil if it has none.
func (t *Tape) RowOf(event int) *stream.Row {
	if t.Fold == nil {
		return nil
	}
	for i := range t.Fold.Rows {
		if r := &t.Fold.Rows[i]; r.Events() > 0 && r.From <= event && event <= r.To {
			return r
		}
	}
	return nil
}

// MissingBefore returns how many events are missing before an event, according to
// the generations of the task.
func (t *Tape) MissingBefore(event int) int64 {
	if t.Fold == nil {
		return 0
	}
	i, _ := slices.BinarySearchFunc(t.Fold.Rows, event, func(r stream.Row, event int) int { return r.To - event })
	for ; i < len(t.Fold.Rows) && t.Fold.Rows[i].From <= event; i++ {
		if t.Fold.Rows[i].Word == "missing" {
			return t.Fold.Rows[i].Missing
		}
	}
	return 0
}

// Arrivals returns a function that tells when events reached the client. Call it in the order of
// the events: a held event delays those after it. The parameter came is when the event arrived at
// the tap.
func (t *Tape) Arrivals() func(event int, came time.Time) time.Time {
	i, latest := 0, time.Time{}
	return func(event int, came time.Time) time.Time {
		for ; i < len(t.EventPassages) && t.EventPassages[i].Frame < event; i++ {
			if p := t.EventPassages[i]; p.HoldTime > 0 && p.At.After(latest) {
				latest = p.At
			}
		}
		if latest.After(came) {
			return latest
		}
		return came
	}
}

// PassagesOf returns the passages of the events from..to, counted from 1.
func (t *Tape) PassagesOf(from, to int) []wire.Passage {
	at := func(p wire.Passage, event int) int { return p.Frame + 1 - event }
	i, _ := slices.BinarySearchFunc(t.EventPassages, from, at)
	j, _ := slices.BinarySearchFunc(t.EventPassages, to+1, at)
	return t.EventPassages[i:j]
}

// LastPassages returns the passages of events injected after the last one.
func (t *Tape) LastPassages() []wire.Passage {
	if t.Fold == nil {
		return nil
	}
	return t.PassagesOf(t.Fold.Events+1, t.Fold.Events+1+len(t.EventPassages))
}

// PassedGroup describes how one or several events passed: "held 1.2 s", "3 held".
type PassedGroup struct {
	Kind  wire.PassageKind
	Words string
}

// PassedGroups describes each kind of passage in list. run says that list belongs to a
// run of events, not to one.
func PassedGroups(list []wire.Passage, run bool) []PassedGroup {
	var out []PassedGroup
	n := map[wire.PassageKind]int{}
	for _, p := range list {
		if n[p.Kind]++; n[p.Kind] == 1 {
			out = append(out, PassedGroup{Kind: p.Kind})
		}
	}
	for i := range out {
		h, word := out[i].Kind, part.Short(string(out[i].Kind), 20)
		switch at := slices.IndexFunc(list, func(p wire.Passage) bool { return p.Kind == h }); {
		case h == wire.PassageInjected:
			word = part.Count(n[h]) + " injected before"
		case run, n[h] > 1:
			word = part.Count(n[h]) + " " + word
		case list[at].HoldTime > 0 && (h == wire.PassageHeld || h == wire.PassageDelayed):
			word += " " + part.Duration(time.Duration(list[at].HoldTime))
		case list[at].HoldTime > 0:
			word += ", held " + part.Duration(time.Duration(list[at].HoldTime))
		}
		out[i].Words = word
	}
	return out
}

// PassedWords joins PassedGroups: "3 held, 1 dropped".
func PassedWords(list []wire.Passage, run bool) string {
	var out []string
	for _, g := range PassedGroups(list, run) {
		out = append(out, g.Words)
	}
	return strings.Join(out, ", ")
}

// PassedTitle returns the tooltip of PassedWords: which rules or persons, and when.
func PassedTitle(list []wire.Passage) string {
	const most = 4
	var out []string
	for _, p := range list[:min(len(list), most)] {
		by := "by hand"
		if p.Rule != "" {
			by = "by the rule " + part.Short(p.Rule, 120)
		}
		s := part.Short(string(p.Kind), 20) + " " + by
		if !p.At.IsZero() {
			s += ", " + part.Clock(p.At)
		}
		out = append(out, s)
	}
	if n := len(list) - most; n > 0 {
		out = append(out, part.Plural(n, "more"))
	}
	return strings.Join(out, "\n")
}
