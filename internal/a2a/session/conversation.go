package session

import "github.com/a2a-console/a2a-console/internal/a2a"

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
