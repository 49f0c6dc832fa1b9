package archive

import (
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// exchangeOf makes an exchange of an entry. why says what is missing if that is impossible.
func exchangeOf(e *harEntry, l Limits) (w *FullExchange, why string) {
	u, why := webURL(e.Request.URL)
	if why != "" {
		return nil, why
	}
	if l.isTooLong(e.Request.Headers) || l.isTooLong(e.Response.Headers) {
		return nil, fmt.Sprintf("its headers are longer than %d bytes", l.Text)
	}
	started, err := time.Parse(time.RFC3339Nano, e.Started)
	if err != nil {
		return nil, "its startedDateTime cannot be read"
	}
	w = &FullExchange{Exchange: wire.Exchange{
		ID: wire.NewID(), Origin: wire.Client, Agent: wire.URLOrigin(u), Method: e.Request.Method, URL: u.String(),
		Started:  started.UTC(),
		Request:  wire.Head{Proto: proto(e.Request.HTTPVersion), Header: headerOf(e.Request.Headers)},
		Response: wire.Head{Status: max(e.Response.Status, 0)},
	}}
	x := &w.Exchange
	x.Caller = x.Request.Header.Get("User-Agent")
	if x.Response.Status != 0 {
		x.Response.Proto, x.Response.Header = proto(e.Response.HTTPVersion), headerOf(e.Response.Headers)
		if len(e.Response.Trailers) > 0 {
			x.Response.Trailer = headerOf(e.Response.Trailers)
		}
	}
	w.setTimes(e)
	w.setOutcome(e)
	w.setBodies(e)
	return w, ""
}

// webURL parses an entry's URL. WebSockets are HTTP until they are upgraded.
func webURL(raw string) (*url.URL, string) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, "its URL cannot be read"
	}
	switch strings.ToLower(u.Scheme) {
	case "ws":
		u.Scheme = "http"
	case "wss":
		u.Scheme = "https"
	case "http", "https":
	default:
		return nil, "its URL is not http or https"
	}
	if wire.URLOrigin(u) == "" {
		return nil, "its URL has no host"
	}
	return u, ""
}

// isTooLong reports whether headers exceed the limit of one message. It is called before they are parsed,
// because parsing takes more memory than they have bytes.
func (l Limits) isTooLong(list []harPair) bool {
	size := 0
	for _, p := range list {
		size += len(p.Name) + len(p.Value) + 4
	}
	return size > l.Text
}

func proto(v string) string {
	switch strings.ToLower(v) {
	case "h2", "http/2", "http/2.0":
		return "HTTP/2.0"
	case "h3", "http/3", "http/3.0":
		return "HTTP/3.0"
	case "", "unknown":
		return ""
	}
	return clip.Bytes(strings.ToUpper(v), 20)
}

// headerOf converts headers. It omits HTTP/2's pseudo headers, and splits values that Firefox joins with line
// feeds.
func headerOf(list []harPair) http.Header {
	h := http.Header{}
	for _, p := range list {
		if !isToken(p.Name) {
			continue
		}
		for v := range strings.SplitSeq(p.Value, "\n") {
			h.Add(p.Name, v)
		}
	}
	return h
}

// setTimes adds up the phases. An unknown phase (-1) counts as 0.
func (w *FullExchange) setTimes(e *harEntry) {
	at := w.Started
	after := func(ms ...float64) time.Time {
		for _, m := range ms {
			if m > 0 && m < 1e10 {
				at = at.Add(time.Duration(math.Round(m*1e3)) * time.Microsecond)
			}
		}
		return at
	}
	t := e.Timings
	if t == nil || max(t.Blocked, t.DNS, t.Connect, t.Send, t.Wait, t.Receive) < 0 {
		t = &harTimings{Wait: e.Time}
		w.addGap(wire.Gap{Cause: wire.GapUntimed})
	}
	w.RequestDone = after(t.Blocked, t.DNS, t.Connect, t.Send)
	answered := after(t.Wait)
	w.Ended = after(t.Receive)
	if w.Response.Status != 0 {
		w.Answered = answered
	}
}

func (w *FullExchange) setOutcome(e *harEntry) {
	w.Outcome, w.Problem = wire.ByAgent, clip.Bytes(e.Response.Error, 1000)
	name, problem, _ := strings.Cut(w.Problem, ": ")
	switch o := wire.Outcome(name); {
	case slices.Contains([]wire.Outcome{wire.Cut, wire.Cancelled, wire.TimedOut, wire.Refused, wire.Unreachable, wire.Interrupted}, o):
		w.Outcome, w.Problem = o, problem // as failureOf writes it
	case strings.Contains(e.Response.Error, "ERR_ABORTED"):
		w.Outcome = wire.Cancelled
	case w.Response.Status == 0 && e.Response.Error == "":
		w.Outcome, w.Problem = wire.Interrupted, wire.AnswerNotInFile
		w.addGap(wire.Gap{Side: wire.Response, Cause: wire.GapLeftOut})
	case w.Response.Status == 0:
		w.Outcome = wire.Unreachable
	case e.Response.Error != "":
		w.Outcome = wire.Cut
	}
}

