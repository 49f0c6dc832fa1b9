package session

import (
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Versions is which versions requests spoke that are certain alone, by session and
// endpoint: later ones there, which do not tell, spoke one of them. The zero value is
// ready to use. Not safe for concurrent use.
type Versions struct {
	bySession map[string][]versionUse // by session
	order     []string                // sessions, the one that came up first first
}

// versionUse is a version that was spoken at an endpoint, and since when.
type versionUse struct {
	endpoint string
	binding  a2a.Binding
	version  a2a.Version
	since    time.Time
}

// What is remembered is bounded: who calls ever new URLs settles no more of them.
const (
	sessionsKept  = 64
	endpointsKept = 256
)

// Learn takes an exchange whose request is whole, with the identity that the request
// alone has. The console's own probes, which try versions, settle nothing.
func (v *Versions) Learn(x *wire.Exchange, id a2a.Identity) {
	name, ok := ownVersion(id)
	if !ok || x.RequestDone.IsZero() || x.Origin == wire.Console || id.Binding == a2a.GRPC {
		return
	}
	if v.bySession == nil {
		v.bySession = map[string][]versionUse{}
	}
	list, known := v.bySession[x.Session]
	at := versionUse{Endpoints(x, id.Binding, name)[0], id.Binding, name, x.RequestDone}
	for i := range list {
		if s := &list[i]; s.endpoint == at.endpoint && s.binding == at.binding && s.version == at.version {
			if at.since.Before(s.since) {
				s.since = at.since
			}
			return
		}
	}
	if len(list) == endpointsKept {
		return
	}
	if !known {
		if v.order = append(v.order, x.Session); len(v.order) > sessionsKept {
			delete(v.bySession, v.order[0])
			v.order = slices.Delete(v.order, 0, 1)
		}
	}
	v.bySession[x.Session] = append(list, at)
}

// Before is the versions that were spoken at an exchange's endpoint by requests that
// were over when it began, oldest first. That they were over is on record, so it does
// not matter when the exchange is read: live or again, the answer is the same.
func (v *Versions) Before(x *wire.Exchange) []a2a.Version {
	var out []a2a.Version
	url := plain(x.URL)
	for _, s := range v.bySession[x.Session] {
		if !s.since.After(x.Started) && s.serves(x.Method, url) {
			out = append(out, s.version)
		}
	}
	return registry.Ordered(out)
}

// serves reports whether a request to a URL may be for the endpoint.
func (s *versionUse) serves(method, url string) bool {
	if s.binding != a2a.REST {
		return url == s.endpoint
	}
	path, below := strings.CutPrefix(url, s.endpoint)
	if !below || !strings.HasPrefix(path, "/") {
		return false
	}
	p, ok := rest.Find(s.version, method, path)
	return ok && p.Base == ""
}

// Endpoints are the URLs that a request may have been made to: over HTTP+JSON what stands before
// its route in each of some versions, which have that at different places of a path.
func Endpoints(x *wire.Exchange, b a2a.Binding, versions ...a2a.Version) (all []string) {
	url, path := plain(x.URL), wire.PathOf(x.URL)
	for _, v := range versions {
		if p, ok := rest.Find(v, x.Method, path); ok && b == a2a.REST {
			all = append(all, strings.TrimSuffix(url, strings.TrimSuffix(p.Tail(path), "/")))
		}
	}
	if all == nil {
		return []string{url}
	}
	return all
}

func plain(url string) string { return strings.TrimSuffix(wire.StripQuery(url), "/") }

// ownVersion is the version that a request speaks by itself, false where it does not tell:
// a card and the conversation so far are no strong evidence. Nor is a path, which comes
// first over HTTP+JSON: what one version's paths begin with may be the interface's own.
func ownVersion(id a2a.Identity) (a2a.Version, bool) {
	if id.Op == "" || id.Binding == "" || id.Op == a2a.PushNotification {
		return "", false
	}
	evidence := id.Evidence
	if id.Binding == a2a.REST {
		evidence = evidence[1:]
	}
	var vs []a2a.Version
	for _, e := range evidence {
		if !e.Strong || len(e.Versions) == 0 {
			continue
		}
		both := slices.DeleteFunc(slices.Clone(e.Versions), func(n a2a.Version) bool { return vs != nil && !slices.Contains(vs, n) })
		if len(both) > 0 {
			vs = both
		}
	}
	if len(vs) != 1 {
		return "", false
	}
	return vs[0], true
}
