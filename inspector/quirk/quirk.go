// Package quirk is the table of what some agents require against, or beyond, the specifications: which agents
// do, how a response shows it, and how to change a request for them. It changes nothing unless the caller names
// the quirk.
package quirk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// Quirk is a row of the table.
type Quirk struct {
	ID          string
	Title       string // what a request for such agents does, in a few words
	Description string // what such agents do, in a sentence
	Peers       string // known agents, with their versions
	Version     a2a.Version
	Bindings    []a2a.Binding

	call          func(*a2a.Call) *a2a.Call         // nil leaves the call unchanged
	request       func(*a2a.Call, *dialect.HTTP)    // nil leaves the request unchanged
	matchesAnswer func(*a2a.Call, a2a.Reading) bool // whether the answer to an unchanged call shows the quirk
	changesCall   func(*a2a.Call) bool              // whether a call would change
}

// All returns the table.
func All() []Quirk {
	return []Quirk{
		{
			ID: "double-base64", Title: "Send files as base64 of base64",
			Description: "Treats the bytes of a file as base64 text, so that a file sent as specified arrives empty or broken.",
			Peers:       "a2a-python 0.3.26 and 1.1.0, a2a-go 2.4.0", Version: a2a.V03, Bindings: []a2a.Binding{a2a.REST, a2a.GRPC},
			call: encodeTwice, matchesAnswer: hasLostFile, changesCall: hasBytes,
		},
		{
			ID: "flat-push-config", Title: "Send the push config outside config, too",
			Description: "Looks for pushNotificationConfig at the top level of the body, not inside config.",
			Peers:       "a2a-js 1.3.0's handler for 0.3", Version: a2a.V03, Bindings: []a2a.Binding{a2a.REST},
			request: flatten, matchesAnswer: missesConfig, changesCall: setsPush,
		},
	}
}

// Names returns the ids of all quirks.
func Names() []string {
	var ids []string
	for _, q := range All() {
		ids = append(ids, q.ID)
	}
	return ids
}

// Available returns the quirks that apply to calls in a version and binding.
func Available(v a2a.Version, b a2a.Binding) []Quirk {
	return slices.DeleteFunc(All(), func(q Quirk) bool { return !q.applies(v, b) })
}

// ScopeText says where a quirk applies: "A2A 0.3 HTTP+JSON and gRPC".
func (q Quirk) ScopeText() string {
	var words []string
	for _, b := range q.Bindings {
		words = append(words, b.Word())
	}
	return fmt.Sprintf("A2A %s %s", q.Version, strings.Join(words, " and "))
}

func (q Quirk) applies(v a2a.Version, b a2a.Binding) bool {
	return q.Version == v && slices.Contains(q.Bindings, b)
}

// Request writes a call for agents with the named quirks, like dialect.Request does for others. Quirks of another version
// or binding change nothing.
func Request(ids []string, v a2a.Version, b a2a.Binding, endpoint, rpcID string, c *a2a.Call) (dialect.HTTP, []a2a.Loss, error) {
	used := slices.DeleteFunc(Available(v, b), func(q Quirk) bool { return !slices.Contains(ids, q.ID) })
	for _, q := range used {
		if q.call != nil {
			c = q.call(c)
		}
	}
	h, losses, err := dialect.Request(v, b, endpoint, rpcID, c)
	for _, q := range used {
		if q.request != nil && err == nil {
			q.request(c, &h)
		}
	}
	return h, losses, err
}

// Match returns the quirks that explain why the agent did not understand this call, judging by an answer or one of its
// events. It leaves out the ids that the call was sent with.
func Match(ids []string, v a2a.Version, b a2a.Binding, c *a2a.Call, answer a2a.Reading) []Quirk {
	return slices.DeleteFunc(Available(v, b), func(q Quirk) bool {
		return slices.Contains(ids, q.ID) || c == nil || !q.changesCall(c) || !q.matchesAnswer(c, answer)
	})
}
