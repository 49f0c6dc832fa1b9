// Package mock replays a recorded session to any client, as the recorded agent answered. It takes the
// exchanges of one agent and serves them as an http.Handler. It calls nobody.
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

// MatchMode says how a request finds its response among those on record.
type MatchMode string

const (
	// ByContent takes the first unused response to a request with the same operation and, for a message,
	// the same parts.
	ByContent MatchMode = "content"
	// InOrder takes the next response to the same operation, whatever the message says.
	InOrder MatchMode = "order"
)

// Options configures a Mock.
type Options struct {
	Exchanges []wire.Exchange // of one agent, including the console's own probes
	Facts     wire.Bodies     // their bodies; read while the mock serves

	URL     string        // base URL for the cards, without a final slash
	BaseURL func() string // like URL, but asked at each use, for a port that is known late; takes precedence

	// Pace multiplies the recorded pauses: 1 keeps them, 0.5 halves them, 0 removes them.
	Pace  float64
	Match MatchMode // "" means ByContent
	// FreshIDs replaces the ids of tasks and contexts that the agent assigned, even the first time a
	// conversation is played. Repeats always get new ids.
	FreshIDs bool
	// Patience is how long a stream waits for a call that came while it ran on record (a cancel) before
	// it continues without it; 0 means 30 s.
	Patience time.Duration

	// OnProgress receives the number of the exchange being read, from 1, when there are many; may be nil.
	OnProgress func(done, total int)

	AllowHosts []string         // host names that requests may be for besides 127.0.0.1, localhost and [::1]
	MaxBody    int64            // maximum size of a request in bytes; 0 means 16 MiB
	Now        func() time.Time // nil means time.Now
	NewID      func() string    // nil means wire.NewID
	OnCall     func()           // called at each call, answered or not; may call only Answered and Unanswered; may be nil
	Logger     *slog.Logger     // logs requests that are not on record; nil discards
}

// Mock is an agent that plays a recorded session to any client. It sends the recorded bytes at
// their times, and changes only ids, so that the client's own conversation fits, and a card's
// URLs, so that the client stays here. It calls nobody: it has no client and sends no push
// notifications. It never invents a response; it reports what is not on record.
//
// A conversation (all exchanges about one task) that was played to its end can be played again.
// Safe for concurrent use.
type Mock struct {
	opts          Options
	handler       http.Handler
	fetches       []*interaction                // not calls: cards, and whatever else was fetched
	conversations []*conversation               // in the order in which they began
	byKey         map[session.Key]*conversation // by what joins their exchanges on record

	maxPlaybacks int

	mu            sync.Mutex
	playbacks     map[string]*playback // by the task id that the client knows
	playbackOrder []string             // the keys of playbacks, the oldest first
	latest        map[string]string    // recorded id → the client's, in any playback

	tallyMu    sync.Mutex          // separate, because misses are found while mu is held
	answered   int                 // calls
	unanswered []UnansweredRequest // the latest last
}

// defaultMaxPlaybacks bounds the conversations being played. A client that continues a forgotten one, the
// oldest first, gets the error that it is not on record.
const defaultMaxPlaybacks = 10_000

// minProgressExchanges is the number of exchanges from which reading is slow enough to show progress.
const minProgressExchanges = 1000

// New reads what there is to play. ctx bounds only the reading.
func New(ctx context.Context, o Options) (*Mock, error) {
	o = o.withDefaults()
	m := &Mock{opts: o, maxPlaybacks: defaultMaxPlaybacks, byKey: map[session.Key]*conversation{}, playbacks: map[string]*playback{}, latest: map[string]string{}}
	list := slices.Clone(o.Exchanges)
	slices.SortStableFunc(list, func(a, b wire.Exchange) int { return a.Started.Compare(b.Started) })
	for i := range list {
		if o.OnProgress != nil && len(list) >= minProgressExchanges {
			o.OnProgress(i+1, len(list))
		}
		if list[i].Outcome == wire.Refused || list[i].Origin == wire.Push {
			continue // the agent never saw the former, and was the client of the latter
		}
		it, err := m.read(ctx, &list[i])
		if err != nil {
			return nil, fmt.Errorf("read the recording to play it: %w", err)
		}
		m.add(it)
	}
	if len(m.conversations) == 0 && len(m.fetches) == 0 {
		return nil, fmt.Errorf("nothing to play: the recording holds no exchange with an agent")
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

// add files an interaction where requests look for it.
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
