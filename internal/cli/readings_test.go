package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// streamCase is an exchange whose response is a stream, in one of its forms.
type streamCase struct {
	name string // of the stream
	form string // plain, gzip, br, zstd, lines
	x    wire.Exchange
	req  []byte
	resp []byte
}

// streamsAtHand are the streams of the corpus, and of the captures if they exist.
func streamsAtHand(t *testing.T) (all []streamCase) {
	paths, err := filepath.Glob("../a2a/dialect/testdata/corpus/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, p := range paths {
		ar, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		c := streamCase{name: filepath.Base(p)}
		for _, f := range ar.Files {
			top, body, _ := bytes.Cut(bytes.TrimSuffix(f.Data, []byte("\n")), []byte("\n\n"))
			lines := strings.Split(string(top), "\n")
			h := http.Header{}
			for _, l := range lines[1:] {
				name, v, _ := strings.Cut(l, ": ")
				h.Add(name, v)
			}
			switch f.Name {
			case "request":
				c.x.Method, c.x.URL, _ = strings.Cut(lines[0], " ")
				c.x.Request.Header, c.req = h, body
			case "response":
				c.x.Response.Header, c.resp = h, body
				fmt.Sscan(lines[0], &c.x.Response.Status)
			}
		}
		all = append(all, c)
		if c.name == "sse-03.txtar" { // with comments between its events
			c.name, c.resp = "sse-03 kept alive", bytes.ReplaceAll(append([]byte(": hello\n\n"), c.resp...), []byte("\n\ndata:"), []byte("\n\n: ping\n\ndata:"))
			all = append(all, c)
		}
	}
	paths, _ = filepath.Glob("../testdata/shared/protocol/captures/*/*.req.http")
	for _, p := range paths {
		all = append(all, captured(t, p))
	}
	return slices.DeleteFunc(all, func(c streamCase) bool { return c.x.Response.Framing() != wire.SSE || c.x.Method == "" })
}

func captured(t *testing.T, path string) (c streamCase) {
	c.name = filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
	if err != nil {
		t.Fatal(err)
	}
	c.req, _ = io.ReadAll(r.Body)
	c.x.Method, c.x.URL, c.x.Request.Header = r.Method, "http://"+r.Host+r.URL.String(), r.Header
	raw, err = os.ReadFile(strings.TrimSuffix(path, ".req.http") + ".resp.http")
	if err != nil || len(raw) == 0 {
		return c
	}
	a, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(raw)), r)
	if err != nil {
		t.Fatal(err)
	}
	c.resp, _ = io.ReadAll(a.Body) // the client may have left
	c.x.Response.Status, c.x.Response.Header = a.StatusCode, a.Header
	return c
}

// forms are the stream as received, in each encoding, and as lines if each event is one JSON document.
func (c streamCase) forms(t *testing.T) []streamCase {
	c.form = "plain"
	all := []streamCase{c}
	for name, open := range map[string]func(io.Writer) io.WriteCloser{
		"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"br":   func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
		"zstd": func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
	} {
		var b bytes.Buffer
		w := open(&b)
		w.Write(c.resp)
		w.Close()
		all = append(all, c.as(name, b.Bytes(), "Content-Encoding", name))
	}
	var lines bytes.Buffer
	for f := range wire.Frames(wire.SSE, 0, []wire.Chunk{{Data: c.resp}}) {
		if f.Kind == wire.Comment {
			continue
		}
		if len(f.Problems) > 0 || f.Partial || f.Event == "close" || json.Compact(&lines, f.Data) != nil {
			return all // its framing matters
		}
		lines.WriteByte('\n')
	}
	return append(all, c.as("lines", lines.Bytes(), "Content-Type", "application/x-ndjson"))
}

func (c streamCase) as(form string, resp []byte, header, value string) streamCase {
	c.form, c.resp, c.x.Response.Header = form, resp, c.x.Response.Header.Clone()
	c.x.Response.Header.Set(header, value)
	return c
}

// put records the exchange, with its response in small pieces.
func (c streamCase) put(t *testing.T, s *recorder.Store) string {
	at := time.Now()
	x := c.x
	x.Origin, x.Agent, x.Started, x.Response = wire.Client, "http://agent.test", at, wire.Head{}
	tape := s.Begin(x)
	tape.Write(wire.Request, at, c.req, false)
	tape.EndRequest(at, nil)
	tape.WriteResponseHead(at, c.x.Response)
	for rest := c.resp; len(rest) > 0; rest = rest[min(97, len(rest)):] {
		at = at.Add(time.Millisecond)
		tape.Write(wire.Response, at, rest[:min(97, len(rest))], false)
	}
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tape.ID()
}

