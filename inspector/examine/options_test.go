package examine

import (
	"fmt"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestOfferedOnce: each version and binding is examined once, and a card cannot choose how many are considered.
func TestOfferedOnce(t *testing.T) {
	card := &a2a.Card{Name: "many"}
	for i := range 2_000 {
		card.Interfaces = append(card.Interfaces,
			a2a.Interface{URL: fmt.Sprintf("http://127.0.0.1:9/%d", i), Version: a2a.V10, Binding: a2a.JSONRPC},
			a2a.Interface{URL: "http://127.0.0.1:9/", Version: a2a.Version(fmt.Sprintf("9.%d", i)), Binding: a2a.JSONRPC})
	}
	out, left := OfferedTargets(&inspector.Discovery{Card: card, CardURL: "http://127.0.0.1:9/.well-known/agent-card.json"}, nil, nil)
	if len(out) != 1 || out[0].Endpoint != "http://127.0.0.1:9/0" || len(left) != maxInterfaces-1 {
		t.Errorf("%d interfaces are examined and %d left out, the first %v", len(out), len(left), out[:min(1, len(out))])
	}
}

// TestExamplesInTurn: from a card with many examples, the first of each skill is sent, then the second of each.
func TestExamplesInTurn(t *testing.T) {
	card := &a2a.Card{Skills: make([]a2a.Skill, 15)}
	for i := range card.Skills {
		card.Skills[i] = a2a.Skill{ID: fmt.Sprint("s", i), Examples: []string{fmt.Sprint("first ", i), fmt.Sprint("second ", i), fmt.Sprint("third ", i)}}
	}
	o := Options{Targets: []Target{{Card: card}}}
	if n := o.unsentCount(); n != 15*3-maxExamples {
		t.Errorf("%d examples are not sent", n)
	}
	all := o.messages()
	if len(all) != maxExamples || all[0].text != "first 0" || all[14].text != "first 14" || all[15].text != "second 0" || all[15].skill != "s0" {
		t.Errorf("%d messages: %v", len(all), all)
	}
	card.Skills = card.Skills[:2]
	if all = o.messages(); len(all) != 6 || all[5].text != "third 1" {
		t.Errorf("%d messages: %v", len(all), all)
	}
}
