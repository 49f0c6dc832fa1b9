package console

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	agentfault "github.com/a2a-console/a2a-console/internal/agent/fault"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/fault"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// Misbehaviour is rules in force at an agent of ours, with no tap between.
type Misbehaviour struct{ set *rule.Set }

// Misbehave puts rules in force. What they could not do is told in the log.
func Misbehave(rules []wire.Rule, log *slog.Logger) (*Misbehaviour, error) {
	protocol := passing.New(passing.Options{})
	texts := map[string]string{}
	for i, r := range rules {
		read, err := rule.Parse(r.Text, words.Filters(), protocol)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", r.Text, err)
		}
		if slices.ContainsFunc(read.Do, func(f fault.Fault) bool { _, holds := f.(fault.Hold); return holds }) {
			return nil, fmt.Errorf("%q: hold is for taps, where somebody can be asked; use delay here, or give the rule to a tap", r.Text)
		}
		rules[i].ID, rules[i].On = wire.NewID(), true
		texts[rules[i].ID] = r.Text
	}
	set := rule.New(rule.Options{Protocol: protocol, Words: words.Filters(), Fired: func(id, _, problem string) {
		if problem != "" {
			log.Warn("a rule could not do something", "rule", texts[id], "problem", problem)
		}
	}})
	if err := set.Put(rules); err != nil {
		return nil, err
	}
	return &Misbehaviour{set}, nil
}

// Misbehaving has agents that are served at a URL behave by rules.
func Misbehaving(url string, log *slog.Logger) func(agent http.Handler, rules []string) (http.Handler, error) {
	return func(agent http.Handler, rules []string) (http.Handler, error) {
		list := make([]wire.Rule, len(rules))
		for i, text := range rules {
			list[i].Text = text
		}
		m, err := Misbehave(list, log)
		return m.Handler(agent, func() string { return url }), err
	}
}

// Handler has an agent that is served at a URL behave by the rules.
func (m *Misbehaviour) Handler(agent http.Handler, url func() string) http.Handler {
	if m == nil || len(m.set.Rules()) == 0 {
		return agent
	}
	return agentfault.Intervene(agent, m.set, url)
}

// Serve answers on l, where no rule refuses or resets connections. It says in a sentence
// what is done to connections, "" for nothing.
func (m *Misbehaviour) Serve(s *Server, l net.Listener) (string, error) {
	url := Origin(l)
	switch m.connections(url) {
	case fault.Refuse:
		if err := l.Close(); err != nil {
			return "", fmt.Errorf("close %s: %w", url, err)
		}
		return "A rule refuses all connections: nobody listens at " + url + ".", nil
	case fault.Reset:
		s.Serve(agentfault.ResetAll(l))
		return "A rule resets all connections to " + url + ".", nil
	}
	s.Serve(l)
	return "", nil
}

func (m *Misbehaviour) connections(url string) fault.Connections {
	if m == nil {
		return fault.Accept
	}
	return m.set.Connections(url)
}
