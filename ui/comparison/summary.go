package comparison

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// KindWord names n differences of a kind.
func KindWord(k diff.Kind, n int) string {
	words, ok := map[diff.Kind][2]string{
		diff.KindOutcome: {"outcome", "outcomes"}, diff.KindError: {"error", "errors"}, diff.KindState: {"task state", "task states"},
		diff.KindStructure: {"field", "fields"}, diff.KindData: {"data value", "data values"}, diff.KindFile: {"file", "files"},
		diff.KindText: {"text", "texts"}, diff.KindValue: {"name or setting", "names or settings"}, diff.KindURL: {"URL", "URLs"},
		diff.KindEvent: {"JSON detail", "JSON details"}, diff.KindID: {"id", "ids"}, diff.KindTime: {"timestamp", "timestamps"},
	}[k]
	switch {
	case !ok:
		return part.Short(string(k), 20)
	case n == 1:
		return words[0]
	}
	return words[1]
}

// rank orders kinds by how much they matter to the users of an agent; 0 matters most.
func rank(k diff.Kind) int {
	all := []diff.Kind{diff.KindOutcome, diff.KindError, diff.KindState, diff.KindStructure, diff.KindData, diff.KindFile, diff.KindText, diff.KindValue,
		diff.KindURL, diff.KindEvent, diff.KindID, diff.KindTime}
	if i := slices.Index(all, k); i >= 0 {
		return i
	}
	return len(all)
}

// SortByRank returns differences sorted by importance; those of one kind keep their order.
func SortByRank(list []diff.Difference) []diff.Difference {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b diff.Difference) int { return cmp.Compare(rank(a.Kind), rank(b.Kind)) })
	return out
}

// KindCount counts the differences of a kind.
type KindCount struct {
	Kind      diff.Kind
	N         int
	ElementID string // id of the first one's element, "" if the page does not show it
}

// KindsOf counts the differences of pairs by kind, the most important first. shown lists the
// indexes of the pairs on the page, and most is how many differences of each pair it shows.
func KindsOf(pairs []diff.Pair, shown []int, most int) (out []KindCount) {
	for i, p := range pairs {
		for k, d := range SortByRank(p.Differences) {
			at := slices.IndexFunc(out, func(c KindCount) bool { return c.Kind == d.Kind })
			if at < 0 {
				at, out = len(out), append(out, KindCount{Kind: d.Kind})
			}
			out[at].N++
			if out[at].ElementID == "" && k < most && slices.Contains(shown, i) {
				out[at].ElementID = DifferenceID(i, k)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b KindCount) int { return cmp.Compare(rank(a.Kind), rank(b.Kind)) })
	return out
}

// DifferenceID returns a difference's element id, by the pair's index and the difference's rank.
func DifferenceID(pair, k int) string { return "d-" + part.Itoa(pair) + "-" + part.Itoa(k) }

// kinds counts the differences of all pairs; shown are the pairs on the page.
func (c *Comparison) kinds(shown []int) []KindCount { return KindsOf(c.Report.Pairs, shown, 1<<20) }

// op returns the operation of a pair, or both if they differ.
func (c *Comparison) op(p diff.Pair) string {
	of := func(all []wire.Exchange, id string) string {
		if i := slices.IndexFunc(all, func(x wire.Exchange) bool { return x.ID == id }); i >= 0 {
			return all[i].Labels.Op
		}
		return ""
	}
	if a, b := of(c.A.All, p.A), of(c.B.All, p.B); c.A.Exchange != nil && a != "" && b != "" && a != b {
		return part.Short(a, 40) + " and " + part.Short(b, 40)
	}
	return part.Short(string(p.Op), 40)
}

// splitChanged splits text that only one side has into what is shown and what is folded.
func splitChanged(text string) (first, rest string) {
	runes := []rune(text)
	if len(runes) <= maxChangedRunes+equalContextRunes {
		return text, ""
	}
	return string(runes[:maxChangedRunes]), string(runes[maxChangedRunes:])
}

const (
	maxChangedRunes   = 600 // characters shown of text that only one side has
	maxEqualRunes     = 240 // characters of common text shown whole
	equalContextRunes = 80  // characters of longer common text shown next to a change
)

// foldEqual splits common text into a head that follows the change before it, what is folded, and a
// tail that precedes the next change. first and last say that there is no change on that side.
func foldEqual(text string, first, last bool) (head, folded, tail string) {
	n := utf8.RuneCountInString(text)
	if n <= maxEqualRunes {
		return text, "", ""
	}
	runes := []rune(text)
	from, to := equalContextRunes, n-equalContextRunes
	if first {
		from = 0
	}
	if last {
		to = n
	}
	return string(runes[:from]), string(runes[from:to]), string(runes[to:])
}