func (w *FullExchange) setBodies(e *harEntry) {
	if len(e.Messages) > 0 && w.Response.Status == http.StatusSwitchingProtocols {
		w.Response.Header.Set("Upgrade", "websocket")
		w.Sides[wire.Request], w.Sides[wire.Response] = conversation(e.Messages, &w.Exchange)
	} else if isSocket(&w.Exchange) {
		w.addGap(wire.Gap{Side: wire.Request, Cause: wire.GapLeftOut})
		w.addGap(wire.Gap{Side: wire.Response, Cause: wire.GapLeftOut})
	} else {
		w.requestBody(&e.Request)
		w.responseBody(&e.Response)
	}
	w.RequestBytes += int64(len(w.Body(wire.Request)))
	w.ResponseBytes += int64(len(w.Body(wire.Response)))
	if list := w.Sides[wire.Response]; len(list) > 0 {
		w.FirstByte, w.LastByte = list[0].At, list[len(list)-1].At
	}
	kind := w.Response.Framing()
	for _, s := range []wire.Side{wire.Request, wire.Response} {
		if len(w.Sides[s]) > 0 && (s == wire.Response || isSocket(&w.Exchange)) {
			for f := range wire.Frames(kind, 0, w.Sides[s]) {
				if f.Kind != wire.Comment {
					w.Frames++
				}
			}
		}
	}
}

func (w *FullExchange) requestBody(r *harRequest) {
	p, untold := r.PostData, r.PostData == nil && r.BodySize < 0 && w.Request.Header.Get("Content-Type") != ""
	if p == nil {
		p = &harPostData{}
	}
	if p.MimeType != "" && w.Request.Header.Get("Content-Type") == "" {
		w.Request.Header.Set("Content-Type", p.MimeType)
	}
	b := harBody{side: wire.Request, text: &p.Text, encoding: p.Encoding, size: max(r.BodySize, length(w.Request.Header))}
	b.unsized = b.size > 0 && len(coding.Names(w.Request.Header)) > 0 || b.size <= 0 && untold
	switch {
	case p.Text != "":
	case len(p.Params) == 0:
		b.text = nil
	case wire.BaseType(p.MimeType) == "multipart/form-data":
		b.text, b.unsized = nil, b.unsized || b.size <= 0 // the file has the parts, but not how they were written
	default:
		q := url.Values{}
		for _, v := range p.Params {
			q.Add(v.Name, v.Value)
		}
		text := q.Encode()
		b = harBody{side: wire.Request, text: &text}
	}
	if !strings.HasPrefix(p.Comment, encodedPrefix) {
		w.Request.Header.Del("Content-Encoding")
	}
	w.Sides[wire.Request] = splitBody(w.takeBody(b), wire.Request, w.RequestDone)
}

func (w *FullExchange) responseBody(r *harResponse) {
	c, h := &r.Content, w.Response.Header
	b := harBody{side: wire.Response, text: c.Text, encoding: c.Encoding, size: c.Size}
	if c.Text == nil && c.Size <= 0 {
		// Browsers write a size of 0 for a stream that they did not save.
		b.size = max(r.BodySize, length(h))
		b.unsized = b.size > 0 && len(coding.Names(h)) > 0 || b.size <= 0 && (c.Size < 0 || wire.MediaType(h) == "text/event-stream")
	}
	if s := w.Response.Status; w.Method == http.MethodHead || s < 200 || s == http.StatusNoContent || s == http.StatusNotModified {
		b.size, b.unsized = 0, false
	}
	if !strings.HasPrefix(c.Comment, encodedPrefix) {
		h.Del("Content-Encoding") // HAR has decoded bodies
	}
	w.Sides[wire.Response] = splitBody(w.takeBody(b), wire.Response, w.Ended)
}

// length returns the Content-Length, 0 if there is none or it is not a number.
func length(h http.Header) int64 {
	n, _ := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	return n
}

// harChunkBytes is the length of the chunks that a body is cut into.
const harChunkBytes = 1 << 20

// splitBody cuts a body into chunks with the same time, because a HAR file does not have its reads.
func splitBody(body []byte, s wire.Side, at time.Time) []wire.Chunk {
	var out []wire.Chunk
	for from := 0; from < len(body); from += harChunkBytes {
		out = append(out, wire.Chunk{Side: s, Offset: int64(from), At: at, Data: body[from:min(from+harChunkBytes, len(body))]})
	}
	return out
}
