package session

import (
	"reflect"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Kind is what the exchanges of a conversation have in common.
type Kind int

const (
	Unrelated Kind = iota // nothing: the conversation is a single exchange
	Task                  // a task
	Context               // a context, of messages without a task
	Card                  // a card's URL and the requested version
)

// Key identifies a conversation.
type Key struct {
	Kind Kind
	ID   string
}

// Key returns the key of the conversation that an exchange belongs to.
func (e *Exchange) Key() Key {
	switch {
	case e.Op == a2a.GetCard:
		return Key{Card, e.X.URL + " " + e.X.Request.Header.Get("A2A-Version")}
	case e.Task != "":
		return Key{Task, e.Task}
	case e.Context != "" && e.sends():
		return Key{Context, e.Context}
	}
	return Key{Unrelated, e.X.ID}
}

// Conversation holds exchanges that belong together, in order.
type Conversation struct {
	Key   Key
	Turns []Turn
}

// Turn is an exchange and its mere repetitions, as indexes in order.
type Turn []int

// Last returns the index of a turn's last exchange.
func (t Turn) Last() int { return t[len(t)-1] }

// Conversations groups exchanges into conversations, in the order in which these began.
func Conversations(list []Exchange) []*Conversation {
	var out []*Conversation
	of := map[Key]*Conversation{}
	for i := range list {
		key := list[i].Key()
		c := of[key]
		if c == nil {
			c = &Conversation{Key: key}
			of[key], out = c, append(out, c)
		}
		if n := len(c.Turns) - 1; n >= 0 && Repeats(&list[c.Turns[n].Last()], &list[i]) {
			c.Turns[n] = append(c.Turns[n], i)
		} else {
			c.Turns = append(c.Turns, Turn{i})
		}
	}
	return out
}

// Exchange is an exchange with its reading, as far as it was read.
type Exchange struct {
	X       *wire.Exchange
	Op      a2a.Operation
	Version a2a.Version // or several, as in a label
	Binding a2a.Binding
	Call    *a2a.Call // nil when it was not read
	Task    string    // the task it concerns, even if only the agent named it
	Context string    // the context, likewise
	Error   string    // name of the protocol error that answered it, "" for none
	Answer  [32]byte  // SHA-256 of the fetched document; zero when not computed
}

// Labelled makes an Exchange from labels alone.
func Labelled(x *wire.Exchange) Exchange {
	l := &x.Labels
	return Exchange{X: x, Op: a2a.Operation(l.Op), Version: a2a.Version(l.Dialect), Binding: a2a.Binding(l.Binding),
		Task: l.Task, Context: l.Context, Error: l.Error}
}

func (e *Exchange) sends() bool {
	return e.Op == a2a.SendMessage || e.Op == a2a.SendStreamingMessage
}

// Repeats reports whether an exchange only repeats the one before it in their conversation, as polls do: how
// often a client polls is chance. Both ask the same agent in the same words and end the same way, in success
// or the same error. Their answers may differ, unless the documents' sums are known.
func Repeats(before, e *Exchange) bool {
	if e.Op != a2a.GetTask && e.Op != a2a.GetCard || before.Op != e.Op || before.Key() != e.Key() {
		return false
	}
	return before.X.Agent == e.X.Agent && before.Version == e.Version && before.Binding == e.Binding && sameParams(before, e) &&
		before.Error == e.Error && before.X.Outcome == e.X.Outcome && before.X.Response.Status == e.X.Response.Status &&
		before.Answer == e.Answer
}

// sameParams compares the params of two calls about one task. If neither was read, it compares their URLs.
func sameParams(before, e *Exchange) bool {
	if before.Call == nil || e.Call == nil {
		return before.Call == nil && e.Call == nil && before.X.URL == e.X.URL
	}
	a, b := *before.Call, *e.Call
	if before.Task == e.Task {
		a.TaskID, b.TaskID = "", "" // the calls may name the task differently
	}
	return reflect.DeepEqual(a, b)
}

// Relation is how one task led to another.
type Relation string

const (
	Referenced  Relation = "referenced" // the message that opened it references the other task
	Followed    Relation = "followed"   // the message was sent to the other task, and the agent opened a new one
	SameContext Relation = "context"    // it is the next task in the other's context
)

// Origin is a task that led to another one.
type Origin struct {
	Task     string
	Relation Relation
}

// Lineage is how a task began: in which exchange, and from which other tasks.
type Lineage struct {
	Task, Context string
	Opened        int // index of the exchange that opened it; -1: it existed before
	From          []Origin
}

// Lineages lists the tasks of a session in order of first appearance.
func Lineages(list []Exchange) []Lineage {
	var out []Lineage
	known := map[string]bool{}
	latest := map[string]string{} // context → task
	for i := range list {
		e := &list[i]
		if e.Task == "" {
			continue
		}
		if !known[e.Task] {
			known[e.Task] = true
			out = append(out, e.lineage(i, latest[e.Context]))
		}
		if e.Context != "" {
			latest[e.Context] = e.Task
		}
	}
	return out
}

// lineage returns the lineage of a task that e is the first to mention. before is the previous task
// in its context.
func (e *Exchange) lineage(i int, before string) Lineage {
	l := Lineage{Task: e.Task, Context: e.Context, Opened: -1}
	if !e.sends() || TaskOf(e.Call) == e.Task && !registry.NamesTask(e.Version) {
		return l
	}
	l.Opened = i
	add := func(task string, why Relation) {
		if task != "" && task != e.Task && !slices.ContainsFunc(l.From, func(o Origin) bool { return o.Task == task }) {
			l.From = append(l.From, Origin{task, why})
		}
	}
	if e.Call != nil && e.Call.Message != nil {
		add(e.Call.Message.TaskID, Followed)
		for _, task := range e.Call.Message.References {
			add(task, Referenced)
		}
	}
	if e.Context != "" {
		add(before, SameContext)
	}
	return l
}

// TaskOf returns the task id that a call names, "" for none.
func TaskOf(c *a2a.Call) string {
	task, _ := c.About()
	return task
}

// Registers returns the push configuration that a call registers, nil for none.
func Registers(c *a2a.Call) *a2a.PushConfig {
	if c != nil && slices.Contains([]a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage, a2a.CreatePushConfig}, c.Op) {
		return c.Push
	}
	return nil
}

// Registration is a push configuration that an agent keeps, as far as calls show.
type Registration struct {
	ID, URL string
	From    string // the exchange that mentioned it last
}

// Registrations are those of one task, oldest first.
type Registrations []Registration

// Take applies a call that the agent answered with a result, which may be nil, or with an error.
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

// put adds a configuration, or updates a known one.
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

// DeliveredTo returns the registered address of a delivery: its URL without the query, to which agents add
// parameters of their own.
func DeliveredTo(x *wire.Exchange) string {
	url, _, _ := strings.Cut(x.URL, "?")
	return url
}
