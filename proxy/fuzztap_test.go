package proxy_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// chance makes random rules, streams and bodies.
type chance struct{ *rand.Rand }

func one[T any](c chance, of ...T) T { return of[c.IntN(len(of))] }

// rules returns rules that preserve framing, for calls of a program named fuzz.
func (c chance) rules(s *tongue) (list []string) {
	for range 1 + c.IntN(4) {
		if c.IntN(4) == 0 {
			list = append(list, "caller:fuzz op:SendStreamingMessage => "+one(c, "delay 1s", "delay 10ms..3s", "hold 2s", s.filled(`replace [{"op":"replace","path":"PARAMS/message/parts/0/text","value":"bye"}]`)))
			continue
		}
		when := "caller:fuzz op:SendStreamingMessage direction:response "
		when += one(c, "", "event:any", "event:comment", "event:artifact", "event:task event:status", "-event:artifact", "state:completed", "one", "event:last-chunk")
		when += one(c, "", "", " nth:1", " nth:2..3", " nth:2..") + one(c, "", "", " chance:50%", " chance:20% seed:9")
		do := make([]string, 1+c.IntN(3))
		for i := range do {
			do[i] = s.filled(one(c, "delay 1s", "delay 5ms..4s", "drop", "duplicate", "duplicate 3", "reorder", "reorder 2", "replace DOC", "inject DOC", "inject before DOC",
				`replace [{"op":"remove","path":"AT/artifactUpdate/artifact/parts"}]`, `replace [{"op":"add","path":"AT/statusUpdate/metadata","value":{"a\nb":"{{text}}"}}]`,
				"hold 1s", "hold 2s then drop", "stall 3s", "throttle 1KB/s", "throttle 1MB/s", "corrupt id", "slow-headers 4s"))
			if strings.HasPrefix(do[i], "slow-headers") {
				when, do = "caller:fuzz op:SendStreamingMessage", do[i:i+1]
				break
			}
		}
		list = append(list, when+" => "+strings.Join(do, "; "))
	}
	return list
}

// events returns a stream as agents write them: protocol documents, other text, comments, and everything that
// an SSE event may contain.
func (c chance) events(s *tongue, text string) []byte {
	var b []byte
	end := one(c, "\n", "\r\n", "\r")
	if !s.h2 && c.IntN(4) == 0 {
		b = append(b, "\xEF\xBB\xBF"...)
	}
	for range c.IntN(12) {
		letter := one(c, 'T', 'A', 'B', 'D')
		data := s.docs[byte(letter)]
		if c.IntN(5) == 0 {
			data = text
		}
		if s.h2 {
			m := messages[byte(letter)]
			if data == text {
				m = []byte(text)
			}
			b = wire.AppendGRPC(b, m)
			continue
		}
		if c.IntN(6) == 0 {
			b = append(b, one(c, ": keep-alive", ":", "retry: 10", "event: none")+end+end...)
		}
		for _, field := range []string{one(c, "", ": a comment", "event: x", "id: "+fmt.Sprint(c.IntN(9)), "retry: 5", "unknown: field", "event")} {
			if field != "" {
				b = append(b, field+end...)
			}
		}
		if c.IntN(3) == 0 {
			data = strings.Replace(data, `,`, ",\n", 2)
		}
		for _, line := range strings.Split(strings.NewReplacer("\r", "\n", "\r\n", "\n").Replace(data), "\n") {
			b = append(b, one(c, "data: ", "data:")+line+end...)
		}
		b = append(b, end...)
	}
	return b
}

// sends writes a body in random pieces, some of them delayed.
func (c chance) sends(w io.Writer, body []byte) {
	for len(body) > 0 {
		n := 1 + c.IntN(min(len(body), 1+c.IntN(4000)))
		_, _ = w.Write(body[:n])
		if f, ok := w.(http.Flusher); ok && c.IntN(2) == 0 {
			f.Flush()
		}
		if c.IntN(8) == 0 {
			time.Sleep(time.Duration(c.IntN(int(time.Second))))
		}
		body = body[n:]
	}
}

