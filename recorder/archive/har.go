package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// har writes a HAR file, entry by entry.
type har struct {
	w            *bufio.Writer
	about        Provenance
	notes        []string // of the session
	isListOpen   bool
	isFirstEntry bool
}

// NewHAR returns a wire.Sink that writes a session to w as HAR 1.2, for the network panel of browsers and
// other tools. Bodies are decoded from their Content-Encoding. What HAR has no place for is in comments, or
// only in jsonl.
func NewHAR(w io.Writer, about Provenance) wire.Sink {
	h := &har{w: bufio.NewWriterSize(w, 64<<10), about: about, isFirstEntry: true}
	return &ExchangeSink{OnSession: h.begin, OnGap: h.addGapNote, OnExchange: h.writeEntry, OnClose: h.end}
}

func (h *har) begin(_ context.Context, s *wire.Session) error {
	name, version, _ := strings.Cut(h.about.Program, " ")
	creator, err := json.Marshal(harCreator{Name: name, Version: version})
	if err != nil {
		return err
	}
	h.notes = []string{"session " + s.ID + " " + s.Name, leftOut}
	return h.put(fmt.Sprintf(`{"log":{"version":"1.2","creator":%s,"pages":[]`, creator))
}

// leftOut says what a HAR file lacks.
const leftOut = "the jsonl format also has who made each call, single reads with their times, and what rules sent instead of what arrived"

func (h *har) put(s string) error {
	if _, err := h.w.WriteString(s); err != nil {
		return fmt.Errorf("write HAR file: %w", err)
	}
	return nil
}

func (h *har) addGapNote(_ context.Context, g *wire.Gap) error {
	if len(h.notes) > maxHARNotes {
		return nil
	}
	h.notes = append(h.notes, fmt.Sprintf("%s are missing from %s to %s: %s", number(g.Exchanges, "exchanges"), stampOf(g.From), stampOf(g.To), g.Reason()))
	return nil
}

// entries opens the list of entries. All gaps of the session must be known by then.
func (h *har) entries() error {
	if h.isListOpen {
		return nil
	}
	h.isListOpen = true
	comment, err := json.Marshal(strings.Join(h.notes, "; "))
	if err != nil {
		return err
	}
	return h.put(fmt.Sprintf(`,"comment":%s,"entries":[`, comment))
}

func (h *har) writeEntry(_ context.Context, w *FullExchange) error {
	if err := h.entries(); err != nil {
		return err
	}
	if !h.isFirstEntry {
		if err := h.put(","); err != nil {
			return err
		}
	}
	h.isFirstEntry = false
	if err := h.put("\n"); err != nil {
		return err
	}
	e := entryOf(w)
	enc := json.NewEncoder(h.w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return fmt.Errorf("write HAR file: %w", err)
	}
	return nil
}

func (h *har) end(context.Context) error {
	if err := h.entries(); err != nil {
		return err
	}
	if err := h.put("]}}\n"); err != nil {
		return err
	}
	if err := h.w.Flush(); err != nil {
		return fmt.Errorf("write HAR file: %w", err)
	}
	return nil
}

func entryOf(w *FullExchange) *harEntry {
	budget := coding.NewBudget(maxHARDecoded)
	e := &harEntry{
		Started: stampOf(w.Started), Request: requestOf(w, budget), Response: responseOf(w, budget), Timings: timingsOf(&w.Exchange),
		ResourceType: "fetch", Comment: commentOf(w),
	}
	e.Time = max(e.Timings.Send, 0) + max(e.Timings.Wait, 0) + max(e.Timings.Receive, 0) + max(e.Timings.Blocked, 0)
	switch {
	case isSocket(&w.Exchange):
		e.ResourceType, e.Messages = "websocket", messagesOf(w)
	case wire.MediaType(w.Response.Header) == "text/event-stream":
		e.ResourceType, e.Events = "eventsource", eventsOf(w)
	}
	return e
}

