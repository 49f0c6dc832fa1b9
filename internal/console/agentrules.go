package console

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/proxy/fault"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// NewAgentRules returns rules for one of our own agents. Rules that could not act are logged.
func NewAgentRules(rules []wire.Rule, log *slog.Logger) (*rule.Set, error) {
	protocol := passing.New(passing.Options{})
	texts := map[string]string{}
	for i, r := range rules {
		read, err := rule.Parse(r.Text, words.FilterVocabulary(), protocol)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", r.Text, err)
		}
		if slices.ContainsFunc(read.Faults, func(f fault.Fault) bool { _, holds := f.(fault.Hold); return holds }) {
			return nil, fmt.Errorf("%q: hold is for taps, where a person can decide; use delay here, or give the rule to a tap", r.Text)
		}
		rules[i].ID, rules[i].On = wire.NewID(), true
		texts[rules[i].ID] = r.Text
	}
	set := rule.New(rule.Options{Protocol: protocol, Vocabulary: words.FilterVocabulary(), OnFire: func(id, _, problem string) {
		if problem != "" {
			log.Warn("a rule could not act", "rule", texts[id], "problem", problem)
		}
	}})
	return set, set.Put(rules)
}

// allClients makes rules act on the console's own probes too, by treating every caller as a client.
type allClients struct{ wire.Intervener }

func (c allClients) Watches(x *wire.Exchange) bool {
	x.Origin = wire.Client
	return c.Intervener.Watches(x)
}

// ServeAgent serves one of our own agents on l until stop is called. If there are rules, they act
// at a tap in front of the agent; it does not record.
func ServeAgent(ctx context.Context, p Env, l net.Listener, agent http.Handler, by *rule.Set) (stop func() error, err error) {
	if len(by.Rules()) == 0 {
		s := NewServer(p, agent)
		s.Serve(l)
		return s.Shutdown, nil
	}
	s, apart, err := ServeIsolated(ctx, p, agent)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Address: strings.TrimPrefix(apart, "http://"), Intervene: allClients{by}, Logger: p.Logger()}})
	taps.SetConnections(func(agent string) string { return string(by.Connections(agent)) })
	url := Origin(l)
	switch by.Connections(url) {
	case fault.Refuse:
		p.Note("note: A rule refuses all connections, so nothing listens at %s.", url)
	case fault.Reset:
		p.Note("note: A rule resets all connections to %s.", url)
	}
	stop = func() error { return errors.Join(shutTaps(taps), s.Shutdown()) }
	if _, err := taps.OpenOn(ctx, url, l); err != nil {
		return nil, errors.Join(err, stop())
	}
	return stop, nil
}
