package session

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

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
