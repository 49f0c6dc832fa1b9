package diff_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// changed returns a copy of a tape with its bodies changed by f.
func (t *tape) changed(name string, f func(x wire.Exchange, s wire.Side, body []byte) []byte) *tape {
	out := newTape(name)
	for _, x := range t.list {
		req := f(x, wire.Request, join(t.Memory[x.ID][wire.Request]))
		resp := f(x, wire.Response, join(t.Memory[x.ID][wire.Response]))
		x.ID = ""
		out.put(x, req, resp)
	}
	return out
}

func join(chunks []wire.Chunk) (out []byte) {
	for _, c := range chunks {
		out = append(out, c.Data...)
	}
	return out
}

// cut returns a copy of a tape with its bodies split into chunks of random sizes.
func (t *tape) cut(r *rand.Rand) *tape {
	out := t.changed(t.name+"-cut", func(_ wire.Exchange, _ wire.Side, b []byte) []byte { return b })
	for id, sides := range out.Memory {
		for s, chunks := range sides {
			var pieces []wire.Chunk
			for at, body := 0, join(chunks); at < len(body); {
				n := min(1+r.IntN(40), len(body)-at)
				pieces = append(pieces, wire.Chunk{Exchange: id, Side: s, Offset: int64(at), Data: body[at : at+n]})
				at += n
			}
			sides[s] = pieces
		}
	}
	return out
}

var idWord = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

// renamed returns a copy of a tape with a new id for each old one.
func (t *tape) renamed() *tape {
	names := map[string]string{}
	rename := func(b []byte) []byte {
		return idWord.ReplaceAllFunc(b, func(old []byte) []byte {
			if names[string(old)] == "" {
				names[string(old)] = wire.NewID()
			}
			return []byte(names[string(old)])
		})
	}
	elsewhere := *t
	elsewhere.list = slices.Clone(t.list)
	for i := range elsewhere.list {
		elsewhere.list[i].URL = string(rename([]byte(t.list[i].URL)))
	}
	return elsewhere.changed(t.name+"-renamed", func(_ wire.Exchange, _ wire.Side, b []byte) []byte { return rename(b) })
}

// rechunked returns a copy of a tape whose streams bring their text in more pieces, cut at random, and whose objects have
// their members in another order.
func (t *tape) rechunked(r *rand.Rand) *tape {
	return t.changed(t.name+"-rechunked", func(x wire.Exchange, s wire.Side, b []byte) []byte {
		if s == wire.Request || x.Response.Framing() != wire.SSE {
			return b
		}
		var out bytes.Buffer
		for f := range wire.Frames(wire.SSE, 0, []wire.Chunk{{Data: b}}) {
			for _, data := range pieces(f.Data, r) {
				fmt.Fprintf(&out, "event: %s\ndata: %s\n\n", f.Event, data)
			}
		}
		return bytes.ReplaceAll(out.Bytes(), []byte("event: \n"), nil)
	})
}

// pieces returns an event unchanged, or several that bring its text piece by piece.
func pieces(event []byte, r *rand.Rand) [][]byte {
	var doc map[string]any
	if json.Unmarshal(event, &doc) != nil {
		return [][]byte{event}
	}
	result, enveloped := doc["result"].(map[string]any)
	if !enveloped {
		result = doc
	}
	update, flags := result, map[string]any(nil)
	if result["kind"] == "artifact-update" {
		flags = result
	}
	if u, ok := result["artifactUpdate"].(map[string]any); ok {
		update, flags = u, u
	}
	artifact, _ := update["artifact"].(map[string]any)
	if flags == nil {
		flags = artifact // as in 0.1
	}
	parts, _ := artifact["parts"].([]any)
	if len(parts) != 1 || parts[0].(map[string]any)["text"] == nil {
		return [][]byte{event}
	}
	part := parts[0].(map[string]any)
	runes, last := []rune(part["text"].(string)), flags["lastChunk"]
	var out [][]byte
	for len(runes) > 0 || len(out) == 0 {
		n := min(1+r.IntN(60), len(runes))
		part["text"] = string(runes[:n])
		runes = runes[n:]
		if flags["lastChunk"] = last; len(runes) > 0 {
			flags["lastChunk"] = false
		}
		b, _ := json.Marshal(doc)
		out = append(out, b)
		flags["append"] = true
	}
	return out
}

// replaced returns a copy of a tape with one text replaced in one body.
func (t *tape) replaced(tb testing.TB, nth int, s wire.Side, old, new string) *tape {
	tb.Helper()
	found := false
	out := t.changed(t.name+"-replaced", func(x wire.Exchange, side wire.Side, b []byte) []byte {
		if x.ID != t.list[nth].ID || side != s {
			return b
		}
		found = found || bytes.Contains(b, []byte(old))
		return bytes.ReplaceAll(b, []byte(old), []byte(new))
	})
	if !found {
		tb.Fatalf("exchange %d has no %q", nth, old)
	}
	return out
}

// faithful checks what holds for every report: it is symmetric, and if it has differences, it
// suggests a level exactly if the structure is the same.
func faithful(t *testing.T, a, b *tape, o diff.Options) *diff.Report {
	t.Helper()
	r, back := compare(t, a, b, o), compare(t, b, a, o)
	if r.SameCount != back.SameCount || r.DifferentCount != back.DifferentCount || r.MissingCount != back.ExtraCount || r.ExtraCount != back.MissingCount {
		t.Errorf("not symmetric:\n%s\nback:\n%s", show(r), show(back))
	}
	if o.Level != diff.Structure {
		plain := o
		plain.Level = diff.Structure
		s, suggested := r.SuggestLevel()
		if equal := compare(t, a, b, plain).Equal(); equal != (r.Equal() || suggested) {
			t.Errorf("structure equal %v, suggested %v %v:\n%s", equal, s, suggested, show(r))
		}
	}
	return r
}

func differences(r *diff.Report) string {
	var out []string
	for i, p := range r.Pairs {
		for _, d := range p.Differences {
			out = append(out, fmt.Sprintf("%d %s %s %s", i, d.Level, d.Kind, d.Path))
		}
		if p.Outcome == diff.OutcomeMissing || p.Outcome == diff.OutcomeExtra {
			out = append(out, fmt.Sprintf("%d %s", i, p.Outcome))
		}
	}
	return strings.Join(out, "\n")
}
