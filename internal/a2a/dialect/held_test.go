package dialect

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var (
	dumps    = flag.String("dumps", "", "write what TestHeld read to files in this folder, to be compared")
	sums     = flag.String("sums", "testdata", "the folder of the sums that TestHeld compares with")
	variants = flag.Int("variants", 5, "in how many ways TestHeld breaks each exchange; other sums are needed then")
)

// An exchangeCase is an exchange whose readings must not change.
type exchangeCase struct {
	name      string
	req, resp Message
	hint      Hint
}

// TestHeld compares every reading of the corpus with its recorded checksum: kinds, values, problems, labels
// after each piece and after all, for the original bytes and for bytes broken in many ways. Optimisations of
// the reader must not change readings. -update records intended changes; with -dumps before and after, diff
// shows them.
func TestHeld(t *testing.T) {
	var all []exchangeCase
	for _, c := range corpus(t) {
		x := exchangeCase{filepath.Base(c.path), c.req, c.resp, c.hint}
		if c.event != nil {
			x.resp = Message{Status: 200, Header: map[string][]string{"Content-Type": {"text/event-stream"}}, Body: fmt.Appendf(nil, "data: %s\n\n", c.event)}
		}
		all = append(all, x)
	}
	held(t, filepath.Join(*sums, "held.txt"), all)
}

func captureName(path string) string {
	return filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
}

// held compares the checksums of cases with those in a file.
func held(t *testing.T, file string, all []exchangeCase) {
	was, now := sumsIn(file), map[string]string{}
	for _, x := range all {
		var b bytes.Buffer
		for i := range *variants {
			fmt.Fprintf(&b, "\n=== variant %d\n", i)
			dumpExchange(&b, x.variant(i))
		}
		fmt.Fprintf(&b, "\n=== deep\n")
		dumpExchange(&b, x.deep())
		nameRows(t, x.name, b.Bytes())
		now[x.name] = fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))[:20]
		if *dumps != "" {
			path := filepath.Join(*dumps, strings.ReplaceAll(x.name, "/", "_")+".dump")
			if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		switch {
		case *update || now[x.name] == was[x.name]:
		case was[x.name] == "":
			t.Errorf("%s has no sum yet: run with -update", x.name)
		default:
			t.Errorf("%s is not read as before: see what differs with -dumps before and after, and run with -update when it should", x.name)
		}
	}
	if *update {
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(now)) {
			fmt.Fprintf(&b, "%s %s\n", now[name], name)
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name := range was {
		if now[name] == "" {
			t.Errorf("%s is gone", name)
		}
	}
}

// sumsIn returns the checksums in a file by case.
func sumsIn(file string) map[string]string {
	all := map[string]string{}
	b, _ := os.ReadFile(file) // without a file, every case has changed
	for line := range strings.Lines(string(b)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		all[name] = sum
	}
	return all
}

// variant returns the exchange with its bodies broken in the i-th way; the 0th is the original.
func (x exchangeCase) variant(i int) exchangeCase {
	if i == 0 {
		return x
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, x.name)
	r := rand.New(rand.NewPCG(h.Sum64(), uint64(i)))
	if i%4 == 0 {
		x.req.Body = broken(r, x.req.Body)
		return x
	}
	x.resp.Body = broken(r, x.resp.Body)
	return x
}

// deep nests the bodies deeper than package jsonrepair repairs.
func (x exchangeCase) deep() exchangeCase {
	for _, body := range []*[]byte{&x.req.Body, &x.resp.Body} {
		*body = bytes.Replace(*body, []byte(`"text"`), []byte(`"metadata":`+strings.Repeat("[", 1100)+strings.Repeat("]", 1100)+`,"text"`), 1)
	}
	return x
}

// broken returns a body with one change.
func broken(r *rand.Rand, body []byte) []byte {
	if len(body) == 0 {
		return body
	}
	words := []string{"null", "1", "-0.5e3", "true", `""`, `"x"`, `"\ud800\u00e9"`, "{}", "[]", `[null,{"a":1}]`, `{"kind":"x","text":7}`,
		",", ":", "{", "}", "[", "]", `"`, "\xff", "\u00a0", "/*c*/", "// c\n", "\\", "\x01", "\r", "\n", "é", " ",
		`"kind":"task",`, `"task_id":"t",`, `"type":"text",`, `"final":true,`, `"a_b":1,`, `"index":"7",`, `"id":null,`, `"messageId":1,`}
	word := words[r.IntN(len(words))]
	from := r.IntN(len(body))
	to := min(len(body), from+r.IntN(4))
	switch r.IntN(4) {
	case 0: // a value or a name
		if at := bytes.IndexByte(body[from:], '"'); at >= 0 {
			from += at
			to = from + 1
			if end := bytes.IndexByte(body[to:], '"'); end >= 0 {
				to += end + 1
			}
		}
	case 1: // a new member
		if at := bytes.IndexByte(body[from:], '{'); at >= 0 {
			from += at + 1
			to = from
		}
	case 2: // a cut
		if r.IntN(3) == 0 {
			return slices.Clone(body[:from])
		}
	}
	return slices.Concat(body[:from], []byte(word), body[to:])
}

// dumpExchange reads an exchange in every available way and writes all results.
func dumpExchange(b *bytes.Buffer, x exchangeCase) {
	dump(b, "identity", Identify(x.req, x.resp, x.hint))
	whole := NewReader(x.req, x.hint)
	dumpReader(b, whole, x)
	fmt.Fprintf(b, "-- labeller\n")
	dumpReader(b, NewLabeller(x.req, x.hint), x)
	dump(b, "response", ReadResponse(Identify(x.req, x.resp, x.hint), x.req, x.resp))
}

// labelsOf returns the labels without ResponseSeverity, which follows from the readings.
func labelsOf(r *Reader) wire.Labels {
	l := r.Labels()
	l.ResponseSeverity = ""
	return l
}

// dumpReader reads piece by piece.
func dumpReader(b *bytes.Buffer, r *Reader, x exchangeCase) {
	dump(b, "request", r.Request())
	dump(b, "labels", labelsOf(r))
	given := x.resp
	var frames []wire.Frame
	if given.Framing = x.resp.Kind(); given.Framing != wire.Body {
		frames, given.Body, given.Trailer = framesOf(x.resp, document.MaxFrames), nil, nil
	}
	dump(b, "answer", r.Response(given))
	dump(b, "labels", labelsOf(r))
	for _, f := range frames {
		dump(b, "event", r.Event(f))
		dump(b, "labels", labelsOf(r))
	}
	if x.resp.Trailer != nil {
		dump(b, "trailer", r.Trailer(x.resp.Trailer))
	}
	dump(b, "end", r.End(wire.ByAgent))
	dump(b, "labels", labelsOf(r))
	dump(b, "identity", r.Identity())
	dump(b, "task", r.Task())
}

// dump writes every member of v, in full.
func dump(b *bytes.Buffer, path string, v any) { dumpValue(b, path, reflect.ValueOf(v)) }

func dumpValue(b *bytes.Buffer, path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fmt.Fprintf(b, "%s *\n", path)
			dumpValue(b, path, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			dumpValue(b, path+"."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			fmt.Fprintf(b, "%s %q\n", path, v.Bytes())
			return
		}
		fmt.Fprintf(b, "%s %d\n", path, v.Len())
		for i := range v.Len() {
			dumpValue(b, fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
	default:
		if !v.IsZero() {
			fmt.Fprintf(b, "%s %q\n", path, fmt.Sprint(v.Interface()))
		}
	}
}