// FuzzTap: whatever framing-preserving rules do to any stream, the client receives complete frames, the
// record has all bytes as they arrived and were sent, and each frame that no rule touched is unchanged.
// Concurrent exchanges are the same as without a tap, byte for byte.
func FuzzTap(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed, "some text, with\r\nlines and \u2028 and \x00")
	}
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		if len(text) > 1<<12 {
			return
		}
		synctest.Test(t, func(t *testing.T) {
			c := chance{rand.New(rand.NewPCG(seed, 14))}
			fuzzTap(t, c, one(c, tongues()...), text)
		})
	})
}

func fuzzTap(t *testing.T, c chance, s *tongue, text string) {
	rules, body, beside := c.rules(s), c.events(s, text), c.neighbour(text)
	pieces, kind := chance{rand.New(rand.NewPCG(c.Uint64(), 1))}, "text/event-stream"
	if s.h2 {
		kind = s.kind
	}
	var heard []string // what the neighbour sent, directly and through the tap
	var mu sync.Mutex
	b := newBubble(t, s.h2, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/beside" {
			mu.Lock()
			heard = append(heard, beside.heard(r))
			mu.Unlock()
			beside.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", kind)
		pieces.sends(w, body)
		if s.h2 {
			w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
		}
	}), rules...)
	direct := b.reply(t.Context(), beside.request(agentAt))
	var through reply
	var both sync.WaitGroup
	both.Go(func() { through = b.reply(t.Context(), beside.request(tapAt)) })
	r := s.request("http://" + tapAt)
	r.Header.Set("User-Agent", "fuzz")
	got := b.call(t.Context(), r)
	both.Wait()
	if !reflect.DeepEqual(direct, through) || len(heard) != 2 || heard[0] != heard[1] {
		t.Fatalf("%q\nbeside it, directly %+v\nheard %q\nthrough the tap %+v\nheard %q", rules, direct, heard[0], through, heard[1])
	}
	if got.err != nil || got.status != 200 || s.h2 && got.trailer.Get("Grpc-Status") != "0" {
		t.Fatalf("%q\nthe client has %d, %v, trailer %v", rules, got.status, got.err, got.trailer)
	}
	i := slices.IndexFunc(b.m.all, func(x *tape) bool { return !strings.HasSuffix(x.x.URL, "/beside") })
	checkTape(t, b.m.all[i], rules, body, got.body)
}

// checkTape compares what arrived and what was sent with each other and with the record.
func checkTape(t *testing.T, x *tape, rules []string, came, sent []byte) {
	t.Helper()
	var passes []wire.Passage
	for _, p := range x.passes {
		if p.Side == wire.Response {
			passes = append(passes, p)
		}
	}
	onRecord := x.committed(wire.ResponseSent)
	if len(passes) == 0 && len(onRecord) == 0 {
		onRecord = came
	}
	if !bytes.Equal(x.committed(wire.Response), came) || !bytes.Equal(onRecord, sent) {
		t.Fatalf("%q\ncame %q\non record %q\nsent %q\non record %q", rules, came, x.committed(wire.Response), sent, onRecord)
	}
	head := x.answer
	before, after := framesOf(head.Framing(), came), framesOf(head.Framing(), sent)
	at := func(list []wire.Frame, i int) string {
		if i >= len(list) {
			return "nothing"
		}
		return strings.TrimPrefix(string(list[i].Raw), "\xEF\xBB\xBF")
	}
	touched, made := map[int]bool{}, map[int]bool{} // frames that came, that were sent
	for _, p := range passes {
		if p.Kind != wire.PassageInjected {
			touched[p.Frame] = true
		}
		if p.Sent >= 0 {
			made[p.Sent] = true
		}
		if (p.Kind == wire.PassageDelayed || p.Kind == wire.PassageHeld) && at(before, p.Frame) != at(after, p.Sent) {
			t.Fatalf("%q\nframe %d %s as frame %d\n%q\n%q", rules, p.Frame, p.Kind, p.Sent, came, sent)
		}
	}
	var untouched, asCame []string
	flaws := map[string]bool{}
	for i, f := range before {
		for _, p := range f.Problems {
			flaws[p.Message] = true
		}
		if !touched[i] {
			untouched = append(untouched, at(before, i))
		}
	}
	for i, f := range after {
		if !made[i] {
			asCame = append(asCame, at(after, i))
		}
		if f.Partial || slices.ContainsFunc(f.Problems, func(p wire.FrameProblem) bool { return !flaws[p.Message] }) {
			t.Fatalf("%q\nframe %d that is sent is not whole: %+v\n%q", rules, i, f, sent)
		}
	}
	if !slices.Equal(untouched, asCame) {
		t.Fatalf("%q\nno rule touched %q\nas it came is sent %q\n%+v", rules, untouched, asCame, passes)
	}
}

