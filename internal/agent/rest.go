package agent

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
)

// mountREST mounts the routes of every version with HTTP+JSON, each below its restPath.
func (a *Agent) mountREST(mux *http.ServeMux) {
	for _, v := range a.opts.Dialects {
		if v.REST != nil {
			mux.Handle(restPath(v.Version())+"/", a.restRoutes(v.REST.Dialect))
		}
	}
}

// restRoutes serves the routes of one version. In versions with tenants, one may precede the path; this
// agent has the same tasks for all tenants.
func (a *Agent) restRoutes(d a2a.Dialect) http.Handler {
	root := restPath(d.Version())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &restReply{baseReply: baseReply{agent: a, w: w, dialect: d}, accept: r.Header.Values("Accept")}
		path := strings.TrimPrefix(r.URL.EscapedPath(), root)
		p, ok := rest.Find(d.Version(), r.Method, path)
		switch tenant := strings.TrimPrefix(p.Base, "/"); {
		case !ok || strings.Contains(tenant, "/") || tenant != "" && !versionOf(d.Version()).REST.Tenants:
			out.writeError(newError(a2a.MethodNotFound, "A2A %s has no method at %s %s; its paths begin with %s%s", d.Version(), r.Method, r.URL.Path, a.opts.BaseURL(), root))
			return
		case !p.Method:
			allow := strings.Join(p.Methods, ", ")
			w.Header().Set("Allow", allow)
			out.refuse(http.StatusMethodNotAllowed, newError(a2a.MethodNotFound, "this path does not accept %s; send %s", r.Method, allow))
			return
		}
		out.op = p.Op
		a.rest(r, p, out)
	})
}

func (a *Agent) rest(r *http.Request, p rest.RouteMatch, out *restReply) {
	body, status, e := a.restBody(out.w, r)
	if e != nil {
		out.refuse(status, e)
		return
	}
	if e := a.checkVersion(out.dialect, r); e != nil {
		out.writeError(e)
		return
	}
	c, e := a.decodeCall(out.dialect, p.Op, p.Params(out.version(), r.URL.String(), body))
	if e != nil {
		out.writeError(e)
		return
	}
	if p.Task != "" { // the path wins over the body
		c.TaskID = p.Task
	}
	if p.Config != "" {
		c.PushID = p.Config
	}
	if e := a.activate(out.w, r, out.dialect, c); e != nil {
		out.writeError(e)
		return
	}
	if !a.refuseExtendedCard(out.w, r, out.dialect.Version(), c.Op) {
		a.serve(r.Context(), out.dialect, c, out)
	}
}

// restBody reads a request's body, a JSON object; it returns nil for an empty body or null. The
// status is for a malformed HTTP request; 0 leaves it to the error.
func (a *Agent) restBody(w http.ResponseWriter, r *http.Request) ([]byte, int, *a2a.Error) {
	if r.ContentLength == 0 || r.Method == http.MethodGet || r.Method == http.MethodDelete {
		return nil, 0, nil
	}
	body, status, e := a.readBody(w, r)
	if e != nil {
		return nil, status, e
	}
	body = bytes.TrimSpace(body)
	switch {
	case len(body) == 0 || string(body) == "null":
		return nil, 0, nil
	case !utf8.Valid(body):
		return nil, 0, newError(a2a.ParseError, "the request is not UTF-8")
	case !json.Valid(body):
		return nil, 0, newError(a2a.ParseError, "the request is not JSON%s", syntaxErrorPlace(body))
	case body[0] != '{':
		return nil, 0, newError(a2a.InvalidRequest, "the request is not a JSON object")
	}
	return body, 0, nil
}
