package proxy

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// inbound is a request that another program sent to the tap. It travels in the request's context to
// RoundTrip, which sees the reverse proxy's copy of the request.
type inbound struct {
	request      *http.Request
	head         []byte        // as it arrived, nil if it is not available
	announced    []string      // values of the response's Trailer header
	trailer      *http.Request // the request into which net/http puts the trailer
	writer       http.ResponseWriter
	clock        wire.Stopwatch      // started when the request's head had been read
	clientOrigin string              // the tap's origin as the client spelled it
	tapOrigin    string              // the tap's origin by its listening address
	abandon      func()              // ends the exchange if nothing else did
	trailersOnly *trailersOnlyWriter // nil over HTTP/1
	headSent     headWatch
}

type inboundKey struct{}

// ServeHTTP forwards a request to the upstream and records it.
func (t *Tap) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	in := &inbound{request: r, head: requestHead(r), trailer: r, writer: w, clock: wire.StartStopwatch(t.opts.Now), clientOrigin: "http://" + r.Host, tapOrigin: "http://" + localAddr(r)}
	if t.opts.Address == "" {
		if no := t.guard.check(r); no != nil {
			t.refuse(in, no)
			return
		}
	}
	h, stripped := withoutConsoleCookies(r.Header)
	h, corrected := dropInvented(in.head, h)
	if stripped || corrected {
		clean := *r
		clean.Header = h
		r, in.request = &clean, &clean
	}
	if r.ProtoMajor == 1 && r.Body != http.NoBody {
		// Without full duplex, net/http cuts a response that begins before the request is read to its
		// end. An error means that the connection does not support it, as in a test's recorder, and
		// changes nothing.
		_ = http.NewResponseController(w).EnableFullDuplex()
		// With full duplex, net/http panics if a body is left unread for the server to close (golang/go
		// issue 68560).
		defer in.trailer.Body.Close()
	}
	if r.ProtoMajor == 2 {
		in.trailersOnly = &trailersOnlyWriter{ResponseWriter: w}
		w = in.trailersOnly
	}
	in.headSent.ResponseWriter, in.headSent.sent = w, make(chan struct{})
	w = &in.headSent
	defer in.finish()
	t.reverse.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), inboundKey{}, in)))
}

// localAddr returns the address at which a request arrived, or its Host if the address is not
// known.
func localAddr(r *http.Request) string {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return a.String()
	}
	return r.Host
}

func (in *inbound) finish() {
	if in.abandon != nil {
		in.abandon()
	}
}

// rewrite directs the reverse proxy's copy of a request to the upstream and restores what the reverse proxy
// removed for safety: the agent must see what the client sent.
func (t *Tap) rewrite(p *httputil.ProxyRequest) {
	u := *p.In.URL
	u.Scheme, u.Host, u.User = t.base.Scheme, t.base.Host, nil
	if p.In.RequestURI == "*" {
		u.Path, u.Opaque = "", "*"
	}
	p.Out.URL = &u
	p.Out.Host = ""
	if t.opts.Address != "" {
		p.Out.Host = p.In.Host
	}
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if v, ok := p.In.Header[name]; ok {
			p.Out.Header[name] = v
		}
	}
	restoreWritten(p)
}

// refuse answers a request that is not forwarded, and records it.
func (t *Tap) refuse(in *inbound, no *Failure) {
	t.recordRefusal(in, no.Problem)
	no.write(in.writer)
}

func (t *Tap) recordRefusal(in *inbound, problem string) {
	if t.opts.Recorder != nil {
		r := in.request
		if h, changed := withoutConsoleCookies(r.Header); changed {
			clean := *r
			clean.Header = h
			r = &clean
		}
		tape := t.opts.Recorder.Begin(t.newExchange(r, in, in.clock))
		tape.End(wire.End{At: in.clock.Now(), Outcome: wire.Refused, Problem: problem})
		_ = tape.Commit(r.Context()) // the response must not depend on the record
	}
}

// fail responds to the client when the tap has no response of the agent to forward.
func (t *Tap) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // the client is gone
	}
	var f *Failure
	if errors.As(err, &f) && f.reset {
		panic(http.ErrAbortHandler) // closes the connection
	}
	if f == nil {
		f = &Failure{Outcome: wire.Cut, Status: http.StatusBadGateway,
			Problem: "The tap could not forward the agent's response: " + clip.Clause(err.Error()) + ". Call the agent directly to compare."}
		if in, ok := r.Context().Value(inboundKey{}).(*inbound); ok && in.abandon != nil {
			in.abandon()
		}
	}
	f.write(w)
}

// newExchange returns what is known of an exchange once its request head is read.
func (t *Tap) newExchange(r *http.Request, in *inbound, clock wire.Stopwatch) wire.Exchange {
	h := make(http.Header, len(r.Header)+1)
	for k, v := range r.Header {
		h[k] = v
	}
	x := wire.Exchange{
		Agent: t.origin, Method: r.Method, Caller: r.UserAgent(),
		Request: wire.Head{Proto: r.Proto, Header: h},
		Origin:  cmp.Or(t.opts.Origin, wire.OriginForUserAgent(r.UserAgent())), Started: clock.Start(),
	}
	if in != nil {
		x.Tap = in.tapOrigin
	}
	if r.Host != "" {
		h["Host"] = []string{r.Host}
	} else if r.URL != nil && r.URL.Host != "" {
		h["Host"] = []string{r.URL.Host}
	}
	u := url.URL{}
	if r.URL != nil {
		u = *r.URL
	}
	u.Scheme, u.Host, u.User, u.Fragment, u.RawFragment = t.base.Scheme, t.base.Host, nil, "", ""
	x.URL = u.String()
	if in != nil && in.head != nil {
		x.Request.Received = wire.ReceivedRequest(in.head, h, wire.RequestTarget(x.URL))
	}
	own := wire.CallOptionsFrom(r.Context())
	if own.Origin != "" {
		x.Origin = own.Origin
	}
	x.ID, x.Link, x.Session = own.ID, own.Link, own.Session
	if own.Caller != "" {
		x.Caller = own.Caller
	}
	if own.Agent != "" {
		x.Agent = own.Agent
	}
	return x
}

// consoleCookie is the prefix of the names of the console's own cookies. Browsers send them to every port of
// a host, so they arrive here too.
const consoleCookie = "a2a-console-"

// withoutConsoleCookies returns h without the console's cookies. All other bytes are unchanged.
func withoutConsoleCookies(h http.Header) (http.Header, bool) {
	found := false
	for _, v := range h["Cookie"] {
		found = found || strings.Contains(strings.ToLower(v), consoleCookie)
	}
	if !found {
		return h, false
	}
	out := make(http.Header, len(h))
	for k, v := range h {
		out[k] = v
	}
	delete(out, "Cookie")
	for _, v := range h["Cookie"] {
		var kept []string
		for _, pair := range strings.Split(v, ";") {
			if !strings.HasPrefix(strings.ToLower(strings.TrimSpace(pair)), consoleCookie) {
				kept = append(kept, pair)
			}
		}
		if s := strings.TrimLeft(strings.Join(kept, ";"), " "); s != "" {
			out["Cookie"] = append(out["Cookie"], s)
		}
	}
	return out, true
}
