package tape

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// ReadPassed reads how the events of a tape's exchange went on. Call it with the
// tape locked.
func (s *Tapes) ReadPassed(ctx context.Context, t *Tape) error {
	list, err := s.Library.Passages(ctx, t.X.ID)
	if err != nil {
		return fmt.Errorf("read how the events of %s went on: %w", t.X.ID, err)
	}
	t.Passed = slices.DeleteFunc(slices.Clone(list), func(p wire.Passage) bool { return p.Side != wire.Response })
	slices.SortStableFunc(t.Passed, func(a, b wire.Passage) int { return a.Frame - b.Frame })
	return nil
}

// PassedOf are the passages of the events from one to another, counted from 1.
func (t *Tape) PassedOf(from, to int) []wire.Passage {
	at := func(p wire.Passage, event int) int { return p.Frame + 1 - event }
	i, _ := slices.BinarySearchFunc(t.Passed, from, at)
	j, _ := slices.BinarySearchFunc(t.Passed, to+1, at)
	return t.Passed[i:j]
}

// PassedLast are the passages of what was injected after the last event.
func (t *Tape) PassedLast() []wire.Passage {
	if t.Fold == nil {
		return nil
	}
	return t.PassedOf(t.Fold.Events+1, t.Fold.Events+1+len(t.Passed))
}

// PassedWords says how one event, or each of a run, went on: "held 1.2 s",
// "3 held, 1 dropped".
func PassedWords(list []wire.Passage, run bool) string {
	var how []wire.Passed
	n := map[wire.Passed]int{}
	for _, p := range list {
		if n[p.How]++; n[p.How] == 1 {
			how = append(how, p.How)
		}
	}
	var out []string
	for _, h := range how {
		word := part.Short(string(h), 20)
		switch i := slices.IndexFunc(list, func(p wire.Passage) bool { return p.How == h }); {
		case h == wire.Injected:
			word = part.Count(n[h]) + " injected before"
		case run, n[h] > 1:
			word = part.Count(n[h]) + " " + word
		case list[i].Held > 0:
			word += " " + part.Took(time.Duration(list[i].Held))
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}

// PassedTitle is what a pointer over the words tells: what had it so, and when.
func PassedTitle(list []wire.Passage) string {
	const most = 4
	var out []string
	for _, p := range list[:min(len(list), most)] {
		by := "by hand"
		if p.Rule != "" {
			by = "by the rule " + part.Short(p.Rule, 120)
		}
		s := part.Short(string(p.How), 20) + " " + by
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
