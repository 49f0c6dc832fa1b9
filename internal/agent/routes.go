package agent

import (
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// routes mounts one JSON-RPC endpoint for all versions and one for each, the HTTP+JSON paths, the gRPC
// services, the cards at every version's paths, and a page for people.
func (a *Agent) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", a.serveHome)
	mux.HandleFunc("GET "+keysPath, a.sender.signer.keys)
	mux.Handle("/{$}", a.endpoint(a.opts.Dialects))
	paths := map[string]bool{}
	for _, d := range a.opts.Dialects {
		endpoint := a.endpoint([]*version.Version{d})
		mux.Handle("/v"+string(d.Version()), endpoint)
		mux.Handle("/v"+string(d.Version())+"/{$}", endpoint) // some clients add the slash
		for _, p := range d.WellKnown() {
			paths[p] = true
		}
	}
	a.mountREST(mux)
	a.mountGRPC(mux)
	a.mountKits(mux)
	for p := range paths {
		mux.HandleFunc("GET "+p, a.cardAt(p))
	}
	for _, d := range a.opts.Dialects {
		if p, ok := dialect.ExtendedCardURL(d, "/v"+string(d.Version())); ok && a.hasCapability(extendedCard) {
			mux.HandleFunc("GET "+p, a.extendedAt(d))
		}
	}
	return a.unknownService(mux)
}

func (a *Agent) url(d a2a.Dialect) string { return a.opts.BaseURL() + "/v" + string(d.Version()) }

func (a *Agent) endpoint(speaks []*version.Version) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			allow := "POST"
			if r.URL.Path == "/" {
				allow = "GET, HEAD, POST"
			}
			w.Header().Set("Allow", allow)
			http.Error(w, "This is an A2A endpoint: it answers JSON-RPC calls sent with POST. See the agent's card for what it can do: "+
				a.opts.BaseURL()+"/.well-known/agent-card.json", http.StatusMethodNotAllowed)
			return
		}
		a.rpc(w, r, speaks)
	})
}

// newest returns the first version for which ok is true, or nil. ds is sorted newest first, with
// drafts last.
func newest(ds []*version.Version, ok func(*version.Version) bool) *version.Version {
	if i := slices.IndexFunc(ds, ok); i >= 0 {
		return ds[i]
	}
	return nil
}