// TestAStreamIsReadAlike records each stream plain, in each encoding and as lines. All readers find the
// same labels, state, text and findings, except findings about framing.
func TestAStreamIsReadAlike(t *testing.T) {
	path := filepath.Join(t.TempDir(), "streams.db")
	cards := console.NewCards()
	store, err := recorder.Open(recorder.Options{Path: path, Raw: true, Label: cards.Label})
	if err != nil {
		t.Fatal(err)
	}
	var all []streamCase
	for _, c := range streamsAtHand(t) {
		all = append(all, c.forms(t)...)
	}
	ids := make([]string, len(all))
	for i, c := range all {
		ids[i] = c.put(t, store)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = recorder.Open(recorder.Options{Path: path, ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	consumers := consumersOf(store)
	read := map[string]string{}
	lines, plain := 0, wire.Exchange{}
	for i, c := range all {
		x, err := store.Exchange(t.Context(), ids[i])
		if err != nil {
			t.Fatal(err)
		}
		if c.form == "plain" {
			plain = x
		}
		if c.form == "lines" {
			lines++
		}
		for name, say := range consumers {
			got := say(t, x)
			key := c.name + " " + name
			if c.form == "plain" {
				read[key] = got
			} else if got != read[key] {
				t.Errorf("%s as %s, by %s:\n%s\nplain\n%s", c.name, c.form, name, got, read[key])
			}
		}
		pair, err := diff.Exchanges(t.Context(), store, plain, store, x, diff.Options{Level: diff.Meaning})
		if err != nil || len(pair.Differences) > 0 {
			t.Errorf("%s as %s differs from plain: %+v %v", c.name, c.form, pair.Differences, err)
		}
	}
	if lines < 20 || len(all) < 200 {
		t.Errorf("only %d forms, %d of them lines", len(all), lines)
	}
}

// library is a record for the pages.
type library struct {
	host.Library // tapes need only the methods below
	store        *recorder.Store
}

func (l library) Exchange(ctx context.Context, id string) (wire.Exchange, error) {
	return l.store.Exchange(ctx, id)
}

func (l library) Chunks(ctx context.Context, id string, s wire.Side, from, limit int64) ([]wire.Chunk, error) {
	return l.store.Chunks(ctx, id, s, from, limit)
}

// consumersOf lists what each reader of a record makes of an exchange.
func consumersOf(store *recorder.Store) map[string]func(*testing.T, wire.Exchange) string {
	tapes := tape.New(library{store: store}, func(string) *a2a.Card { return nil })
	return map[string]func(*testing.T, wire.Exchange) string{
		"labels": func(t *testing.T, x wire.Exchange) string {
			found, _, err := findingsOf(t.Context(), store, x)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(found.Lines()); got != x.Labels.Findings {
				t.Errorf("the record counts %d findings, the command line %d", x.Labels.Findings, got)
			}
			l := x.Labels
			l.Findings, l.Worst, l.AgentSeverity, l.ResponseSeverity = 0, "", "", ""
			return fmt.Sprintf("%+v", l)
		},
		"command line": func(t *testing.T, x wire.Exchange) string {
			found, _, err := findingsOf(t.Context(), store, x)
			if err != nil {
				t.Fatal(err)
			}
			var list []a2a.Problem
			for _, l := range found.Lines() {
				if len(l.OtherExchanges) > 0 { // these depend on the rest of the record, not on the bytes
					continue
				}
				list = append(list, a2a.Problem{Check: l.Check, Severity: a2a.Severity(l.Level), Path: l.Path, Message: l.Message})
			}
			return findingsText(list)
		},
		"page": func(t *testing.T, x wire.Exchange) string {
			tp, release, err := tapes.ForExchange(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			defer release()
			return pageText(tp)
		},
		"report": func(t *testing.T, x wire.Exchange) string { return reportText(t, store, x) },
		"mock":   func(t *testing.T, x wire.Exchange) string { return playedText(t, store, x) },
		"replay": func(t *testing.T, x wire.Exchange) string { return replayedText(t, store, x) },
	}
}
