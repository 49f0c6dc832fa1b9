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

// MatchMode says how a request finds its answer among those on record.
type MatchMode string

const (
	// ByContent takes the first answer not yet given to a request that asks the
	// same: operation, and of a message its parts.
	ByContent MatchMode = "content"
	// InOrder takes the next answer to the same operation, whatever the message
	// says.
	InOrder MatchMode = "order"
)

// Options configures a Mock.
type Options struct {
	Exchanges []wire.Exchange // of one agent, the console's own probes included
	Facts     wire.Bodies     // their bodies; read as long as the mock serves

	URL     string        // base URL for the cards, without a final slash
	BaseURL func() string // the same, asked at each use, when the port is known late; goes before URL

	// Pace multiplies the recorded pauses: 1 keeps them, 0.5 halves them, 0
	// leaves them out.
	Pace  float64
	Match MatchMode // "" means ByContent
	// FreshIDs makes new ids for tasks and contexts that the agent named, also
	// the first time a conversation is played. Later times always have new ones.
	FreshIDs bool
	// Patience is how long a stream waits for a call that, on record, came while
	// it ran (a cancel), before it goes on without; 0 means 30 s.
	Patience time.Duration

	// OnProgress gets the number of the exchange being read, from 1, where there are many; may be nil.
	OnProgress func(done, total int)

	AllowHosts []string         // names besides 127.0.0.1, localhost and [::1] that requests may be for
	MaxBody    int64            // bytes in a request; 0 means 16 MiB
	Now        func() time.Time // nil means time.Now
	NewID      func() string    // nil means wire.NewID
	OnCall     func()           // called at each call, answered or not, and calls no method but Answered and Unanswered; may be nil
	Logger     *slog.Logger     // says what was asked that is not on record; nil discards
}

// Mock is the mock: an agent that plays a recorded session to any client.
// It answers with the bytes on record, in their time, and changes in them only
// ids, so that the client's own conversation fits, and a card's URLs, so that
// the client stays here. It calls nobody: it holds no client and sends no push
// notifications. What is not on record it does not make up; it says so.
//
// A conversation (all exchanges about one task) that was played to its end can
// be played again. Safe for concurrent use.
type Mock struct {
	opts          Options
	handler       http.Handler
	fetches       []*interaction                // no calls: cards, and whatever else was fetched
	conversations []*conversation               // in the order in which they began
	byKey         map[session.Key]*conversation // by what holds them together on record

	maxPlaybacks int

	mu            sync.Mutex
	playbacks     map[string]*playback // by the task id the client knows
	playbackOrder []string             // the keys of playbacks, the earliest first
	latest        map[string]string    // recorded id → the one the client knows, of any playback

	tallyMu    sync.Mutex          // of its own: what is missed is found out while mu is held
	answered   int                 // calls
	unanswered []UnansweredRequest // the latest last
}

// defaultMaxPlaybacks bounds the conversations that are being played. The earliest is
// forgotten: a client that continues it gets the error that it is not on record.
const defaultMaxPlaybacks = 10_000

// minProgressExchanges take long enough to read that somebody may wonder.
const minProgressExchanges = 1000

// New reads what there is to play. ctx bounds the reading only.
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
			continue // the agent never saw the first, and was the client of the second
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

// add puts an interaction where requests will look for it.
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

// ServeHTTP answers as the recorded agent did.
func (m *Mock) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.handler.ServeHTTP(w, r) }
