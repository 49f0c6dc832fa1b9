package dialect

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var update = flag.Bool("update", false, "write what the corpus' cases are read as")

// A wireCase is one file of testdata/corpus. Its comment names the source. "request" and "response" are a
// start line, header lines, an empty line and a body without the file's last line end; "event" is the data of
// one event; a body that is not plain text is in "request.quoted", "response.quoted" or "event.quoted", as Go
// strings to concatenate. "hint" is a version, "card" the agent's card. "expect" is the resulting reading.
type wireCase struct {
	path      string
	archive   *txtar.Archive
	req, resp Message
	event     []byte
	hint      Hint
	whole     bool // there is a request or response, not only an event
}

func corpus(t testing.TB) []*wireCase {
	t.Helper()
	paths, err := filepath.Glob("testdata/corpus/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	var all []*wireCase
	for _, p := range paths {
		c, err := parseCase(p)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		all = append(all, c)
	}
	return all
}

func parseCase(path string) (*wireCase, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	c := &wireCase{path: path, archive: archive}
	for _, f := range archive.Files {
		data := bytes.TrimSuffix(f.Data, []byte("\n"))
		switch f.Name {
		case "request":
			c.req = head(data)
			c.req.Method, c.req.URL, _ = strings.Cut(c.req.URL, " ")
		case "response":
			c.resp = head(data)
			c.resp.Status, err = strconv.Atoi(c.resp.URL)
			c.resp.URL, c.whole = "", true
		case "event":
			c.event = data
		case "hint":
			c.hint.Version = a2a.Version(strings.TrimSpace(string(data)))
		case "request.quoted":
			c.req.Body, err = unquoteLines(data)
		case "response.quoted":
			c.resp.Body, err = unquoteLines(data)
		case "event.quoted":
			c.event, err = unquoteLines(data)
		case "card":
			c.hint.Card, _, _ = ReadCard(data)
		case "expect":
		default:
			err = fmt.Errorf("unknown section %q", f.Name)
		}
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// head parses headers and body. The whole start line becomes the URL.
func head(data []byte) Message {
	var m Message
	top, body, found := bytes.Cut(data, []byte("\n\n"))
	if found {
		m.Body = body
	}
	lines := strings.Split(string(top), "\n")
	m.URL = lines[0]
	for _, l := range lines[1:] {
		name, v, _ := strings.Cut(l, ": ")
		if m.Header == nil {
			m.Header = http.Header{}
		}
		m.Header.Add(name, v)
	}
	return m
}

func unquoteLines(data []byte) ([]byte, error) {
	var out []byte
	for _, l := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if l == "" {
			continue
		}
		s, err := strconv.Unquote(l)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l, err)
		}
		out = append(out, s...)
	}
	return out, nil
}

// TestCorpus reads every case, compares it with its expectation, and writes it again in its own version.
func TestCorpus(t *testing.T) {
	for _, c := range corpus(t) {
		t.Run(strings.TrimSuffix(filepath.Base(c.path), ".txtar"), func(t *testing.T) {
			before := fmt.Sprintf("%q%q%q", c.req.Body, c.resp.Body, c.event)
			got := c.read(t)
			if before != fmt.Sprintf("%q%q%q", c.req.Body, c.resp.Body, c.event) {
				t.Error("reading changed the bytes")
			}
			if *update {
				c.expect(t, got)
				return
			}
			if want := c.expected(); got != want {
				t.Errorf("is read as (run with -update and review):\n%s", lineDiff(want, got))
			}
		})
	}
}

// read runs a case and returns the result as text.
func (c *wireCase) read(t *testing.T) string {
	var b strings.Builder
	if c.event != nil {
		c.readAlone(t, &b)
		return b.String()
	}
	r := NewReader(c.req, c.hint)
	answer := r.Response(c.resp)
	var events []a2a.Reading
	if binding.Streams("", c.resp.Kind()) {
		frames := framesOf(c.resp, document.MaxFrames)
		var joined []byte
		for _, f := range frames {
			joined = append(joined, f.Raw...)
			events = append(events, r.Event(f))
		}
		if !bytes.Equal(joined, c.resp.Body) {
			t.Errorf("the frames put together are not the body")
		}
	}
	end := r.End(wire.ByAgent)
	say(&b, "", Identify(c.req, c.resp, c.hint))
	section(&b, "request", r.Request())
	if c.whole {
		section(&b, "response", answer)
	}
	for i, e := range events {
		section(&b, fmt.Sprintf("event %d", i), e)
	}
	if len(end) > 0 {
		fmt.Fprintf(&b, "\nend\n")
		problems(&b, end)
	}
	if task := r.Task(); task != nil && len(events) > 0 {
		fmt.Fprintf(&b, "\ntask\n")
		say(&b, "", task)
	}
	fmt.Fprintf(&b, "\nlabels\n")
	say(&b, "", labelsOf(r))
	for _, x := range append([]a2a.Reading{r.Request(), answer}, events...) {
		roundTrip(t, x)
	}
	return b.String()
}

// readAlone reads one event without its stream.
func (c *wireCase) readAlone(t *testing.T, b *strings.Builder) {
	doc := Message{Status: 200, Body: c.event}
	id := Identify(c.req, doc, c.hint)
	out := ReadEvent(id, c.req, Message{}, wire.Frame{Kind: wire.SSE, Raw: c.event, Data: c.event})
	say(b, "", id)
	section(b, "event", out)
	roundTrip(t, out)
}

func (c *wireCase) expected() string {
	for _, f := range c.archive.Files {
		if f.Name == "expect" {
			return string(f.Data)
		}
	}
	return ""
}

func (c *wireCase) expect(t *testing.T, got string) {
	files := c.archive.Files
	if n := len(files); n == 0 || files[n-1].Name != "expect" {
		files = append(files, txtar.File{Name: "expect"})
	}
	files[len(files)-1].Data = []byte(got)
	c.archive.Files = files
	if err := os.WriteFile(c.path, txtar.Format(c.archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// lineDiff shows the lines that differ.
func lineDiff(want, got string) string {
	var b strings.Builder
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		var x, y string
		if i < len(w) {
			x = w[i]
		}
		if i < len(g) {
			y = g[i]
		}
		if x != y {
			fmt.Fprintf(&b, "%4d want %s\n      got %s\n", i+1, x, y)
		}
	}
	return b.String()
}
