package agent

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// mountGRPC mounts every gRPC service at its path. Versions may share a service, and then the caller's
// A2A-Version tells them apart. The server must speak HTTP/2.
func (a *Agent) mountGRPC(mux *http.ServeMux) {
	services := map[string][]*version.Version{}
	for _, v := range a.opts.Dialects {
		if v.GRPC != nil {
			name := v.GRPC.Service.Service()
			services[name] = append(services[name], v)
		}
	}
	for name, speak := range services {
		mux.HandleFunc("/"+name+"/{method}", func(w http.ResponseWriter, r *http.Request) {
			a.grpc(w, r, cmp.Or(findRequested(speak, r), speak[len(speak)-1]).GRPC.Service)
		})
	}
}

// unknownService wraps mux. It answers gRPC calls to services that this agent lacks with a gRPC
// status, as gRPC servers do.
func (a *Agent) unknownService(mux *http.ServeMux) http.Handler {
	var here []string
	for _, v := range a.opts.Dialects {
		if v.GRPC != nil && !slices.Contains(here, v.GRPC.Service.Service()) {
			here = append(here, v.GRPC.Service.Service())
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern != "" || wire.FramingOf(r.Header) != wire.GRPC {
			mux.ServeHTTP(w, r)
			return
		}
		_, _ = io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, a.opts.MaxBody)) // see grpcCall
		out := &grpcReply{baseReply: baseReply{agent: a, w: w, dialect: a.opts.Dialects[0]}}
		out.writeError(newError(a2a.MethodNotFound, "there is no service at %s; this agent has %s", r.URL.Path, strings.Join(here, " and ")))
	})
}

// grpc answers one call. A malformed HTTP request gets an HTTP error status; all other calls get a
// gRPC status.
func (a *Agent) grpc(w http.ResponseWriter, r *http.Request, d a2a.Dialect) {
	switch {
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "This is a gRPC service: it accepts only POST.", http.StatusMethodNotAllowed)
		return
	case wire.FramingOf(r.Header) != wire.GRPC:
		http.Error(w, fmt.Sprintf("This is a gRPC service: it accepts application/grpc, not %q.", r.Header.Get("Content-Type")), http.StatusUnsupportedMediaType)
		return
	case r.ProtoMajor < 2:
		http.Error(w, "gRPC needs HTTP/2; this request was sent over "+r.Proto+".", http.StatusHTTPVersionNotSupported)
		return
	}
	out := &grpcReply{baseReply: baseReply{agent: a, w: w, dialect: d}}
	ctx, cancel, e := deadline(r)
	if e != nil {
		out.writeError(e)
		return
	}
	defer cancel()
	out.ctx = ctx
	c, e := a.grpcCall(w, r, d)
	if e != nil {
		out.writeError(e)
		return
	}
	out.op = c.Op
	if a.refuseExtendedCard(w, r, d.Version(), c.Op) {
		return
	}
	a.serve(ctx, d, c, out)
	out.end()
}

func (a *Agent) grpcCall(w http.ResponseWriter, r *http.Request, d a2a.Dialect) (*a2a.Call, *a2a.Error) {
	// Read the message first: if a response arrives before the server has read the request, some
	// clients report a failed call.
	message, e := a.grpcMessage(w, r)
	if e != nil {
		return nil, e
	}
	op, ok := d.Operation(r.PathValue("method"))
	if !ok {
		return nil, newError(a2a.MethodNotFound, "no method %q in this service", r.PathValue("method"))
	}
	if e := a.checkVersion(d, r); e != nil {
		return nil, e
	}
	doc, err := grpc.Decode(d.Version(), op, wire.Request, message)
	if err != nil {
		return nil, newError(a2a.MethodNotFound, "%v", err)
	}
	for _, p := range doc.Problems {
		if p.Severity == a2a.SeverityError {
			return nil, newError(a2a.InvalidRequest, "byte %d of the message: %s", p.Offset, p.Message)
		}
	}
	c, e := a.decodeCall(d, op, doc.JSON)
	if e != nil {
		return nil, e
	}
	return c, a.activate(w, r, d, c)
}

func (a *Agent) grpcMessage(w http.ResponseWriter, r *http.Request) ([]byte, *a2a.Error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, a.opts.MaxBody))
	if err != nil {
		return nil, newError(a2a.InvalidRequest, "the request could not be read completely: %v; this agent reads at most %d bytes", err, a.opts.MaxBody)
	}
	if len(body) < 5 || uint64(len(body)) != 5+uint64(binary.BigEndian.Uint32(body[1:5])) {
		return nil, newError(a2a.InvalidRequest, "the request must be exactly one complete message; it has %d bytes", len(body))
	}
	if body[0] == 0 {
		return body[5:], nil
	}
	encoding := r.Header.Get("Grpc-Encoding")
	if encoding != "gzip" {
		w.Header().Set("Grpc-Accept-Encoding", "identity,gzip")
		return nil, newError(a2a.MethodNotFound, "the message is compressed with %q; this agent reads only gzip and uncompressed messages", encoding)
	}
	plain, err := coding.Decode(http.Header{"Content-Encoding": {encoding}}, body[5:], coding.NewBudget(a.opts.MaxBody))
	if err != nil {
		return nil, newError(a2a.InvalidRequest, "the message could not be decompressed to at most %d bytes: %v", a.opts.MaxBody, err)
	}
	return plain, nil
}

func deadline(r *http.Request) (context.Context, context.CancelFunc, *a2a.Error) {
	said := r.Header.Get("Grpc-Timeout")
	if said == "" {
		return r.Context(), func() {}, nil
	}
	d, ok := timeout(said)
	if !ok {
		return nil, nil, newError(a2a.InternalError, "grpc-timeout is %q; it must be at most eight digits and one of H, M, S, m, u, n", said)
	}
	ctx, cancel := context.WithTimeout(r.Context(), d)
	return ctx, cancel, nil
}

func timeout(s string) (time.Duration, bool) {
	units := map[string]time.Duration{"H": time.Hour, "M": time.Minute, "S": time.Second, "m": time.Millisecond, "u": time.Microsecond, "n": time.Nanosecond}
	if len(s) < 2 || len(s) > 9 || strings.Trim(s[:len(s)-1], "0123456789") != "" {
		return 0, false
	}
	unit, ok := units[s[len(s)-1:]]
	n, err := strconv.ParseInt(s[:len(s)-1], 10, 64)
	if !ok || err != nil {
		return 0, false
	}
	const longest = 1000 * time.Hour // time.Duration cannot hold eight digits of hours
	if n > int64(longest/unit) {
		return longest, true
	}
	return time.Duration(n) * unit, true
}
