package agents

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Health says whether an agent answers, and when that was seen. The zero value is unknown, and never seen.
type Health struct {
	Class, Sign, Word string
	SeenAt            time.Time
	Evidence          string // a sentence: what showed it
}

// healthLasts is how long an observation counts. After that the agent's health is unknown.
const healthLasts = time.Hour

// HealthOf reads an agent's health from the newer of the last search for its card and its newest exchange.
func (a Entry) HealthOf(newest wire.Exchange, now time.Time) Health {
	isUp, at, how := a.CardInfo.HasAnswered, a.CardInfo.AskedAt, "The console requested its card."
	answered, ended := newest.Response.Status > 0, newest.Started
	if newest.Ended.After(ended) {
		ended = newest.Ended
	}
	if (answered || newest.Outcome == wire.Unreachable || newest.Outcome == wire.TimedOut) && ended.After(at) {
		isUp, at, how = answered, ended, "A call showed it."
		switch newest.Response.Status {
		case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			isUp, how = false, "A server in front of the agent answered "+words.StatusLine(newest.Response.Status)+"."
		}
	}
	h := Health{Class: "failed", Sign: "✕", Word: "down", SeenAt: at, Evidence: how}
	if isUp {
		h.Class, h.Sign, h.Word = "completed", "●", reachable
	}
	switch {
	case at.IsZero():
		return Health{Class: "muted", Sign: "?", Word: "unknown", Evidence: "No call shows it, and the console has not requested the card."}
	case now.Sub(at) > healthLasts:
		h.Evidence = "It was " + h.Word + " then. " + how
		h.Class, h.Sign, h.Word = "muted", "?", "unknown"
	}
	return h
}

// reachable is the Word of an agent that answers, with success or not.
const reachable = "reachable"

// IsReachable reports whether the agent answers.
func (h Health) IsReachable() bool { return h.Word == reachable }

// Rank sorts agents that are down first, and those that are reachable last.
func (h Health) Rank() int {
	return map[string]int{"down": 0, "unknown": 1, reachable: 2}[h.Word]
}

// Bounds of LookAgain.
const (
	lookInterval = time.Minute // between two searches for the card of an agent
	maxLooks     = 30
)

// LookAgain searches for the cards of agents in the background, because a person looks at the list: at most once a
// minute for each agent. It leaves out agents without a tap in this run, whose address another program may have by now,
// and cards that a person pasted.
func (s *Directory) LookAgain(all []Entry) {
	n := 0
	for _, a := range all {
		k := s.Cards.Get(a.Origin)
		isPasted := k.card() != nil && k.Discovery.CardURL == ""
		if n == maxLooks || a.IsFormer || a.Tap == "" || isPasted || s.Web.Now().Sub(k.SearchedAt) < lookInterval {
			continue
		}
		n++
		s.Learn(a.Agent, true)
	}
}

// LatestCall returns the newest answered call that Compose, the terminal or the doctor made to an agent, nil for none.
// Reading the card does not count.
func (s *Directory) LatestCall(ctx context.Context, origin string) *wire.Exchange {
	f := wire.Filter{Agents: []string{origin}, Origins: []wire.Origin{wire.Compose, wire.Terminal, wire.Console}}
	list, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: 30})
	if err != nil {
		s.Web.Logger.Error("read the latest call to an agent", "origin", origin, "err", err)
	}
	for i, x := range list {
		if x.Response.Status > 0 && (x.Origin != wire.Console || x.Labels.Op != "" && !strings.HasSuffix(x.Labels.Op, "Card")) {
			return &list[i]
		}
	}
	return nil
}
