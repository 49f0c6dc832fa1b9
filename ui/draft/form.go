package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Take stores what a form submits, and clears Problem. typing marks a change event. If that repeats
// the last form, it does not clear Problem: browsers report the last keystrokes after a refused
// send.
func (d *Draft) Take(f url.Values, typing bool) {
	form := f.Encode()
	d.Absorb(f)
	if typing && form == d.refusedForm {
		return
	}
	d.Problem, d.refusedForm = "", form
}

// Refuse records why the message was not sent, and marks its faults if it is incomplete.
func (d *Draft) Refuse(err error) {
	d.Problem, d.Refused = err.Error(), d.Raw == nil && !d.IsComplete()
}

// Absorb stores what the form holds. Fields that the form lacks stay as they are, so that a late
// form of a message already sent changes nothing.
func (d *Draft) Absorb(f url.Values) {
	set := func(name string, to *string) { takeTyped(f, name, to) }
	for i := range d.Parts {
		d.Parts[i].absorb(f)
	}
	set("goes", &d.SendMode)
	set("delivery", &d.Delivery)
	set("history", &d.History)
	set("if-generation", &d.IfGeneration)
	set("modes", &d.Modes)
	set("metadata", &d.Metadata)
	set("push", &d.Push)
	set("push-url", &d.PushURL)
	set("push-token", &d.PushKey)
	set("push-scheme", &d.PushScheme)
	set("push-credentials", &d.PushCredentials)
	set("headers", &d.Headers)
	set("tenant", &d.Tenant)
	set("extensions", &d.Extensions)
	d.tick(f["extension-shown"], f["extension"])
	d.useQuirks(f["quirk-shown"], f["quirk"])
	if w := agents.ProtocolOf(f.Get("interface")); w != (agents.Protocol{}) {
		d.Version, d.Binding = w.Version, w.Binding
	}
	if w := agents.ProtocolOf(f.Get("other")); w != (agents.Protocol{}) {
		d.SecondProtocol = w
	}
	if d.Raw != nil {
		if m := f.Get("raw-method"); slices.Contains(RawMethods(), m) {
			d.Raw.Method = m
		}
		set("raw-url", &d.Raw.URL)
		set("raw-headers", &d.Raw.Headers)
		set("raw-body", &d.Raw.Body)
	}
	d.takeVars(f)
	d.Rev++
}

func (p *Part) absorb(f url.Values) {
	takeTyped(f, p.ID()+"-text", &p.Text)
	takeTyped(f, p.ID()+"-name", &p.Name)
	takeTyped(f, p.ID()+"-type", &p.Type)
	takeTyped(f, p.ID()+"-url", &p.URL)
	for k, field := range p.Fields {
		name := p.ID() + "-" + strconv.Itoa(k)
		if field.Type == "choices" && f.Has(name) {
			p.Values[k] = strings.Join(slices.DeleteFunc(slices.Clone(f[name]), func(v string) bool { return v == "" }), "\n")
			continue
		}
		takeTyped(f, name, &p.Values[k])
	}
}

// takeTyped stores a form field in to, if the form has it.
func takeTyped(f url.Values, name string, to *string) {
	if f.Has(name) {
		*to = strings.ReplaceAll(f.Get(name), "\r\n", "\n")
	}
}

// Destination returns the chosen SendMode if it is possible. Otherwise, sending continues a task
// that is not over, or begins a new one in the same context.
func (d *Draft) Destination(state a2a.State) string {
	switch {
	case d.SendMode == "task" && d.Task != "", d.SendMode == "context" && d.Context != "", d.SendMode == "new":
		return d.SendMode
	case d.Task != "" && !state.Terminal():
		return "task"
	case d.Context != "":
		return "context"
	}
	return "new"
}

// Call returns the call that the draft describes and its target, or an error that says why it
// cannot be sent. state is the state of the draft's task.
func (d *Draft) Call(to agents.Entry, state a2a.State) (inspector.Target, *a2a.Call, error) {
	t, err := to.Target(d.Version, d.Binding)
	if err == nil {
		t.Header, err = web.Headers(d.Headers)
	}
	if err != nil {
		return t, nil, err
	}
	t.Quirks = d.Quirks
	c, err := d.call(t.Version, state, to.Card() == nil || to.Card().Capabilities.Streaming)
	if err == nil {
		c.Extensions, err = d.activated(agents.ExtensionsOf(to))
	}
	return t, c, err
}

