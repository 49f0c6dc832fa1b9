package inspector

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/inspector/quirk"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// PreparedRequest is a request exactly as it will be sent. Callers may edit it.
type PreparedRequest struct {
	dialect.HTTP
	Op      a2a.Operation
	Version a2a.Version
	Binding a2a.Binding
	Losses  []a2a.Loss // parts of the call that the version cannot express
	Callee  Callee     // zero if unknown
	Call    *a2a.Call  // what the request was made from; nil if it was not made from a call
	Quirks  []string   // ids of the quirks that it was written for
}

// Prepare writes a call for a target without sending it. An empty Binding means JSON-RPC.
func (c *Client) Prepare(t Target, call *a2a.Call) (PreparedRequest, error) {
	if t.Binding == "" {
		t.Binding = a2a.JSONRPC
	}
	if err := checkGenerations(t.Version, call); err != nil {
		return PreparedRequest{}, err
	}
	call = completeCall(t, call)
	h, losses, err := quirk.Request(t.Quirks, t.Version, t.Binding, t.Endpoint, strconv.Quote(wire.NewID()), call)
	if err != nil {
		return PreparedRequest{}, fmt.Errorf("write the call: %w", err)
	}
	for k, v := range t.Header {
		h.Header[k] = slices.Clone(v)
	}
	return PreparedRequest{HTTP: h, Op: call.Op, Version: t.Version, Binding: t.Binding, Losses: losses, Callee: t.Callee(), Call: call, Quirks: t.Quirks}, nil
}

// checkGenerations refuses a call that names generations in a version without them: dropping them would change
// the call's meaning.
func checkGenerations(v a2a.Version, c *a2a.Call) error {
	spoken, _ := registry.ByName(v)
	if c.CurrentGeneration == nil && c.IfGenerationMatch == nil || spoken != nil && spoken.Agent.Generations {
		return nil
	}
	var having []string
	for _, d := range slices.Concat(registry.Versions(), registry.Drafts()) {
		if d.Agent.Generations {
			having = append(having, string(d.Version()))
		}
	}
	return fmt.Errorf("a task has no generations in A2A %s, so the call cannot name one; use %s with an agent that supports it, or leave the generation out", v, words.JoinOr(having))
}

// MatchQuirks returns the quirks that explain why the agent did not understand the request, and that the
// request was not written for.
func (p PreparedRequest) MatchQuirks(answer a2a.Reading) []quirk.Quirk {
	return quirk.Match(p.Quirks, p.Version, p.Binding, p.Call, answer)
}

// completeCall returns a copy of a call with defaults filled in: the interface's tenant, a message id, and the
// task id in versions where the client chooses it.
func completeCall(t Target, call *a2a.Call) *a2a.Call {
	c := *call
	if c.Tenant == "" {
		c.Tenant = t.Tenant
	}
	if c.Message == nil {
		return &c
	}
	m := *c.Message
	c.Message = &m
	if !registry.NamesTask(t.Version) {
		if m.ID == "" {
			m.ID = wire.NewID()
		}
		return &c
	}
	// These versions name the task outside the message.
	if c.TaskID == "" {
		c.TaskID = m.TaskID
	}
	if c.TaskID == "" {
		c.TaskID = wire.NewID()
	}
	m.TaskID = ""
	return &c
}
