package cause

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// Store is where FindGood searches.
type Store interface {
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
	Chunks(ctx context.Context, exchange string, s wire.Side, from, limit int64) ([]wire.Chunk, error)
}

// Limits of the search for a good exchange.
const (
	maxRows         = 60                     // rows of each list
	maxRequests     = 12                     // rows whose requests are read
	maxRequestBytes = 256 << 10              // bytes read of a request
	maxSearchTime   = 150 * time.Millisecond // for all lists together, except that each gets at least minListTime
	minListTime     = 15 * time.Millisecond
	maxMembers      = 12 // listed differences of a body
)

// GoodExchange is a successful exchange that resembles a failed one.
type GoodExchange struct {
	Exchange    wire.Exchange
	IsLater     bool     // it follows the failed one; no earlier one with the same URL was found
	HasOtherURL bool     // it was sent to another URL; none was found with the same
	Differences []string // of the failed exchange, the most telling first
}

// FindGood finds the last successful exchange before x with the same agent and the same message, or without a message
// the same operation; if there is none, the first one after x. It prefers exchanges with x's URL. It returns false if
// it finds none within the limits of the search.
func FindGood(ctx context.Context, from Store, x wire.Exchange) (GoodExchange, bool, error) {
	bad, err := readRequest(ctx, from, x)
	if err != nil {
		return GoodExchange{}, false, err
	}
	var other *GoodExchange
	until := time.Now().Add(maxSearchTime)
	for _, p := range []wire.Page{{Before: x.Seq}, {After: x.Seq}} {
		for _, f := range filters(x, bad) {
			p.Limit, p.Search = maxRows, searchUntil(until)
			list, err := from.Exchanges(ctx, f, p)
			if err != nil {
				return GoodExchange{}, false, fmt.Errorf("look for a good exchange: %w", err)
			}
			if p.After > 0 {
				slices.Reverse(list)
			}
			g, ok, err := firstGood(ctx, from, list, x, bad, until)
			if err != nil {
				return GoodExchange{}, false, err
			}
			g.IsLater = p.After > 0
			if ok && !g.HasOtherURL {
				return g, true, nil
			}
			if ok && other == nil {
				other = &g
			}
		}
	}
	if other != nil {
		return *other, true, nil
	}
	return GoodExchange{}, false, nil
}

// searchUntil limits a search to the remaining time, but at least minListTime.
func searchUntil(until time.Time) *wire.Search {
	return &wire.Search{Budget: max(time.Until(until), minListTime)}
}

// filters returns a filter for exchanges like x, and one that also requires the message's words, to find older ones.
func filters(x wire.Exchange, bad sentRequest) []wire.Filter {
	f := wire.Filter{Agents: []string{x.Agent}, Exclusions: []wire.Filter{{Conditions: []string{"failed"}}}}
	if x.Labels.Op != "" {
		f.Ops = []string{x.Labels.Op}
		if o := a2a.Operation(x.Labels.Op); o == a2a.SendMessage || o == a2a.SendStreamingMessage {
			f.Ops = []string{string(a2a.SendMessage), string(a2a.SendStreamingMessage)}
		}
	} else if x.Method != "" {
		f.Method = x.Method
	}
	out := []wire.Filter{f}
	if words := strings.Fields(bad.text); len(words) > 0 {
		f.Text = []string{strings.Join(words[:min(len(words), 8)], " ")}
		out = append(out, f)
	}
	return out
}

