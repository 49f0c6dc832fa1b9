package compose

import (
	"slices"
	"strconv"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestMessagesSentInARow: a message sent several times in a row with the same result is listed
// once, with the number.
func TestMessagesSentInARow(t *testing.T) {
	sent := func(text, state string) wire.Exchange {
		return wire.Exchange{Labels: wire.Labels{Text: text, State: state}}
	}
	list := []wire.Exchange{sent("a", "completed"), sent("a", "completed"), sent("a", "failed"), sent("b", "failed"), sent("", "failed"), sent("", "failed")}
	var got []int
	for i := range list {
		if i == 0 || !sameAsNewer(list[i-1], list[i]) {
			got = append(got, timesSent(list[i:]))
		}
	}
	if !slices.Equal(got, []int{2, 1, 1, 1, 1}) {
		t.Errorf("listed %v times", got)
	}
}

// TestExamplesOfACard: one of each skill first, then the others, eight at most.
func TestExamplesOfACard(t *testing.T) {
	c := &a2a.Card{Skills: []a2a.Skill{{Examples: []string{"a", "b", "c"}}, {}, {Examples: []string{"d", "e"}}}}
	if got := cardExamples(c); !slices.Equal(got, []string{"a", "d", "b", "e", "c"}) {
		t.Errorf("offers %q", got)
	}
	for i := range 20 {
		c.Skills[1].Examples = append(c.Skills[1].Examples, strconv.Itoa(i))
	}
	if got := cardExamples(c); len(got) != 8 {
		t.Errorf("offers %q", got)
	}
}
