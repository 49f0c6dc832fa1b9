package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// request writes a step's request for the agent, with notes on what could not be kept. An error says why the step
// cannot be sent.
func (r *Replay) request(ctx context.Context, s *step) (inspector.PreparedRequest, []string, error) {
	t, err := r.target(ctx, s)
	if err != nil {
		return inspector.PreparedRequest{}, nil, err
	}
	if s.Op == a2a.GetCard {
		return cardRequest(s, t)
	}
	if t.Binding == "" {
		t.Binding = a2a.JSONRPC
	}
	if s.call == nil && t.Binding != s.binding {
		return inspector.PreparedRequest{}, nil, fmt.Errorf("the recorded request cannot be read, so it cannot be sent over %s", t.Binding.Word())
	}
	if s.call == nil && !s.Version.Matches(t.Version) && s.Version != "" {
		return inspector.PreparedRequest{}, nil, fmt.Errorf("the recorded request cannot be read, so it cannot be written in A2A %s", t.Version)
	}
	if err := r.checkTask(s); err != nil {
		return inspector.PreparedRequest{}, nil, err
	}
	_, moves := r.addresses.ownURL(s)
	if s.call == nil || s.Version.Matches(t.Version) && t.Binding == s.binding && !isRedacted(s) && !moves {
		return r.verbatimRequest(s, t), nil, nil
	}
	return r.translateCall(s, t)
}

// target returns where a step goes: to the interface of its own version and binding if possible, otherwise to
// one of its version, otherwise to the agent's first choice. If a recorded version is ambiguous, it prefers the
// newest one that the agent supports. Options.Version overrides the recorded version, and then no other version
// is tried.
func (r *Replay) target(ctx context.Context, s *step) (inspector.Target, error) {
	if r.opts.Version != "" || s.Version == "" {
		return r.interfaceFor(ctx, r.opts.Version, s.binding)
	}
	own := strings.Split(string(s.Version), "|")
	for _, v := range slices.Backward(own) {
		if t, err := r.interfaceFor(ctx, a2a.Version(v), s.binding); err == nil {
			return t, nil
		}
	}
	return r.opts.Target(ctx, "", "")
}

// interfaceFor returns the interface of a version in a binding, or in any binding.
func (r *Replay) interfaceFor(ctx context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	if t, err := r.opts.Target(ctx, v, b); err == nil || b == "" {
		return t, err
	}
	return r.opts.Target(ctx, v, "")
}

func (r *Replay) checkTask(s *step) error {
	old := session.TaskOf(s.call)
	opener, ok := r.taskMakers[old]
	if !ok || opener == s.Exchange {
		return nil // the task existed before, is created by this step, or never existed
	}
	if _, ok := r.ids.get(old); !ok {
		return fmt.Errorf("it names a task that the agent did not create this time")
	}
	return nil
}

// isRedacted reports whether secrets are missing from the recorded request.
func isRedacted(s *step) bool {
	return slices.ContainsFunc(s.original.Redactions, func(r wire.Redaction) bool { return r.Place == "request.body" })
}

// lacksSecrets reports whether a step's push configuration has secrets that were not recorded.
func lacksSecrets(s *step) bool {
	return isRedacted(s) && s.call != nil && s.call.Push != nil && s.call.Push.Token+s.call.Push.Credentials != ""
}

// verbatimRequest returns the recorded request, unchanged except for ids.
func (r *Replay) verbatimRequest(s *step, t inspector.Target) inspector.PreparedRequest {
	r.assignIDs(s, t.Version)
	ids := dialect.Renaming{
		Call: func(id json.RawMessage) json.RawMessage {
			if string(id) == "null" {
				return nil
			}
			return json.RawMessage(strconv.Quote(wire.NewID()))
		},
		ID: r.renameID,
	}
	h := s.header("Accept", "Content-Type", "A2a-Version", "A2a-Extensions", "X-A2a-Extensions", "Te", "Grpc-Encoding")
	sent := dialect.Message{Method: s.original.Method, URL: s.original.URL}
	at, _ := dialect.RebaseURL(s.binding, t.Endpoint, &dialect.Recorded{Message: sent, Hint: s.routeHint(r.card), Tenant: t.Tenant, Renaming: ids}) // the reading has already found the route
	return newRequest(s, t, s.original.Method, at, h, dialect.Rename(s.original.URL, wire.Request, s.original.Request.Header, s.request, ids))
}

// routeHint returns a hint for finding the route of a recorded URL: the version in which the request was read,
// and the recorded card.
func (s *step) routeHint(card *a2a.Card) dialect.Hint {
	id := a2a.Identity{Binding: s.binding}
	for v := range strings.SplitSeq(string(s.Version), "|") {
		id.Versions = append(id.Versions, a2a.Version(v))
	}
	return dialect.Hint{Version: registry.ReadAs(id), Card: card}
}

func (r *Replay) renameID(_, id string) (string, bool) { return r.ids.get(id) }

func (s *step) header(names ...string) http.Header {
	h := http.Header{}
	for _, name := range names {
		if values := s.original.Request.Header.Values(name); len(values) > 0 {
			h[name] = slices.Clone(values)
		}
	}
	return h
}

