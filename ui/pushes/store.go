package pushes

import (
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Store remembers what is not on record about push notifications (which call registered an address,
// keys that were given) and caches readings. Safe for concurrent use.
type Store struct {
	mu        sync.Mutex
	sent      map[string]string   // exchange that registered an address, by address
	keys      map[string]jws.Keys // by agent
	reads     map[string]Reading  // by exchange
	order     []string            // keys of reads, oldest first
	HeldBytes int64               // size of the bodies that reads were made from
}

// Reading is the content of an exchange that matters to push notifications.
type Reading struct {
	version  int64 // the exchange's version when it was read
	cost     int64 // decoded bytes that it was read from
	Call     *a2a.Call
	Result   *a2a.Result // of a whole body
	Error    *a2a.Error
	Events   []push.Event // of a stream
	Push     *a2a.Result  // of a delivery
	Version  string       // of the delivery's body
	Kind     a2a.Kind
	Problems []a2a.Problem // of the delivery's body
}

// Limits of the cached readings: their number, and the bytes of their bodies.
const (
	MaxReads     = 600
	MaxReadBytes = 128 << 20
)

func NewStore() *Store {
	return &Store{sent: map[string]string{}, keys: map[string]jws.Keys{}, reads: map[string]Reading{}}
}

// Register remembers that an exchange registered an address.
func (b *Store) Register(url, exchange string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent[url] = exchange
}

func (b *Store) Registration(url string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sent[url]
}

func (b *Store) SetKeys(agent string, k jws.Keys) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keys[agent] = k
}

func (b *Store) KeysOf(agent string) (jws.Keys, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k, ok := b.keys[agent]
	return k, ok
}

// get returns the reading of an exchange at a version.
func (b *Store) get(id string, version int64) (Reading, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.reads[id]
	return r, ok && r.version == version
}

func (b *Store) put(id string, r Reading) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.order = append(slices.DeleteFunc(b.order, func(o string) bool { return o == id }), id)
	b.HeldBytes += r.cost - b.reads[id].cost
	b.reads[id] = r
	for len(b.order) > MaxReads || b.HeldBytes > MaxReadBytes {
		b.HeldBytes -= b.reads[b.order[0]].cost
		delete(b.reads, b.order[0])
		b.order = b.order[1:]
	}
}