func firstGood(ctx context.Context, from Store, list []wire.Exchange, x wire.Exchange, bad sentRequest, until time.Time) (GoodExchange, bool, error) {
	read := 0
	elsewhere := func(y wire.Exchange) bool { return address(y) != address(x) }
	unlike := func(y wire.Exchange) (n int) {
		for _, differs := range []bool{y.Caller != x.Caller || y.Origin != x.Origin, y.Labels.Op != x.Labels.Op, elsewhere(y)} {
			n *= 2
			if differs {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b wire.Exchange) int { return unlike(a) - unlike(b) })
	for _, y := range list {
		if y.ID == x.ID || HasFailed(y) || y.HasMissingResponseBytes() || y.Outcome != wire.ByAgent && y.Outcome != wire.Cancelled || y.Agent != x.Agent || !bad.hasMessage() && y.Labels.Op != x.Labels.Op {
			continue
		}
		if x.Labels.Op == "" && pathOf(y.URL) != pathOf(x.URL) {
			continue
		}
		if read++; read > maxRequests {
			break
		}
		good, err := readRequest(ctx, from, y)
		if err != nil {
			return GoodExchange{}, false, err
		}
		if good.text != bad.text || good.hasMessage() != bad.hasMessage() || x.Labels.Op == "" && methodOf(good.body) != methodOf(bad.body) {
			continue
		}
		if failed, err := hasFailedLater(ctx, from, y, until); err != nil {
			return GoodExchange{}, false, err
		} else if !failed {
			return GoodExchange{Exchange: y, HasOtherURL: elsewhere(y), Differences: differences(y, good, x, bad)}, true, nil
		}
	}
	return GoodExchange{}, false, nil
}

// hasFailedLater reports whether the task of a good exchange failed afterwards: then the agent accepted the message,
// but it did not go well.
func hasFailedLater(ctx context.Context, from Store, y wire.Exchange, until time.Time) (bool, error) {
	if y.Labels.Task == "" || a2a.State(y.Labels.State).Terminal() {
		return false, nil
	}
	failed := []string{a2a.Failed.Word(), a2a.Rejected.Word()}
	list, err := from.Exchanges(ctx, wire.Filter{Agents: []string{y.Agent}, Task: y.Labels.Task, States: failed}, wire.Page{After: y.Seq, Limit: maxRows, Search: searchUntil(until)})
	if err != nil {
		return false, fmt.Errorf("read what became of task %s: %w", y.Labels.Task, err)
	}
	return slices.ContainsFunc(list, func(z wire.Exchange) bool {
		return z.Labels.Task == y.Labels.Task && slices.Contains(failed, a2a.State(z.Labels.State).Word())
	}), nil
}

// address returns the URL of a call without its query and task.
func address(x wire.Exchange) string {
	u := stripQuery(x.URL)
	if x.Labels.Task != "" {
		u = strings.Replace(u, "/"+x.Labels.Task, "/", 1)
	}
	return u
}

type sentRequest struct {
	call *a2a.Call // nil if no call could be read
	text string    // of its message, on one line
	body []byte
}

func (s sentRequest) hasMessage() bool { return s.call != nil && s.call.Message != nil }

func readRequest(ctx context.Context, from Store, x wire.Exchange) (sentRequest, error) {
	chunks, err := from.Chunks(ctx, x.ID, wire.Request, 0, maxRequestBytes)
	if err != nil {
		return sentRequest{}, fmt.Errorf("read the request of %s: %w", x.ID, err)
	}
	var out sentRequest
	for _, c := range chunks {
		out.body = append(out.body, c.Data...)
	}
	r := reading.Request(&x, out.body, reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, nil), Light: true})
	if out.call = r.Request().Call; out.hasMessage() {
		out.text = messageText(out.call.Message)
		for _, p := range out.call.Message.Parts {
			if p.Kind != a2a.TextPart {
				out.text += "\x00" + string(p.Kind) + string(p.Data) + p.URL + p.Filename
			}
		}
	}
	return out, nil
}

func differences(good wire.Exchange, a sentRequest, bad wire.Exchange, b sentRequest) (out []string) {
	add := func(what, was, is string) {
		if was != is {
			out = append(out, fmt.Sprintf("%s: %s, was %s", what, valueOrNone(is), valueOrNone(was)))
		}
	}
	out = headerDifferences(good, bad)
	add("Version", good.Labels.Dialect, bad.Labels.Dialect)
	add("Binding", a2a.Binding(good.Labels.Binding).Word(), a2a.Binding(bad.Labels.Binding).Word())
	add("HTTP method", good.Method, bad.Method)
	if address(good) != address(bad) {
		add("URL", stripQuery(good.URL), stripQuery(bad.URL))
	}
	if a.call != nil && b.call != nil {
		add("Operation", string(a.call.Op), string(b.call.Op))
		if a.hasMessage() && b.hasMessage() {
			out = append(out, taskDifferences(a.call.Message, b.call.Message)...)
		}
		add("Accepted output modes", strings.Join(a.call.AcceptedOutputModes, ", "), strings.Join(b.call.AcceptedOutputModes, ", "))
		add("Tenant", a.call.Tenant, b.call.Tenant)
	} else if a.call != b.call {
		out = append(out, "Body: one of the two bodies could not be read as a call")
	}
	if len(out) == 0 {
		out = bodyDifferences(a.body, b.body)
	}
	add("Caller", good.Caller, bad.Caller)
	return out
}