// call builds the call for a version. streams says whether the agent's card offers streams.
func (d *Draft) call(v a2a.Version, state a2a.State, streams bool) (*a2a.Call, error) {
	parts, err := d.message()
	if err != nil {
		return nil, err
	}
	m := &a2a.Message{ID: d.MessageID, Role: a2a.User, Parts: parts}
	c := &a2a.Call{Op: a2a.SendMessage, Message: m}
	if d.Delivery == "stream" || d.Delivery == "" && streams {
		c.Op = a2a.SendStreamingMessage
	}
	c.ReturnImmediately, c.Tenant = d.Delivery == "return", strings.TrimSpace(d.Tenant)
	switch d.Destination(state) {
	case "task":
		m.TaskID, c.TaskID = d.Task, d.Task
		m.ContextID = d.Context
	case "context":
		m.ContextID = d.Context
		c.TaskID = d.NewTask
	default:
		c.TaskID = d.NewTask
	}
	if !registry.NamesTask(v) && m.TaskID == "" {
		c.TaskID = "" // the agent chooses a new task's id
	}
	if err := d.generation(v, c); err != nil {
		return nil, err
	}
	return c, d.options(c)
}

// generation sets the generation that the task must be at, if the version supports that. Otherwise
// it ignores what was typed, which stays in the form.
func (d *Draft) generation(v a2a.Version, c *a2a.Call) error {
	at := strings.TrimSpace(d.IfGeneration)
	if spoken, ok := registry.ByName(v); at == "" || !ok || !spoken.Agent.Generations {
		return nil
	}
	n, err := strconv.ParseInt(at, 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("task generation: %q is not a whole number of 1 or more", at)
	}
	c.IfGenerationMatch = &n
	return nil
}

func (d *Draft) options(c *a2a.Call) error {
	if h := strings.TrimSpace(d.History); h != "" {
		n, err := strconv.Atoi(h)
		if err != nil || n < 0 {
			return fmt.Errorf("history length: %q is not a whole number of 0 or more", h)
		}
		c.HistoryLength = &n
	}
	for m := range strings.FieldsFuncSeq(d.Modes, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }) {
		c.AcceptedOutputModes = append(c.AcceptedOutputModes, m)
	}
	if m := strings.TrimSpace(d.Metadata); m != "" {
		if err := jsonError(m); err != nil {
			return fmt.Errorf("metadata: %w", err)
		}
		if m[0] != '{' {
			return errors.New("metadata: expected a JSON object")
		}
		c.Metadata = json.RawMessage(m)
	}
	return d.pushes(c)
}

// message returns the parts that are not empty. It fails if all are, or if a part is invalid.
func (d *Draft) message() ([]a2a.Part, error) {
	var out []a2a.Part
	for i, p := range d.Parts {
		if d.Unanswered(p) {
			continue
		}
		part, err := p.Part()
		if err != nil {
			return nil, fmt.Errorf("part %d: %w", i+1, err)
		}
		if part != nil {
			out = append(out, *part)
		}
	}
	if len(out) == 0 {
		return nil, errEmptyMessage
	}
	return out, nil
}

// Unanswered reports whether a part is an untouched form while there is something else to send:
// text alone can answer an agent's question.
func (d *Draft) Unanswered(p Part) bool {
	if p.Kind != "form" {
		return false
	}
	for i, f := range p.Fields {
		if i < len(p.Values) && p.Values[i] != f.Default {
			return false
		}
	}
	return slices.ContainsFunc(d.Parts, func(o Part) bool { return o.Kind != "form" && (o.Kind != "text" || o.Text != "") })
}

func (d *Draft) IsComplete() bool {
	_, err := d.message()
	return err == nil
}

// Placeholder stands for a message that is not written yet.
const Placeholder = "…"

// WithPlaceholder returns the draft with Placeholder as its message; false if it has a message, or
// one that is invalid.
func (d *Draft) WithPlaceholder() (Draft, bool) {
	out := *d
	if _, err := d.message(); d.Raw != nil || !errors.Is(err, errEmptyMessage) {
		return out, false
	}
	out.Parts = []Part{{Kind: "text", Text: Placeholder}}
	return out, true
}

var errEmptyMessage = errors.New("the message is empty: write something, or add a file or data")

func (p Part) Part() (*a2a.Part, error) {
	switch p.Kind {
	case "file":
		return &a2a.Part{Kind: a2a.FilePart, Bytes: p.Bytes, Filename: p.Name, MediaType: p.Type}, nil
	case "url":
		if strings.TrimSpace(p.URL) == "" {
			return nil, errors.New("the file has no URL yet")
		}
		return &a2a.Part{Kind: a2a.FilePart, URL: strings.TrimSpace(p.URL), Filename: p.Name, MediaType: p.Type}, nil
	case "data":
		if strings.TrimSpace(p.Text) == "" {
			return nil, errors.New("the data is empty; it must be JSON")
		}
		if err := jsonError(p.Text); err != nil {
			return nil, err
		}
		return &a2a.Part{Kind: a2a.DataPart, Data: json.RawMessage(strings.TrimSpace(p.Text))}, nil
	case "form":
		data, err := answerData(p)
		if err != nil || string(data) == "{}" {
			return nil, err
		}
		return &a2a.Part{Kind: a2a.DataPart, Data: data}, nil
	}
	if p.Text == "" {
		return nil, nil
	}
	return &a2a.Part{Kind: a2a.TextPart, Text: p.Text}, nil
}
