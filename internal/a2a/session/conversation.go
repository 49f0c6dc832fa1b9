package session

import (
	"reflect"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Kind is what holds a conversation together.
type Kind int

const (
	Alone   Kind = iota // nothing: an exchange that belongs to no other
	Task                // a task
	Context             // a context, of messages that no task came of
	Card                // a card's URL, and the version that was asked for there
)

// Key tells conversations apart.
type Key struct {
	Kind Kind
	ID   string
}

// Key is the conversation that an exchange belongs to.
func (e *Exchange) Key() Key {
	switch {
	case e.Op == a2a.GetCard:
		return Key{Card, e.X.URL + " " + e.X.Request.Header.Get("A2A-Version")}
	case e.Task != "":
		return Key{Task, e.Task}
	case e.Context != "" && e.sends():
		return Key{Context, e.Context}
	}
	return Key{Alone, e.X.ID}
}

// Conversation is what belongs together, in order.
type Conversation struct {
	Key   Key
	Turns []Turn
}

// Turn is an exchange and those that only repeat it: indexes, in order.
type Turn []int

// Last is the exchange that a turn ended with.
func (t Turn) Last() int { return t[len(t)-1] }

// Conversations sorts exchanges by what they belong to, the conversations in the
// order in which they began.
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
		c.add(list, i)
	}
	return out
}

func (c *Conversation) add(list []Exchange, i int) {
	if n := len(c.Turns); n > 0 {
		if last := &c.Turns[n-1]; Repeats(&list[last.Last()], &list[i]) {
			*last = append(*last, i)
			return
		}
	}
	c.Turns = append(c.Turns, Turn{i})
}

// Exchange is an exchange with what its reading says, as far as it was read.
type Exchange struct {
	X       *wire.Exchange
	Op      a2a.Operation
	Version a2a.Version // or several, as in a label
	Binding a2a.Binding
	Call    *a2a.Call // nil when it was not read
	Task    string    // that it is about, also one that the agent named
	Context string    // likewise
	Error   string    // name of the protocol error that answered it, "" for none
	Answer  [32]byte  // sum of the document that was fetched; zero when it was not made
}

// Labelled is an exchange of which no more than the labels was read.
func Labelled(x *wire.Exchange) Exchange {
	l := &x.Labels
	return Exchange{X: x, Op: a2a.Operation(l.Op), Version: a2a.Version(l.Dialect), Binding: a2a.Binding(l.Binding),
		Task: l.Task, Context: l.Context, Error: l.Error}
}

// sends reports whether it brings a message.
func (e *Exchange) sends() bool {
	return e.Op == a2a.SendMessage || e.Op == a2a.SendStreamingMessage
}

// Repeats reports whether an exchange only repeats the one before it in their
// conversation, as polls do: how often a client asks is chance. It asks the same agent
// in the same words, and comes to the same end: success, or the same error. What the answers
// say may differ, but for that of a document of which the sum is known.
func Repeats(before, e *Exchange) bool {
	if e.Op != a2a.GetTask && e.Op != a2a.GetCard || before.Op != e.Op || before.Key() != e.Key() {
		return false
	}
	return before.X.Agent == e.X.Agent && before.Version == e.Version && before.Binding == e.Binding && sameParams(before, e) &&
		before.Error == e.Error && before.X.Outcome == e.X.Outcome && before.X.Response.Status == e.X.Response.Status &&
		before.Answer == e.Answer
}

// sameParams compares what two calls about one task ask for. Where neither was read,
// their URLs tell as much as is known.
func sameParams(before, e *Exchange) bool {
	if before.Call == nil || e.Call == nil {
		return before.Call == nil && e.Call == nil && before.X.URL == e.X.URL
	}
	a, b := *before.Call, *e.Call
	if before.Task == e.Task {
		a.TaskID, b.TaskID = "", "" // however each names it
	}
	return reflect.DeepEqual(a, b)
}
