package recorder

import (
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// modelFake labels calls of models as its request body says, apart from what the fake does.
type modelFake struct {
	Labeller
	label *wire.ModelLabels
}

func (f *modelFake) Labels() wire.Labels { return wire.Labels{Model: f.label} }

func TestModelCallsAreFound(t *testing.T) {
	t.Parallel()
	labels := map[string]*wire.ModelLabels{
		"http://127.0.0.1:1": {API: "openai.chat", Model: "gpt-4o-mini", Tools: []string{"search", "add"}, Input: 90, Output: 20},
		"http://127.0.0.1:2": {API: "anthropic.messages", Model: "Claude-x", Input: 2000, Output: 1, Error: "overloaded"},
	}
	s := open(t, func(o *Options) {
		o.Label = func(x *wire.Exchange) Labeller { return &modelFake{newFake(x), labels[x.Agent]} }
	})
	ids := map[string]string{}
	for _, agent := range []string{"http://127.0.0.1:1", "http://127.0.0.1:2", "http://127.0.0.1:3"} {
		x := call()
		x.Agent, x.Origin = agent, wire.Model
		ids[agent[len(agent)-1:]] = record(t, s, x, "{}", jsonHead, "{}")
	}
	ids["call"] = record(t, s, call(), "{}", jsonHead, "{}")
	for _, id := range ids {
		labelled(t, s, id)
	}
	for text, want := range map[string]string{
		"is:model": "123", "-is:model": "call", "origin:model": "123",
		"model:GPT": "1", "model:claude-*": "2", "model:gpt": "1", "model:4o*": "", "-model:gpt is:model": "23",
		"tool:add": "1", "tool:se*": "1", "tool:add tool:none": "1", "tool:remove": "",
		"tokens:>110": "12", "tokens:>111": "2", "tokens:<110": "1", "tokens:<109": "",
	} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		list, err := s.Exchanges(t.Context(), f, wire.Page{})
		got := []string{}
		for n, id := range ids {
			if slices.ContainsFunc(list, func(x wire.Exchange) bool { return x.ID == id }) {
				got = append(got, n)
			}
		}
		slices.Sort(got)
		all := ""
		for _, n := range got {
			all += n
		}
		if err != nil || all != want {
			t.Errorf("%s finds %q (%v), want %q", text, all, err, want)
		}
	}
	x, err := s.Exchange(t.Context(), ids["1"])
	if m := x.Labels.Model; err != nil || m == nil || m.Model != "gpt-4o-mini" || !slices.Equal(m.Tools, []string{"search", "add"}) {
		t.Errorf("%+v, %v", x.Labels, err)
	}
	if c := s.Current(); len(c.Agents) != 1 || c.Errors != 0 {
		t.Errorf("agents %v, %d errors: servers of models are not agents, and their errors are not counted", c.Agents, c.Errors)
	}
}