func newRequest(s *step, t inspector.Target, method, at string, h http.Header, body []byte) inspector.PreparedRequest {
	for name, values := range t.Header {
		h[name] = slices.Clone(values)
	}
	p := inspector.PreparedRequest{Op: s.Op, Version: t.Version, Binding: t.Binding, Callee: t.Callee()}
	p.Method, p.URL, p.Header, p.Body = method, at, h, body
	return p
}

// assignIDs creates the ids that the client chooses: of messages, of contexts that it invented, and of tasks if
// the client names them in the version.
func (r *Replay) assignIDs(s *step, to a2a.Version) {
	c := s.call
	if c == nil || c.Message == nil {
		return
	}
	r.ids.ensureID(c.Message.ID)
	r.ids.ensureID(c.Message.ContextID)
	if registry.NamesTask(to) {
		r.ids.ensureID(c.TaskID)
	}
}

func (r *Replay) translateCall(s *step, t inspector.Target) (inspector.PreparedRequest, []string, error) {
	var notes []string
	c := *s.call
	c.Op = s.Op
	if c.Message != nil {
		c.Message = r.message(s, &c, t.Version)
	} else if c.TaskID != "" {
		c.TaskID = r.ids.translate(c.TaskID)
	}
	c.PushID = r.ids.translate(c.PushID)
	if c.List != nil {
		q := *c.List
		q.ContextID, q.PageToken = r.ids.translate(q.ContextID), r.ids.translate(q.PageToken)
		c.List = &q
	}
	if c.Push != nil {
		push, note := r.pushConfig(s, t)
		if c.Push = push; note != "" {
			notes = append(notes, note)
		}
	}
	if !s.Version.Matches(t.Version) {
		notes = append(notes, fmt.Sprintf("sent in A2A %s; recorded in %s", t.Version, s.Version))
	}
	if t.Binding != s.binding {
		notes = append(notes, fmt.Sprintf("sent over %s; recorded over %s", t.Binding.Word(), s.binding.Word()))
	}
	p, err := r.client.Prepare(t, &c)
	for _, l := range p.Losses {
		notes = append(notes, fmt.Sprintf("A2A %s cannot express %s: %s", t.Version, l.Path, l.Reason))
	}
	return p, notes, err
}

// pushConfig returns a recorded push configuration with new ids, and with a new address if the recorded one was the
// console's own. It leaves out secrets that were not recorded, and the note says so.
func (r *Replay) pushConfig(s *step, t inspector.Target) (*a2a.PushConfig, string) {
	p := *s.call.Push
	p.TaskID, p.ID = r.ids.translate(p.TaskID), r.ids.translate(p.ID)
	given, note := p.Token != "", ""
	if lacksSecrets(s) {
		p.Token, p.Credentials = "", ""
		note = "sent without the push configuration's token and credentials: they were not recorded, and are not compared"
	}
	if old, ok := r.addresses.ownURL(s); ok {
		to := r.addresses.replace(old, t.Endpoint)
		if p.URL = to.url; given {
			p.Token = to.token
		}
		if given && s.call.Push.Credentials == "" {
			note = ""
		}
	}
	return &p, note
}

// message returns a recorded message with new ids, and puts its task id where the target's version expects it.
func (r *Replay) message(s *step, c *a2a.Call, to a2a.Version) *a2a.Message {
	m := *c.Message
	task := session.TaskOf(c)
	c.TaskID, m.TaskID = "", ""
	m.ID = r.ids.ensureID(m.ID)
	if registry.NamesTask(to) {
		c.TaskID = r.ids.ensureID(task)
		m.ContextID = r.ids.ensureID(m.ContextID)
	} else {
		// Leave ids out that are not known yet: the agent assigns them.
		m.TaskID, _ = r.ids.get(task)
		if registry.NamesTask(s.Version) {
			m.ContextID, _ = r.ids.get(m.ContextID)
		} else {
			m.ContextID = r.ids.ensureID(m.ContextID)
		}
	}
	for i, old := range m.References {
		if i == 0 {
			m.References = slices.Clone(m.References)
		}
		m.References[i] = r.ids.translate(old)
	}
	return &m
}

// cardRequest returns a request for the card at the same path of the new agent.
func cardRequest(s *step, t inspector.Target) (inspector.PreparedRequest, []string, error) {
	if s.original.Method != http.MethodGet && s.original.Method != http.MethodHead {
		return inspector.PreparedRequest{}, nil, fmt.Errorf("a card is fetched with GET, but this was %s", s.original.Method)
	}
	to, err := url.Parse(t.Endpoint)
	if err != nil {
		return inspector.PreparedRequest{}, nil, fmt.Errorf("read the endpoint %q: %w", t.Endpoint, err)
	}
	old, err := url.Parse(s.original.URL)
	if err != nil {
		return inspector.PreparedRequest{}, nil, fmt.Errorf("read the recorded address %q: %w", s.original.URL, err)
	}
	to.Path, to.RawPath, to.RawQuery = old.Path, old.RawPath, ""
	h := s.header("Accept", "A2a-Version")
	return newRequest(s, t, s.original.Method, to.String(), h, nil), nil, nil
}