func framesOf(kind wire.FrameKind, body []byte) []wire.Frame {
	return slices.Collect(wire.Frames(kind, 0, []wire.Chunk{{Data: body}}))
}

// neighbour is an exchange that no rule matches.
type neighbour struct {
	caller, method string
	call, body     []byte
	header         http.Header
	status         int
	chunks         bool
	trailer        string
}

func (c chance) neighbour(text string) *neighbour {
	n := &neighbour{caller: one(c, "fuzz", "other"), method: one(c, "POST", "POST", "GET", "PUT"), header: http.Header{}, status: one(c, 200, 200, 201, 404, 500), chunks: c.IntN(2) == 0}
	if n.method != "GET" {
		n.call = []byte(strings.Repeat(text, c.IntN(40)))
	}
	n.body = []byte(strings.Repeat(text+"\n", c.IntN(100)))
	switch c.IntN(4) {
	case 0:
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(n.body)
		_ = z.Close()
		n.body = b.Bytes()
		n.header.Set("Content-Encoding", "gzip")
	case 1:
		n.header.Set("Content-Type", "text/event-stream")
		n.body = []byte("data: " + strings.ReplaceAll(string(n.body), "\n", "\r\ndata:") + "\r\n\r\n")
	case 2:
		n.header.Set("Content-Type", "application/json")
		n.body, _ = json.Marshal(map[string]string{"jsonrpc": "2.0", "result": string(n.body)})
	}
	if n.chunks && c.IntN(2) == 0 {
		n.trailer = "some text"
	}
	return n
}

func (n *neighbour) request(host string) *http.Request {
	r, err := http.NewRequest(n.method, "http://"+host+"/beside", bytes.NewReader(n.call))
	if err != nil {
		panic(err)
	}
	r.Header = http.Header{"User-Agent": {n.caller}, "Accept-Encoding": {"gzip, br"}, "X-Own": {"a", "b"}}
	if n.chunks && n.method != "GET" {
		r.ContentLength, r.Body = -1, io.NopCloser(bytes.NewReader(n.call))
	}
	return r
}

// heard is a request as an agent receives it.
func (n *neighbour) heard(r *http.Request) string {
	b, err := io.ReadAll(r.Body)
	return fmt.Sprintf("%s %s %d %v %v %q %v", r.Method, r.URL, r.ContentLength, r.TransferEncoding, r.Header, b, err)
}

func (n *neighbour) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	for name, values := range n.header {
		w.Header()[name] = values
	}
	if n.trailer != "" {
		w.Header().Set("Trailer", "X-Sum")
	}
	if !n.chunks {
		w.Header().Set("Content-Length", fmt.Sprint(len(n.body)))
	}
	w.WriteHeader(n.status)
	for i := 0; i < len(n.body); i += 1000 {
		_, _ = w.Write(n.body[i:min(len(n.body), i+1000)])
		if n.chunks {
			_ = http.NewResponseController(w).Flush()
		}
	}
	if n.trailer != "" {
		w.Header().Set("X-Sum", n.trailer)
	}
}

// reply is a response as a client receives it.
type reply struct {
	status          int
	length          int64
	encoding        []string
	header, trailer http.Header
	body, err       string
}

func (b *bubble) reply(ctx context.Context, r *http.Request) reply {
	resp, err := b.client.Do(r.WithContext(ctx))
	if err != nil {
		return reply{err: err.Error()}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	resp.Header.Del("Date")
	return reply{resp.StatusCode, resp.ContentLength, resp.TransferEncoding, resp.Header, resp.Trailer, string(body), fmt.Sprint(err)}
}
