package dialect

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// cardPath is a path on which cards are served.
type cardPath struct {
	suffix   string
	op       a2a.Operation
	versions []a2a.Version
}

// cardPaths are the paths of all versions.
var cardPaths = sync.OnceValue(func() []cardPath {
	var all []cardPath
	for _, v := range slices.Backward(registry.Versions()) {
		for _, p := range v.Paths {
			i := slices.IndexFunc(all, func(c cardPath) bool { return c.suffix == p.Suffix })
			if i < 0 {
				i, all = len(all), append(all, cardPath{suffix: p.Suffix, op: p.Op})
			}
			all[i].versions = append(all[i].versions, v.Version())
		}
	}
	return all
})

// cardPathOf tells whether a request asks for a card by its path.
func cardPathOf(r *binding.Request) (cardPath, bool) {
	if !r.Reads() {
		return cardPath{}, false
	}
	path := strings.TrimSuffix(r.Path(), "/")
	for _, p := range cardPaths() {
		if strings.HasSuffix(path, p.suffix) {
			return p, true
		}
	}
	return cardPath{}, false
}

// delivers reports whether a request is a push notification: an agent's POST
// of a task, message or update to a webhook, or 0.1's GET that asks whether the
// webhook wants them.
func delivers(r *binding.Request) bool {
	if r.Method == http.MethodGet {
		return wire.QueryOf(r.URL).Has("validationToken")
	}
	if r.Method != http.MethodPost || !r.JSON().Object || r.JSON().Call() || r.JSON().Version.Present() {
		return false
	}
	return token(r.Header) || evidence.PushShape(r.JSON().Value)
}

func token(h http.Header) bool {
	return h.Get("X-A2a-Notification-Token") != "" || h.Get("A2a-Notification-Token") != ""
}
