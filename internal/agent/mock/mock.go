// Package mock replays a recorded session to any client, as the recorded agent answered. It takes
// the exchanges of one agent and serves them as an http.Handler. It makes no calls.
package mock

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/agent/guard"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// MatchMode is how a mock chooses the recorded response to a request.
type MatchMode string

const (
	// ByContent chooses the first unused response to a request with the same operation and, for a
	// message, the same parts.
	ByContent MatchMode = "content"
	// InOrder chooses the next response to the same operation, whatever the message says.
	InOrder MatchMode = "order"
)

// Options configures a Mock.
type Options struct {
	Exchanges []wire.Exchange // exchanges of one agent, including the console's own probes
	Facts     wire.Bodies     // their bodies; read while the mock serves

	URL     string        // base URL for the cards, without a final slash
	BaseURL func() string // replaces URL; called at each use, for a port known late

	// Pace multiplies the recorded pauses: 1 keeps them, 0.5 halves them, 0 removes them.
	Pace  float64
	Match MatchMode // "" means ByContent
	// FreshIDs replaces the ids of tasks and contexts that the agent assigned, even the first time a
	// conversation is played. Repeats always get new ids.
	FreshIDs bool
	// Patience is how long a stream waits for a call that was recorded during it, such as a cancel,
	// before it continues without; 0 means 30 s.
	Patience time.Duration

	// OnProgress receives the number of the exchange being read, from 1, and the total. It is
	// called only for 1,000 exchanges or more; may be nil.
	OnProgress func(done, total int)

	AllowHosts []string         // host names to accept besides 127.0.0.1, localhost and [::1]
	MaxBody    int64            // maximum size of a request in bytes; 0 means 16 MiB
	Now        func() time.Time // nil means time.Now
	NewID      func() string    // nil means wire.NewID
	OnCall     func()           // called at each call or miss; may use only Answered and Unanswered
	Logger     *slog.Logger     // logs requests that are not on record; nil discards
}

// Mock is an agent that plays a recorded session to any client. It sends the recorded bytes at
// their times, and changes only ids, to those of the client's own conversation, and a card's URLs,
// so that the client keeps calling the mock. It makes no calls and sends no push notifications. It
// never invents a response: it answers with an error if none is on record.
//
// A conversation (all exchanges about one task) can be played again. Safe for concurrent use.
type Mock struct {
	opts          Options
	handler       http.Handler
	fetches       []*interaction                // requests that are not calls, such as for cards
	conversations []*conversation               // in the order in which they began
	byKey         map[session.Key]*conversation // by the key that their exchanges share on record

	maxPlaybacks int

	mu            sync.Mutex
	playbacks     map[string]*playback // by the task id that the client knows
	playbackOrder []string             // the keys of playbacks, the oldest first
	latest        map[string]string    // recorded id → the client's, in any playback

	tallyMu    sync.Mutex          // separate from mu, which is held when a miss is found
	answered   int                 // calls
	unanswered []UnansweredRequest // the latest last
}

// defaultMaxPlaybacks is how many conversations are in play at most. The oldest is forgotten first;
// a client that continues it gets the error for requests not on record.
const defaultMaxPlaybacks = 10_000

// minProgressExchanges is the number of exchanges from which on reading is slow enough to report
// progress.
const minProgressExchanges = 1000

// New reads the recording and returns a mock that plays it. It returns an error if there is nothing
// to play. ctx bounds only the reading.
func New(ctx context.Context, o Options) (*Mock, error) {
	o = o.withDefaults()
	m := &Mock{opts: o, maxPlaybacks: defaultMaxPlaybacks, byKey: map[session.Key]*conversation{}, playbacks: map[string]*playback{}, latest: map[string]string{}}
	list := slices.Clone(o.Exchanges)
	slices.SortStableFunc(list, func(a, b wire.Exchange) int { return a.Started.Compare(b.Started) })
	for i := range list {
		if o.OnProgress != nil && len(list) >= minProgressExchanges {
			o.OnProgress(i+1, len(list))
		}
		if list[i].Outcome == wire.Refused || list[i].Origin == wire.Push || list[i].Origin == wire.Model {
			continue // the agent did not receive the former, and sent the latter
		}
		it, err := m.read(ctx, &list[i])
		if err != nil {
			return nil, fmt.Errorf("read the recording to play it: %w", err)
		}
		m.add(it)
	}
	if len(m.conversations) == 0 && len(m.fetches) == 0 {
		return nil, fmt.Errorf("there is nothing to play: the recording has no exchanges with an agent")
	}
	m.handler = guard.Handler(o.AllowHosts, http.HandlerFunc(m.serve))
	return m, nil
}

func (o Options) withDefaults() Options {
	o.URL = cmp.Or(o.URL, "http://127.0.0.1:7430")
	o.Match = cmp.Or(o.Match, ByContent)
	o.Patience = cmp.Or(o.Patience, 30*time.Second)
	o.MaxBody = cmp.Or(o.MaxBody, 16<<20)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.BaseURL == nil {
		url := o.URL
		o.BaseURL = func() string { return url }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NewID == nil {
		o.NewID = wire.NewID
	}
	return o
}

func (m *Mock) add(it *interaction) {
	if !it.request.isCall {
		m.fetches = append(m.fetches, it)
		return
	}
	key := it.key()
	conv := m.byKey[key]
	if conv == nil {
		conv = &conversation{key: key}
		m.byKey[key] = conv
		m.conversations = append(m.conversations, conv)
	}
	conv.interactions = append(conv.interactions, it)
}

func (m *Mock) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.handler.ServeHTTP(w, r) }
