package dialect

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// twice reads each event of a stream with and without a remembered event, and compares the readings. It
// returns how many were read by the remembered one.
func twice(t *testing.T, x labelled, events ...[]byte) (short int) {
	t.Helper()
	a, b := NewReader(x.req, Hint{}), NewReader(x.req, Hint{})
	a.Response(x.resp)
	b.Response(x.resp)
	for n, data := range events {
		f := wire.Frame{Kind: wire.SSE, Raw: data, Data: data}
		if a.previous.read(&f, new(a2a.Reading)) {
			short++
		}
		b.previous = repeated{}
		if got, want := a.Event(f), b.Event(f); !reflect.DeepEqual(got, want) {
			t.Fatalf("event %d, %s, is\n%+v\n%+v\n, not\n%+v\n%+v", n, data, got, got.Result, want, want.Result)
		}
		if !reflect.DeepEqual(a.Labels(), b.Labels()) || !reflect.DeepEqual(a.Task(), b.Task()) {
			t.Fatalf("event %d, %s: %+v\n%+v\n%+v\n%+v", n, data, a.Labels(), b.Labels(), a.Task(), b.Task())
		}
	}
	return short
}

// overREST is a stream of 1.0 over HTTP+JSON.
func overREST() labelled {
	x := labelled{name: "1.0 REST", req: post("/message:stream", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}`, "1.0"), resp: streamed()[0].resp}
	for _, e := range streamed()[0].events {
		x.events = append(x.events, bytes.TrimSuffix(bytes.TrimPrefix(e, []byte(`{"jsonrpc":"2.0","id":1,"result":`)), []byte("}")))
	}
	return x
}

// TestRepeated: the reading of an event that differs from the remembered one only in its text is derived from
// it, and equals the reading that parsing gives.
func TestRepeated(t *testing.T) {
	for _, x := range append(streamed(), overREST()) {
		if n := twice(t, x, x.events...); n < 12 {
			t.Errorf("%s: %d events of %d are read by those before", x.name, n, len(x.events))
		}
	}
	x := streamed()[0]
	event := func(text string) []byte {
		return bytes.Replace(x.events[1], []byte(someWords(64)), []byte(text), 1)
	}
	last := func(text string) []byte {
		return bytes.Replace(event(text), []byte(`"append":false`), []byte(`"append":true,"lastChunk":true`), 1)
	}
	for _, c := range []struct {
		name   string
		events [][]byte
		short  int
	}{
		{"texts", [][]byte{event("one"), event("two"), event("ein Wört"), event("o"), event("one two")}, 4},
		{"the same again", [][]byte{event("one"), event("two"), event("one"), event("one")}, 3},
		{"escapes and what is no text", [][]byte{event("one"), event(`a\n`), event("two"), event("\xff"), event("three"), event(""), event("four"), event("\x01")}, 0},
		{"the end of the text", [][]byte{event("one"), event(`two","url":"x`), event("three"), event(`x"}],"name":"n","parts":[{"text":"one`)}, 0},
		{"a text that is elsewhere, too", [][]byte{event("text"), event("a"), event("t"), event("b")}, 1},
		{"chunks after the last", [][]byte{event("one"), last("two"), last("three"), last("four")}, 2},
		{"what another member says", [][]byte{event("one"), bytes.Replace(event("two"), []byte(`"append":false`), []byte(`"append":true`), 1), event("three")}, 0},
	} {
		if n := twice(t, x, append([][]byte{x.events[0]}, c.events...)...); n != c.short {
			t.Errorf("%s: %d events are read by those before", c.name, n)
		}
	}
}

// FuzzRepeated: the reading of an event does not depend on the event before it.
func FuzzRepeated(f *testing.F) {
	all := append(streamed(), overREST())
	for n, x := range all {
		for _, text := range []string{"a", "", "text", "a1", `\u0061`, "é", "\xff", `"}],"parts":[{"text":"a`, `","x":"`} {
			f.Add(uint8(n), x.events[1], bytes.Replace(x.events[1], []byte(someWords(64)), []byte(text), 1), x.events[2])
		}
	}
	for _, c := range corpus(f) {
		if e := c.event; strings.Contains(string(e), `rtifact`) && bytes.Contains(e, []byte(`"text"`)) {
			for n := range all {
				f.Add(uint8(n), e, bytes.ReplaceAll(e, []byte("e"), []byte("f")), e)
				f.Add(uint8(n), e, bytes.Replace(e, []byte(`"text":"`), []byte(`"text":"more `), 1), bytes.Replace(e, []byte(`"text":"`), []byte(`"text":"less`), 1))
			}
		}
	}
	f.Fuzz(func(t *testing.T, stream uint8, one, two, three []byte) {
		x := all[int(stream)%len(all)]
		twice(t, x, x.events[0], one, two, three)
	})
}
