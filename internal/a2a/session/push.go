package session

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Named is the task that a call names, "" for none.
func Named(c *a2a.Call) string {
	task, _ := c.About()
	return task
}

// Registers is the push configuration that a call asks the agent to keep, nil for none.
func Registers(c *a2a.Call) *a2a.PushConfig {
	if c == nil {
		return nil
	}
	switch c.Op {
	case a2a.SendMessage, a2a.SendStreamingMessage, a2a.CreatePushConfig:
		return c.Push
	}
	return nil
}

// Registration is a push configuration that an agent keeps, as far as calls tell.
type Registration struct {
	ID, URL string
	From    string // exchange that told of it last
}

// Registrations are those of one task, oldest first.
type Registrations []Registration

// Take folds a call that the agent answered with a result, which may be nil, or with
// an error.
func (r *Registrations) Take(e *Exchange, result *a2a.Result, failed bool) {
	switch {
	case failed || e.Call == nil:
	case e.Op == a2a.DeletePushConfig && e.X.Outcome == wire.ByAgent:
		*r = slices.DeleteFunc(*r, func(h Registration) bool { return h.ID == e.Call.PushID })
	case e.sends():
		r.put(Registers(e.Call), e.X.ID)
	case result == nil:
	case e.Op == a2a.ListPushConfigs && result.Pushes != nil:
		*r = nil
		for i := range result.Pushes {
			r.put(&result.Pushes[i], e.X.ID)
		}
	default:
		r.put(result.Push, e.X.ID)
	}
}

// put adds a configuration, or says more of one that is known.
func (r *Registrations) put(c *a2a.PushConfig, from string) {
	if c == nil {
		return
	}
	h := Registration{ID: c.ID, URL: c.URL, From: from}
	for i, o := range *r {
		if o.URL == h.URL && (o.ID == h.ID || o.ID == "") || h.ID != "" && o.ID == h.ID {
			(*r)[i] = h
			return
		}
	}
	*r = append(*r, h)
}

// DeliveredTo is the address that a delivery was sent to, as it was registered: the
// query, where agents put things of their own, aside.
func DeliveredTo(x *wire.Exchange) string {
	url, _, _ := strings.Cut(x.URL, "?")
	return url
}
