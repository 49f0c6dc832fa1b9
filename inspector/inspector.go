// Package inspector is the client: it finds an agent's card, chooses an
// interface, and calls operations in any version and binding, event by event.
package inspector

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/dialect"
	"github.com/a2a-console/a2a-console/wire"
)

// Options configures a Client.
type Options struct {
	Transport http.RoundTripper // the tap; nil means http.DefaultTransport and no record
	Logger    *slog.Logger      // nil discards
}

// Client calls agents. Safe for concurrent use.
type Client struct{ opts Options }

// New returns a Client.
func New(o Options) *Client { return &Client{opts: o} }

// Discovery is the search for a card: every step, and what was found.
type Discovery struct {
	Input    string
	Trail    []Probe
	Card     *a2a.Card // nil when none was found
	CardURL  string    // "" for pasted JSON
	Raw      []byte    // the card's bytes
	Versions []a2a.Version
	Findings []a2a.Problem
}

// Probe is one step of a discovery.
type Probe struct {
	URL      string
	Status   int // 0 when there was no answer
	Took     time.Duration
	Note     string // what came back, in a few words, or what went wrong and what to try
	Found    bool
	Exchange string // id on record, "" when not recorded
}

// Discover finds the card for whatever a person types: host, origin, path, card
// URL, or the card's JSON itself. A Discovery comes back even with an error.
func (c *Client) Discover(ctx context.Context, input string) (*Discovery, error) { panic("todo") }

// Target is where and how to call.
type Target struct {
	Endpoint string
	Version  a2a.Version
	Binding  a2a.Binding
	Tenant   string
	Header   http.Header // added to the request; credentials live here
}

// Choose picks the card's best interface for a wanted version and binding; ""
// leaves the choice to the card's order.
func Choose(card *a2a.Card, v a2a.Version, b a2a.Binding) (Target, error) { panic("todo") }

// Prepared is a request exactly as it will be sent. Callers may edit it.
type Prepared struct {
	dialect.HTTP
	Op      a2a.Operation
	Version a2a.Version
	Binding a2a.Binding
	Losses  []a2a.Loss // what the call holds that the version cannot say
}

// Prepare writes a call for a target without sending it.
func (c *Client) Prepare(t Target, call *a2a.Call) (Prepared, error) { panic("todo") }

// Event is one thing an agent said, as it arrived.
type Event struct {
	At      time.Time
	Reading a2a.Reading
	Frame   wire.Frame // Data is the JSON as received
}

// Ending is how a call closed.
type Ending struct {
	Outcome  wire.Outcome
	Status   int    // HTTP status, 0 when there was no answer
	Exchange string // id on record, "" when not recorded
	Problem  string // what went wrong, why, what to try; "" when nothing did
}

// Send sends a prepared request and calls each for every event, or once for a
// plain response, as it arrives. It returns when the response has ended or ctx
// is done. The error is for requests that could not be made at all; what an
// agent does wrong is in the Ending and the Readings.
func (c *Client) Send(ctx context.Context, p Prepared, each func(Event)) (Ending, error) {
	panic("todo")
}
