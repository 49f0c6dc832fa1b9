package rule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// Random decisions depend on the step of the conversation, never on the order of calls: the same
// conversations in two orders, with other ids, are treated the same.
func TestDrawsIgnoreOrder(t *testing.T) {
	t.Parallel()
	texts := []string{"alpha", "beta", "gamma", "alpha"}
	run := func(order []int, prefix string) map[string]string {
		set := newSet(t, rule.Options{}, "chance:40% => drop", "event:artifact chance:50% => duplicate", "event:status seed:9 chance:50% => drop")
		got, repeats := map[string]string{}, map[string]int{}
		turn, task := make([]int, len(texts)), make([]string, len(texts))
		for _, i := range order {
			turn[i]++
			if turn[i] == 1 {
				repeats[texts[i]]++
				task[i] = fmt.Sprint(prefix, i)
			}
			body := fmt.Sprintf(`{"op":"SendMessage","text":"%s"}`, texts[i])
			if turn[i] > 1 {
				body = fmt.Sprintf(`{"op":"SendMessage","text":"and then %d","task":"%s"}`, turn[i], task[i])
			}
			plan := set.Intervene(exchangeOf(fmt.Sprint(prefix, i, turn[i])), []byte(body), true)
			said := "through"
			out, err := request(t.Context(), plan, body)
			if err != nil {
				said = out.says(wire.Body)
			}
			if plan != nil && plan.Response != nil { // the agent was called, and its response has the task's id
				frames := docs(wire.SSE, `{"kind":"task","task":"`+task[i]+`"}`, `{"kind":"artifact"}`, `{"kind":"artifact"}`, `{"kind":"status"}`)
				answer, _ := respond(t.Context(), plan, wire.SSE, frames)
				for _, p := range answer.list {
					said += " " + string(p.Kind)
				}
			}
			got[fmt.Sprint(texts[i], turn[i])] += said + "|"
		}
		return got
	}
	a := run([]int{0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 1, 2, 2}, "a")
	b := run([]int{2, 1, 2, 2, 0, 1, 1, 2, 0, 1, 2, 1, 0}, "b")
	drawn := map[string]bool{}
	for step, said := range a {
		drawn[said] = true
		if b[step] != said {
			t.Errorf("%s: %s, in another order %s", step, said, b[step])
		}
	}
	if len(drawn) < 4 {
		t.Errorf("only %d ways: %v", len(drawn), drawn)
	}
	if c := run([]int{0, 3}, "c"); strings.Count(c["alpha1"], "|") != 2 {
		t.Errorf("%v", c)
	}
}

// A rule with a chance acts about as often as it says.
func TestChance(t *testing.T) {
	t.Parallel()
	set := newSet(t, rule.Options{}, "chance:30% => drop")
	n := 0
	for i := range 2000 {
		if plan := set.Intervene(exchangeOf("x"), fmt.Appendf(nil, `{"text":"message %d"}`, i), true); plan.Request != nil {
			n++
		}
	}
	if n < 520 || n > 680 {
		t.Errorf("%d of 2000 for 30%%", n)
	}
}
