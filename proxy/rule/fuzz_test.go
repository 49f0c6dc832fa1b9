package rule_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/hold"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

var framings = []wire.FrameKind{wire.SSE, wire.GRPC, wire.Line, wire.WebSocket, wire.Body}

// FuzzFaults: whatever a rule does to any stream, what is sent is complete frames, unless the rule
// cuts or corrupts.
func FuzzFaults(f *testing.F) {
	stream := string(docs(wire.SSE, task, one, two, done))
	for _, text := range []string{"event:artifact => duplicate; reorder 2", `event:any => inject before {"a":"{{text}}{{rpc_id}}"}; drop`, `=> replace [{"op":"copy","from":"","path":"/x"}]`,
		"event:any => reorder; duplicate 3", "event:any chance:50% => delay 1s..2s; throttle 10KB/s", "event:any => hold 1s then drop", "event:any => stall 3s; corrupt id"} {
		for i := range framings {
			f.Add(text, stream, i)
		}
		f.Add(text, "\xEF\xBB\xBFdata: {\"kind\":\"task\"}\r\rdata: 1\n\r\n: c\n\ndata: no end", 0)
		f.Add(text, string(docs(wire.GRPC, task, one, done))+"\x00\x00\x00\x00\x09cut", 1)
		f.Add(text, "\x81\x02{}\x01\x01{\x89\x00\x80\x01}\x88\x00", 3)
	}
	f.Fuzz(func(t *testing.T, text, body string, which int) {
		kind := framings[uint(which)%uint(len(framings))]
		r, err := rule.Parse("direction:response "+text, words.FilterVocabulary(), tongue{})
		if err != nil || len(body) > 1<<16 || strings.Contains(text, "throttle") && len(body) > 1<<10 {
			return
		}
		synctest.Test(t, func(t *testing.T) {
			var told fired
			set := newSet(t, rule.Options{Holder: hold.New(), OnFire: told.told}, r.String())
			plan := set.Intervene(exchangeOf("x"), []byte(ask), true)
			if plan == nil || plan.Response == nil {
				return
			}
			ctx, cancel := context.WithTimeout(t.Context(), 1000*24*3600e9)
			defer cancel()
			out, err := respond(ctx, plan, kind, []byte(body))
			if strings.Contains(text, "cut") || strings.Contains(text, "corrupt") || err != nil {
				return
			}
			check(t, kind, out)
		})
	})
}

// check compares what was sent, split into frames as a whole, with its pieces.
func check(t *testing.T, kind wire.FrameKind, out *sending) {
	t.Helper()
	var want []string
	for i, p := range out.list {
		if p.Kind == wire.PassageDropped && len(p.raw) > 0 {
			t.Fatalf("what was dropped was sent: %q", p.raw)
		}
		list := cutUp(kind, p.raw)
		if n := len(list); n > 0 && strings.HasSuffix(list[n-1], "partial") && i < len(out.list)-1 && p.Kind != wire.PassageAsIs {
			t.Fatalf("%s piece %d is no whole frame: %q", p.Kind, i, p.raw)
		}
		want = append(want, list...)
	}
	if got := cutUp(kind, out.bytes()); kind != wire.Body && !slices.Equal(got, want) {
		t.Fatalf("%s:\n%q\nwant\n%q", kind, got, want)
	}
}

// cutUp is what the frames of a body say if they follow others.
func cutUp(kind wire.FrameKind, body []byte) (list []string) {
	if kind == wire.SSE {
		body = append([]byte(":\n\n"), body...)
	}
	for f := range wire.Frames(kind, 0, []wire.Chunk{{Data: body}}) {
		if f.Kind == wire.Comment {
			continue
		}
		s := fmt.Sprintf("%s %q %q %q %q", f.Kind, f.Event, f.ID, f.Retry, f.Data)
		if f.Partial {
			s = fmt.Sprintf("%q partial", f.Raw)
		}
		list = append(list, s)
	}
	return list
}

// A byte order mark is sent at the beginning of a stream only, whatever is sent before or after the first event.
func TestByteOrderMark(t *testing.T) {
	t.Parallel()
	body := append([]byte("\xEF\xBB\xBF"), docs(wire.SSE, one, two)...)
	for text, want := range map[string][]string{
		"nth:1 => duplicate":               {one, one, two},
		`nth:1 => inject before {"a":1}`:   {`{"a":1}`, one, two},
		"nth:1 => reorder":                 {two, one},
		"nth:1 => drop":                    {two},
		"nth:2 => duplicate":               {one, two, two},
		`nth:1 => replace {"a":1}`:         {`{"a":1}`, two},
		`nth:1 => inject {"a":1}; reorder`: {`{"a":1}`, two, one},
	} {
		out, err := respond(t.Context(), newSet(t, rule.Options{}, text).Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, body)
		var got []string
		for f := range wire.Frames(wire.SSE, 0, []wire.Chunk{{Data: out.bytes()}}) {
			if len(f.Problems) > 0 {
				t.Errorf("%s: %v", text, f.Problems)
			}
			got = append(got, string(f.Data))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %q", text, err, got)
		}
	}
}

// What waits is sent before a stream breaks off within an event, not into the event.
func TestReorderBeforeWhatIsNotWhole(t *testing.T) {
	t.Parallel()
	body := append(docs(wire.SSE, task, one), "data: no end"...)
	out, err := respond(t.Context(), newSet(t, rule.Options{}, "event:task => reorder 9").Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, body)
	if want := string(docs(wire.SSE, one, task)) + "data: no end"; err != nil || string(out.bytes()) != want || out.list[1].Frame != 0 {
		t.Errorf("%v\n%s\n%+v", err, out.bytes(), out.list)
	}
}
