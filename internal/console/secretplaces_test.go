package console

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/recorder"
)

// hidden marks the place of a secret in a secretCase.
const hidden = "HUSHHUSHES"

// secretCase is an exchange with a secret somewhere, written as hidden.
type secretCase struct {
	name           string
	url, line      string // line: the head of the request as it came
	asked, answer  http.Header
	trailer, early http.Header
	request, reply string
	status         int
}

const secretAgent = "http://agent.test"

// record records a case, at once or byte by byte, with its own secret.
func (c secretCase) record(t *testing.T, s *recorder.Store, secret string, size int) string {
	t.Helper()
	fill := func(s string) string { return strings.ReplaceAll(s, hidden, secret) }
	head := func(h http.Header) http.Header {
		out := http.Header{}
		for k, v := range h {
			for _, x := range v {
				out[k] = append(out[k], fill(x))
			}
		}
		return out
	}
	write := func(text string, h http.Header) []byte {
		text = fill(text)
		if rest, ok := strings.CutPrefix(text, "GZIPPED"); ok {
			b := wire.AppendGRPC(nil, []byte(packed("gzip", rest)))
			b[0] = 1
			return b
		}
		if frames, ok := socketFrames(text); ok {
			return frames
		}
		for _, r := range allRelabellings() {
			if r.name == h.Get("X-Relabelled") {
				text = r.write(text)
			}
		}
		return []byte(text)
	}
	url := secretAgent + fill(c.url)
	if strings.HasPrefix(c.url, ":") {
		url = "http" + fill(c.url)
	}
	tape := s.Begin(wire.Exchange{Method: "POST", URL: url, Agent: secretAgent, Origin: wire.Client, Caller: head(c.asked).Get("User-Agent"), Request: wire.Head{Header: head(c.asked), Received: fill(c.line)}})
	pieces := func(side wire.Side, b []byte) {
		for len(b) > 0 {
			n := min(size, len(b))
			piece := bytes.Clone(b[:n])
			tape.Write(side, time.Now(), piece, false)
			clear(piece) // the reader reuses the memory
			b = b[n:]
		}
	}
	socket := c.status == http.StatusSwitchingProtocols
	if !socket {
		pieces(wire.Request, write(c.request, c.asked))
	}
	if size > 1 && !socket {
		pieces(wire.RequestSent, write(c.request, c.asked))
	}
	tape.EndRequest(time.Now(), head(c.trailer))
	if c.early != nil {
		tape.WriteInterim(wire.Interim{Status: 103, At: time.Now(), Header: head(c.early)})
	}
	status := c.status
	if status == 0 {
		status = 200
	}
	tape.WriteResponseHead(time.Now(), wire.Head{Status: status, Header: head(c.answer)})
	tape.WriteSentHead(wire.ResponseSent, wire.Head{Status: status, Header: head(c.answer)})
	if socket {
		pieces(wire.Request, write(c.request, c.asked))
	}
	pieces(wire.Response, write(c.reply, c.answer))
	if size > 1 {
		pieces(wire.ResponseSent, write(c.reply, c.answer))
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent, Trailer: head(c.trailer)})
	if err := tape.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tape.ID()
}

// numbered is a secret in lower case, which is found much faster than in any case.
var numbered = regexp.MustCompile(`q7z(\d{5})wq`)

// lower converts ASCII letters to lower case, whatever is between them.
func lower(b []byte) []byte {
	b = bytes.Clone(b)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return b
}

// secretsFound are the numbers of the secrets in some bytes, encoded or not.
func secretsFound(b []byte) map[string]bool {
	found := map[string]bool{}
	b = lower(b)
	for _, form := range [][]byte{b, bytes.ReplaceAll(b, []byte{0}, nil)} {
		for _, m := range numbered.FindAllSubmatch(form, -1) {
			found[string(m[1])] = true
		}
	}
	return found
}

// TestNoSecretAnywhere records secrets in many places and forms, and searches all files and exports
// for them. It covers one in five combinations, or one in eleven under the race detector;
// TestSlowNoSecretAnywhere covers the other four in five.
func TestNoSecretAnywhere(t *testing.T) {
	step := 5
	if underRace {
		step = 11
	}
	some, _ := divided(secretCases(), step)
	findNoSecret(t, some)
}

// secretCases are all cases in order of their names.
func secretCases() []secretCase {
	cases := append(append(headsWithSecrets(), bodiesWithSecrets()...), othersWithSecrets()...)
	slices.SortFunc(cases, func(a, b secretCase) int { return strings.Compare(a.name, b.name) })
	return cases
}

