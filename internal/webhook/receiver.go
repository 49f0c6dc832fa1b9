package webhook

import (
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Options configures a Receiver.
type Options struct {
	Recorder   wire.Recorder // nil records nothing
	URL        string        // base of the URLs handed out, as agents reach it, without a trailing slash
	AllowHosts []string      // host names to accept in addition to 127.0.0.1, localhost and [::1]
	MaxBody    int64         // bytes of one delivery; 0 means 16 MiB
	MaxHooks   int           // URLs kept, the oldest are dropped; 0 means 5,000
	OnDelivery func(Delivery)
	Intervene  wire.Intervener  // consulted for deliveries that would be accepted; nil for none
	Logger     *slog.Logger     // nil discards
	Now        func() time.Time // nil means time.Now
}

// Hook is a URL that was handed out.
type Hook struct {
	ID      string // last element of its path; 32 hexadecimal digits
	URL     string
	Token   string // secret that the agent sends with each delivery
	Agent   string // origin of the agent it was made for, "" for any
	Session string // session into which its deliveries are recorded, "" for the current one
	Created time.Time
}

// Receiver is the http.Handler of the webhook listener. Safe for concurrent use.
type Receiver struct {
	opts        Options
	hosts       map[string]bool
	crossOrigin *http.CrossOriginProtection
	bodyBytes   atomic.Int64 // bytes of the deliveries in progress
	ruledBytes  atomic.Int64 // of these, bytes that rules hold

	mu         sync.Mutex
	hooks      map[string]Hook
	order      []string // ids, oldest first
	proofs     map[string]DeliveryProof
	proofOrder []string // exchange ids, oldest first
}

// New returns a Receiver without hooks.
func New(o Options) *Receiver {
	if o.MaxBody <= 0 {
		o.MaxBody = 16 << 20
	}
	if o.MaxHooks <= 0 {
		o.MaxHooks = 5000
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.URL = strings.TrimSuffix(o.URL, "/")
	r := &Receiver{opts: o, hooks: map[string]Hook{}, proofs: map[string]DeliveryProof{}, crossOrigin: http.NewCrossOriginProtection(),
		hosts: map[string]bool{"127.0.0.1": true, "localhost": true, "::1": true}}
	for _, h := range o.AllowHosts {
		r.hosts[wire.HostName(h)] = true
	}
	return r
}

// maxBodiesHeld is how many deliveries of maximum size may be in progress.
const maxBodiesHeld = 16

const prefix = "/hook/"

// NewHook hands out a URL for an agent. Deliveries to it are recorded into session.
func (r *Receiver) NewHook(agent, session string) Hook {
	h := Hook{ID: newSecret(), Token: newSecret(), Agent: agent, Session: session, Created: r.opts.Now().UTC()}
	h.URL = r.opts.URL + prefix + h.ID
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hooks[h.ID] = h
	r.order = append(r.order, h.ID)
	if len(r.order) > r.opts.MaxHooks {
		delete(r.hooks, r.order[0])
		r.order = slices.Delete(r.order, 0, 1)
	}
	return h
}

// URL returns the base of the URLs handed out, without a trailing slash.
func (r *Receiver) URL() string { return r.opts.URL }

// Hooks returns the kept hooks, newest first.
func (r *Receiver) Hooks() []Hook {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]Hook, 0, len(r.order))
	for _, id := range slices.Backward(r.order) {
		out = append(out, r.hooks[id])
	}
	return out
}

// Hook returns the hook with a path; ok is false if there is none.
func (r *Receiver) Hook(path string) (Hook, bool) {
	id, ok := strings.CutPrefix(path, prefix)
	if !ok {
		return Hook{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	h, ok := r.hooks[strings.TrimSuffix(id, "/")]
	return h, ok
}

// IsOwn reports whether a URL looks like one that this receiver handed out, in this run or an
// earlier one. An earlier run may have listened on another port of this machine.
func (r *Receiver) IsOwn(address string) bool {
	i := strings.LastIndex(address, prefix)
	if i < 0 {
		return false
	}
	id, err := hex.DecodeString(address[i+len(prefix):])
	if err != nil || len(id) != idBytes {
		return false
	}
	host, plain := strings.CutPrefix(address[:i], "http://")
	plain = plain && !strings.Contains(host, "/")
	switch wire.HostName(host) {
	case "127.0.0.1", "localhost", "::1":
		return plain
	}
	return address[:i] == r.opts.URL
}

const idBytes = 16

func newSecret() string {
	var b [idBytes]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
