package agent

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// choose determines the version and operation of a request. It returns the dialect to answer in
// even with an error.
func (a *Agent) choose(r *http.Request, speaks []*version.Version, q request) (a2a.Dialect, a2a.Operation, *a2a.Error) {
	d := speaks[0]
	var method string
	if q.Method == nil || json.Unmarshal(q.Method, &method) != nil || string(q.Method) == "null" {
		return d, "", newError(a2a.InvalidRequest, "method is missing or not a string")
	}
	var known []*version.Version
	for _, s := range speaks {
		if _, ok := s.Operation(method); ok {
			known = append(known, s)
		}
	}
	if len(known) == 0 {
		return d, "", newError(a2a.MethodNotFound, "this endpoint has no method %q%s", method, a.versionHint(method, speaks))
	}
	d = known[0]
	if len(known) > 1 {
		d = a.pickVersion(r, known, q.Params)
	}
	op, _ := d.Operation(method)
	if e := checkEnvelope(d, q); e != nil {
		return d, op, e
	}
	return d, op, a.checkVersion(d, r)
}

// versionHint names the newest version, and its endpoint, that has a method which this endpoint
// lacks.
func (a *Agent) versionHint(method string, here []*version.Version) string {
	if len(here) == len(a.opts.Dialects) {
		return ""
	}
	d := newest(a.opts.Dialects, func(d *version.Version) bool { _, ok := d.Operation(method); return ok })
	if d == nil {
		return ""
	}
	return ": it belongs to version " + string(d.Version()) + "; call it at " + a.url(d)
}

// pickVersion picks among versions that spell a method alike. In this order: the version in the
// header, if that version requires the header; the version that created the task; any other version
// in the header; the newest.
func (a *Agent) pickVersion(r *http.Request, known []*version.Version, params json.RawMessage) *version.Version {
	if d := findRequested(known, r); d != nil && d.Headers()[versionHeader] != "" {
		return d
	}
	if t := a.taskOf(params); t != nil {
		if d := newest(known, func(d *version.Version) bool { return d.Version() == t.version }); d != nil {
			return d
		}
	}
	return cmp.Or(findRequested(known, r), known[0])
}

// taskOf returns the task that params of any version refer to, or nil.
func (a *Agent) taskOf(params json.RawMessage) *task {
	var p struct {
		ID, TaskID json.RawMessage
		Message    struct{ TaskID json.RawMessage }
	}
	_ = json.Unmarshal(params, &p) // params that do not fit name no task
	for _, raw := range []json.RawMessage{p.ID, p.TaskID, p.Message.TaskID} {
		var id string
		_ = json.Unmarshal(raw, &id) // an id that is not a string names no task
		if t := a.store.get(id); t != nil {
			return t
		}
	}
	return nil
}

func checkEnvelope(d a2a.Dialect, q request) *a2a.Error {
	if string(q.JSONRPC) == `"2.0"` || q.JSONRPC == nil && behaviour(d.Version()).AllowsNoJSONRPC {
		return nil
	}
	return newError(a2a.InvalidRequest, `jsonrpc must be "2.0"`)
}

const versionHeader = "A2A-Version"

// requestedVersion returns the version in a request's header or query (1.0 §3.6.1).
func requestedVersion(r *http.Request) string {
	if v := strings.TrimSpace(r.Header.Get(versionHeader)); v != "" {
		return v
	}
	return r.URL.Query().Get(versionHeader)
}

// findRequested returns the version that a request names, or nil if it is not in among.
func findRequested(among []*version.Version, r *http.Request) *version.Version {
	return newest(among, func(v *version.Version) bool { return matchesVersion(requestedVersion(r), string(v.Version())) })
}

// matchesVersion compares a requested version with one of ours, ignoring a patch number.
func matchesVersion(got, version string) bool {
	return got == version || strings.HasPrefix(got, version+".")
}

// checkVersion refuses a request that names another version than the dialect's, if the dialect has
// the header. Versions before 1.0 lack it; for them it refuses only a version that the agent does
// not speak. A missing version means 0.3 (1.0 §3.6.2), so a 1.0 call must name its version. A patch
// number is allowed, because patches do not change the wire format.
func (a *Agent) checkVersion(d a2a.Dialect, r *http.Request) *a2a.Error {
	want, needed := d.Headers()[versionHeader]
	got := requestedVersion(r)
	switch {
	case needed && matchesVersion(got, want):
		return nil
	case !needed && (got == "" || slices.ContainsFunc(a.opts.Dialects, func(d *version.Version) bool { return matchesVersion(got, string(d.Version())) })):
		return nil
	case !needed:
		return newError(a2a.VersionNotSupported, "this agent does not speak version %q; this method belongs to version %s, which needs no header %s", got, d.Version(), versionHeader)
	}
	if got == "" {
		return newError(a2a.VersionNotSupported, "the request names no version, which means 0.3; for this method send the header %s: %s", versionHeader, want)
	}
	return newError(a2a.VersionNotSupported, "this agent does not speak version %q; for this method send the header %s: %s", got, versionHeader, want)
}