// divided splits the cases into one in step, and the others. In order of their names, the forms of one
// body follow each other; if their number is not a multiple of step, the first part has each body and
// each form.
func divided(cases []secretCase, step int) (some, others []secretCase) {
	for i, c := range cases {
		if i%step == 0 {
			some = append(some, c)
		} else {
			others = append(others, c)
		}
	}
	return some, others
}

// findNoSecret records cases with one secret each and searches all files and exports for it.
func findNoSecret(t *testing.T, cases []secretCase) {
	t.Helper()
	known := NewCards()
	known.remember(secretAgent, &a2a.Card{SecuritySchemes: []a2a.SecurityScheme{{Type: "apiKey", In: "header", Param: "X-Odd-Name"}, {Type: "apiKey", In: "query", Param: "odd"}}})
	for _, raw := range []bool{false, true} {
		db := filepath.Join(t.TempDir(), "record.db")
		store, err := recorder.Open(recorder.Options{Path: db, Raw: raw, Secrets: known.Secrets, Label: known.Label})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		names, ids := map[string]string{}, map[string]string{}
		for i, c := range cases {
			for _, size := range []int{1 << 20, 1} {
				if size == 1 && (raw || c.request+c.reply == "" || i%4 > 0) {
					continue
				}
				n := fmt.Sprintf("%05d", len(names))
				names[n] = fmt.Sprintf("%s by %d", c.name, size)
				ids[n] = c.record(t, store, "Q7z"+n+"Wq", size)
			}
		}
		check := func(where string, b []byte) {
			t.Helper()
			for n := range secretsFound(b) {
				t.Errorf("%s holds the secret of %s", where, names[n])
			}
		}
		live := filesOf(t, db) // including the journal
		session := store.Current().ID
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		rest := filesOf(t, db)
		if store, err = recorder.Open(recorder.Options{Path: db, ReadOnly: true}); err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		if raw {
			if got := len(secretsFound(rest)); got < len(names)*2/3 {
				t.Errorf("with secrets kept, the record shows %d of %d", got, len(names))
			}
		} else {
			check("a file of a program that records", live)
			check("the file at rest", rest)
			for n, id := range ids {
				for _, b := range bodiesOf(t, store, id) {
					check("a body", b)
				}
				if len(names[n]) == 0 {
					t.Error("a case without a name")
				}
			}
		}
		for _, format := range []string{"jsonl", "har", "md", "curl"} {
			var out bytes.Buffer
			if err := (pageFiles{store, known}).Export(t.Context(), session, format, nil, &out); err != nil {
				t.Fatal(err)
			}
			check(format, out.Bytes())
			check(format, inBase64(out.Bytes()))
		}
		for n, id := range ids {
			if !strings.HasSuffix(n, "7") {
				continue // one in ten will do: the drawn text was searched above
			}
			var out bytes.Buffer
			if err := (pageFiles{store, known}).Export(t.Context(), session, "html", []string{id}, &out); err != nil {
				t.Fatal(err)
			}
			check("page", out.Bytes())
			check("page", inBase64(out.Bytes()))
		}
	}
}

// bodiesOf are the bodies of an exchange, as recorded and decoded.
func bodiesOf(t *testing.T, store *recorder.Store, id string) (all [][]byte) {
	t.Helper()
	x, err := store.Exchange(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for side := wire.Request; side <= wire.ResponseSent; side++ {
		h := x.Response.Header
		if side.IsRequest() {
			h = x.Request.Header
		}
		body, err := wire.ReadBody(t.Context(), store, id, side)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, body)
		if x.Response.Status == http.StatusSwitchingProtocols {
			all = append(all, unframed(body))
		}
		plain, _ := coding.Decode(h, body, coding.NewBudget(1<<20))
		all = append(append(all, plain), undoneAll(body, 3)...)
	}
	return all
}

// filesOf is the content of all files of a record.
func filesOf(t *testing.T, db string) (all []byte) {
	t.Helper()
	files, err := filepath.Glob(db + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, raw...)
	}
	return all
}

// inBase64 decodes every piece of base64.
func inBase64(b []byte) (out []byte) {
	for _, m := range regexp.MustCompile(`[A-Za-z0-9+/]{24,}={0,2}`).FindAll(b, -1) {
		raw, _ := base64.StdEncoding.DecodeString(string(m))
		out = append(append(out, raw...), '\n')
		for _, name := range []string{"gzip", "zstd", "br", "deflate"} {
			plain, _ := coding.Decode(http.Header{"Content-Encoding": {name}}, raw, coding.NewBudget(1<<20))
			out = append(append(out, plain...), '\n')
		}
	}
	return out
}