// bodyDifferences compares two requests member by member. It ignores the ids of requests and messages, which
// differ whenever a program repeats a request.
func bodyDifferences(good, bad []byte) (out []string) {
	was, is := map[string]string{}, map[string]string{}
	if !collectLeaves(was, good) || !collectLeaves(is, bad) {
		if bytes.Equal(good, bad) {
			return nil
		}
		return []string{"Body: the bytes differ"}
	}
	paths := maps.Clone(was)
	maps.Copy(paths, is)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		g, w := was[path], is[path]
		if g != "" && w != "" && (path == "id" && g[0] != '[' && g[0] != '{' || strings.HasSuffix(path, "message.messageId")) {
			continue
		}
		if g != w {
			out = append(out, fmt.Sprintf("%s: %s, was %s", shorten(path), valueOrNone(w), valueOrNone(g)))
		}
	}
	if more := len(out) - maxMembers; more > 0 {
		out = append(out[:maxMembers], fmt.Sprintf("Body: %d more members differ", more))
	}
	return out
}

// collectLeaves collects the values in a document that contain no other values, by path. It returns false if
// body is not JSON.
func collectLeaves(into map[string]string, body []byte) bool {
	var doc any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&doc) != nil {
		return false
	}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				walk(strings.TrimPrefix(path+"."+name, "."), member)
			}
		case []any:
			for i, item := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), item)
			}
		}
		text, _ := json.Marshal(v)
		if t := string(text); len(t) > 0 && (t[0] != '{' && t[0] != '[' || len(t) == 2) {
			into[path] = t
		}
	}
	walk("", doc)
	return true
}

func taskDifferences(a, b *a2a.Message) []string {
	switch {
	case a.TaskID == "" && b.TaskID != "":
		return []string{"Task: continues one; the other began a new one"}
	case a.TaskID != "" && b.TaskID == "":
		return []string{"Task: begins a new one; the other continued one"}
	}
	return nil
}

// ignoredHeaders are headers that differ between any two requests, or only repeat other information.
var ignoredHeaders = []string{"Content-Length", "Date", "Traceparent", "Tracestate", "User-Agent", "X-Request-Id", "Connection", "Host", "Baggage", "Accept-Encoding"}

// headerDifferences compares headers by presence and value, and secrets by fingerprint. It never shows a value that may
// be a secret.
func headerDifferences(good, bad wire.Exchange) (out []string) {
	names := map[string]bool{}
	for _, h := range []http.Header{good.Request.Header, bad.Request.Header} {
		for name := range h {
			names[name] = !slices.Contains(ignoredHeaders, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, is := strings.Join(good.Request.Header[name], ", "), strings.Join(bad.Request.Header[name], ", ")
		g, w := fingerprints(good, name), fingerprints(bad, name)
		switch {
		case !names[name] || was == is && g == w:
		case was == "":
			out = append(out, "Header "+shorten(name)+": sent, was not sent")
		case is == "":
			out = append(out, "Header "+shorten(name)+": not sent, was sent")
		case !canCompareSecrets(good, bad, name):
			out = append(out, "Header "+shorten(name)+": perhaps another credential; different runs of the console recorded the two")
		case g != "" || w != "" || isCredentialHeader(name, was, is):
			out = append(out, "Header "+shorten(name)+": another credential")
		default:
			out = append(out, fmt.Sprintf("Header %s: %s, was %s", shorten(name), shorten(is), shorten(was)))
		}
	}
	return out
}

// isCredentialHeader reports whether one of a header's values is a credential. A recording that keeps secrets
// has no fingerprints to tell that by.
func isCredentialHeader(name string, values ...string) bool {
	_, found := redact.Header(http.Header{name: values}, redact.Secrets{Heuristics: true}, nil, "")
	return len(found) > 0
}

// canCompareSecrets reports whether the fingerprints of a header's secrets are comparable.
func canCompareSecrets(a, b wire.Exchange, name string) bool {
	for _, x := range a.Redactions {
		for _, y := range b.Redactions {
			if x.Place == "request.header" && x.Place == y.Place && strings.EqualFold(x.Name, name) && strings.EqualFold(y.Name, name) {
				if _, known := wire.CompareFingerprints(x.Fingerprint, y.Fingerprint); !known {
					return false
				}
			}
		}
	}
	return true
}

func fingerprints(x wire.Exchange, name string) (out string) {
	for _, r := range x.Redactions {
		if r.Place == "request.header" && strings.EqualFold(r.Name, name) {
			out += r.Kind + " " + r.Fingerprint + ";"
		}
	}
	return out
}

func valueOrNone(s string) string {
	if s == "" {
		return "none"
	}
	return shorten(s)
}

func stripQuery(u string) string { u, _, _ = strings.Cut(u, "?"); return u }