func stampOf(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z07:00") }

func isSocket(x *wire.Exchange) bool {
	return x.Response.Framing() == wire.WebSocket
}

func requestOf(w *FullExchange, budget *coding.Budget) harRequest {
	r := harRequest{
		Method: w.Method, URL: w.URL, HTTPVersion: version(w.Request.Proto),
		Cookies: requestCookies(w.Request.Header), Headers: pairsOf(w.Request.Header), QueryString: queryOf(w.URL),
		HeadersSize: -1, BodySize: w.RequestBytes,
	}
	if body := w.Body(wire.Request); len(body) > 0 && !isSocket(&w.Exchange) {
		r.PostData = postDataOf(w, body, budget)
	}
	return r
}

// reasonOf returns the reason phrase of a response, as received if that is recorded.
func reasonOf(h *wire.Head) string {
	line, _, _ := strings.Cut(string(h.ReceivedBytes("")), "\n")
	if line == "" {
		return http.StatusText(h.Status)
	}
	_, after, _ := strings.Cut(strings.TrimSuffix(line, "\r"), " ")
	_, reason, _ := strings.Cut(after, " ")
	return reason
}

func postDataOf(w *FullExchange, body []byte, budget *coding.Budget) *harPostData {
	plain, comment := decodeBody(w.Request.Header, body, budget)
	p := &harPostData{MimeType: w.Request.Header.Get("Content-Type"), Text: string(plain), Comment: comment}
	if p.MimeType == "" {
		p.MimeType = "application/octet-stream"
	}
	if !isText(plain) {
		p.Text, p.Encoding = base64.StdEncoding.EncodeToString(plain), "base64"
	}
	return p
}

func responseOf(w *FullExchange, budget *coding.Budget) harResponse {
	h := w.Response.Header
	r := harResponse{
		Status: w.Response.Status, StatusText: reasonOf(&w.Response), HTTPVersion: version(w.Response.Proto),
		Cookies: responseCookies(h), Headers: pairsOf(h), RedirectURL: h.Get("Location"),
		HeadersSize: -1, BodySize: w.ResponseBytes, TransferSize: w.ResponseBytes,
		Error: failureOf(&w.Exchange), Content: harContent{MimeType: h.Get("Content-Type")},
	}
	if len(w.Response.Trailer) > 0 {
		r.Trailers = pairsOf(w.Response.Trailer)
	}
	if r.Content.MimeType == "" {
		r.Content.MimeType = "x-unknown"
	}
	if isSocket(&w.Exchange) {
		return r
	}
	body, c := w.Body(wire.Response), &r.Content
	missing := max(w.ResponseBytes-int64(len(body)), 0)
	if len(body) == 0 {
		c.Size = missing
		return r
	}
	var plain []byte
	plain, c.Comment = decodeBody(h, body, budget)
	c.Size = int64(len(plain))
	c.Compression = c.Size - int64(len(body))
	c.Size += missing // for an encoded body, the decoded size of the rest is unknown
	text := string(plain)
	if !isText(plain) {
		text, c.Encoding = base64.StdEncoding.EncodeToString(plain), "base64"
	}
	c.Text = &text
	return r
}

// maxHARDecoded bounds the decoded bodies of an entry.
const maxHARDecoded = coding.MaxDecodedBytes

// isText reports whether p is text. Bytes with control characters are not, and would be six times as long in
// JSON.
func isText(p []byte) bool {
	return utf8.Valid(p) && !bytes.ContainsFunc(p, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' })
}

// encodedPrefix begins the comment of a body that is still encoded.
const encodedPrefix = "still in "

// decodeBody decodes a body from its Content-Encoding. If it cannot, or the budget is too small, it returns
// the body unchanged; if it fails midway, it returns the decoded beginning. The comment says which.
func decodeBody(h http.Header, body []byte, budget *coding.Budget) (plain []byte, comment string) {
	names := strings.Join(coding.Names(h), ", ")
	plain, err := coding.Decode(h, body, budget)
	switch {
	case errors.Is(err, coding.ErrTooLong):
		return body, encodedPrefix + names + ": " + err.Error()
	case err != nil && len(plain) > 0 && &plain[0] == &body[0]:
		return plain, encodedPrefix + names + ": " + err.Error()
	case err != nil:
		return plain, "only the beginning, decoded from " + names + ": " + err.Error()
	case names != "":
		return plain, "decoded from " + names
	}
	return plain, ""
}

func eventsOf(w *FullExchange) []harEvent {
	var out []harEvent
	for f := range wire.Frames(wire.SSE, 0, decodeChunks(w.Response.Header, w.Sides[wire.Response])) {
		if f.Kind == wire.SSE {
			out = append(out, harEvent{Time: seconds(f.Complete), Name: f.Event, ID: f.ID, Data: string(f.Data)})
		}
	}
	return out
}

// decodeChunks decodes the reads of a body.
func decodeChunks(h http.Header, list []wire.Chunk) []wire.Chunk {
	s := coding.NewStream(h, coding.NewBudget(maxHARDecoded))
	if s == nil || len(list) == 0 {
		return list
	}
	list = append(slices.Clone(list), list[len(list)-1])
	for i := range list[:len(list)-1] {
		list[i].Data = s.Feed(list[i].Data)
	}
	list[len(list)-1].Data, _ = s.Close() // what cannot be decoded has no events
	return list
}

// timingsOf divides an exchange's time into HAR's phases: send, wait and receive. The tap does not see how its
// connection was made.
func timingsOf(x *wire.Exchange) *harTimings {
	t := &harTimings{Blocked: -1, DNS: -1, Connect: -1, SSL: -1}
	end := x.Ended
	if end.IsZero() {
		end = latest(x.Started, x.RequestDone, x.Answered, x.LastByte)
	}
	answered := x.Answered
	if answered.IsZero() {
		answered = end
	}
	sent := x.RequestDone
	if sent.IsZero() || sent.After(answered) {
		sent = answered // the agent answered before it had read everything
		if x.Answered.IsZero() && x.RequestDone.IsZero() {
			sent = x.Started
		}
	}
	t.Send, t.Wait, t.Receive = millis(sent.Sub(x.Started)), millis(answered.Sub(sent)), millis(end.Sub(answered))
	return t
}

func latest(times ...time.Time) time.Time {
	var out time.Time
	for _, t := range times {
		if t.After(out) {
			out = t
		}
	}
	return out
}

// millis returns a duration in milliseconds, to the microsecond, and never less than 0.
func millis(d time.Duration) float64 {
	return math.Round(float64(max(d, 0))/1e3) / 1e3
}

func seconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }

// version returns proto, or "unknown" if it is "", as browsers do.
func version(proto string) string {
	if proto == "" {
		return "unknown"
	}
	return proto
}

func pairsOf(h http.Header) []harPair {
	out := []harPair{}
	for _, name := range sortedKeys(h) {
		for _, v := range h[name] {
			out = append(out, harPair{name, v})
		}
	}
	return out
}

func queryOf(raw string) []harPair {
	out := []harPair{}
	u, err := url.Parse(raw)
	if err != nil {
		return out
	}
	q := u.Query()
	for _, name := range sortedKeys(q) {
		for _, v := range q[name] {
			out = append(out, harPair{name, v})
		}
	}
	return out
}

func requestCookies(h http.Header) []harCookie {
	out := []harCookie{}
	for _, c := range (&http.Request{Header: h}).Cookies() {
		out = append(out, harCookie{Name: c.Name, Value: c.Value})
	}
	return out
}

func responseCookies(h http.Header) []harCookie {
	out := []harCookie{}
	for _, c := range (&http.Response{Header: h}).Cookies() {
		k := harCookie{Name: c.Name, Value: c.Value, Path: c.Path, Domain: c.Domain, HTTPOnly: c.HttpOnly, Secure: c.Secure}
		if !c.Expires.IsZero() {
			k.Expires = c.Expires.UTC().Format(time.RFC3339)
		}
		out = append(out, k)
	}
	return out
}
