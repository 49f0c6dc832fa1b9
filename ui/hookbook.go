package ui

import (
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// hookbook is what the console remembers of push notifications beside the
// record: which call registered an address, the keys that were given, and
// readings of exchanges, which cost time to make again. Safe for concurrent use.
type hookbook struct {
	mu    sync.Mutex
	sent  map[string]string   // address → exchange that registered it
	keys  map[string]jws.Keys // by agent
	reads map[string]pushRead // by exchange
	order []string            // of reads, oldest first
	held  int64               // bytes that the reads are of
}

// pushRead is what an exchange says that matters to push notifications.
type pushRead struct {
	version int64 // of the exchange, when it was read
	cost    int64 // bytes that it was read from, decoded
	Call    *a2a.Call
	Result  *a2a.Result  // of a whole body
	Error   *a2a.Error   //
	Events  []push.Event // of a stream
	Push    *a2a.Result  // of a delivery
	Version string       // of the delivery's body
	Kind    a2a.Kind
	Bad     []a2a.Problem // of the delivery's body
}

// readsKept and readBytes bound the readings that are kept.
const (
	readsKept = 600
	readBytes = 128 << 20
)

func newHookbook() *hookbook {
	return &hookbook{sent: map[string]string{}, keys: map[string]jws.Keys{}, reads: map[string]pushRead{}}
}

// register notes that an exchange registered an address.
func (b *hookbook) register(url, exchange string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent[url] = exchange
}

func (b *hookbook) registered(url string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sent[url]
}

func (b *hookbook) setKeys(agent string, k jws.Keys) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keys[agent] = k
}

func (b *hookbook) keysOf(agent string) (jws.Keys, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k, ok := b.keys[agent]
	return k, ok
}

// get returns the reading of an exchange as of a version.
func (b *hookbook) get(id string, version int64) (pushRead, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.reads[id]
	return r, ok && r.version == version
}

func (b *hookbook) put(id string, r pushRead) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.order = append(slices.DeleteFunc(b.order, func(o string) bool { return o == id }), id)
	b.held += r.cost - b.reads[id].cost
	b.reads[id] = r
	for len(b.order) > readsKept || b.held > readBytes {
		b.held -= b.reads[b.order[0]].cost
		delete(b.reads, b.order[0])
		b.order = b.order[1:]
	}
}
