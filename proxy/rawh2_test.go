package proxy_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"reflect"
	"sort"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// block is a header block as it came over HTTP/2: names, and the order of their values.
type block map[string][]string

// stream is one direction of an HTTP/2 stream as a raw connection received it.
type stream struct {
	Blocks   []block // heads, interim ones first, and the trailer
	Data     string
	EndsWith string // the frame with END_STREAM, "RST_STREAM", or "" if the connection ended
	Code     http2.ErrCode
}

// peer speaks HTTP/2 by hand.
type peer struct {
	c   net.Conn
	fr  *http2.Framer
	buf bytes.Buffer
	enc *hpack.Encoder
}

func newPeer(c net.Conn) *peer {
	p := &peer{c: c, fr: http2.NewFramer(c, c)}
	p.fr.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	p.enc = hpack.NewEncoder(&p.buf)
	return p
}

// fields writes a HEADERS frame of "name: value" lines.
func (p *peer) fields(id uint32, end bool, lines ...string) {
	p.buf.Reset()
	for _, l := range lines {
		i := strings.Index(l[1:], ":") + 1
		p.enc.WriteField(hpack.HeaderField{Name: l[:i], Value: strings.TrimPrefix(l[i+1:], " ")})
	}
	p.fr.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: p.buf.Bytes(), EndHeaders: true, EndStream: end})
}

// take reads a stream to its end.
func (p *peer) take() (id uint32, s stream) {
	for {
		f, err := p.fr.ReadFrame()
		if err != nil {
			return id, s
		}
		end := false
		switch f := f.(type) {
		case *http2.SettingsFrame:
			if !f.IsAck() {
				p.fr.WriteSettingsAck()
			}
			continue
		case *http2.PingFrame:
			if !f.IsAck() {
				p.fr.WritePing(true, f.Data)
			}
			continue
		case *http2.MetaHeadersFrame:
			b := block{}
			for _, h := range f.Fields {
				b[h.Name] = append(b[h.Name], h.Value)
			}
			id, end, s.Blocks = f.StreamID, f.StreamEnded(), append(s.Blocks, b)
		case *http2.DataFrame:
			s.Data += string(f.Data())
			end = f.StreamEnded()
		case *http2.RSTStreamFrame:
			s.EndsWith, s.Code = "RST_STREAM", f.ErrCode
			return id, s
		default:
			continue
		}
		if end {
			s.EndsWith = f.Header().Type.String()
			return id, s
		}
	}
}

// begun reads a stream up to its first data.
func (p *peer) begun() (id uint32, s stream) {
	for {
		f, err := p.fr.ReadFrame()
		if err != nil {
			return 0, s
		}
		if d, ok := f.(*http2.DataFrame); ok {
			return d.StreamID, stream{Data: string(d.Data()), EndsWith: "DATA"}
		}
	}
}

func (s stream) String() string {
	var b strings.Builder
	for _, k := range s.Blocks {
		var names []string
		for n := range k {
			names = append(names, fmt.Sprintf("%s: %q", n, k[n]))
		}
		sort.Strings(names)
		fmt.Fprintf(&b, "  %s\n", strings.Join(names, " | "))
	}
	return b.String() + fmt.Sprintf("  data %.80q, ends with %q %s\n", s.Data, s.EndsWith, s.Code)
}

// h2Agent answers streams by hand and keeps the last request.
type h2Agent struct {
	url   string
	mu    sync.Mutex
	got   stream
	reply func(p *peer, id uint32)
	early bool // it responds after the first message
}

func newH2Agent(t *testing.T) *h2Agent {
	a := &h2Agent{}
	a.url = listener(t, func(c net.Conn) {
		preface := make([]byte, len(http2.ClientPreface))
		if _, err := io.ReadFull(c, preface); err != nil || string(preface) != http2.ClientPreface {
			return
		}
		p := newPeer(c)
		p.fr.WriteSettings()
		for {
			take := p.take
			if a.early {
				take = p.begun
			}
			id, s := take()
			if s.EndsWith != "HEADERS" && s.EndsWith != "DATA" {
				return
			}
			a.mu.Lock()
			a.got = s
			reply := a.reply
			a.mu.Unlock()
			reply(p, id)
		}
	})
	return a
}

// call makes one call by hand and returns both directions as they arrived.
func (a *h2Agent) call(t *testing.T, to string, ask func(p *peer), reply func(p *peer, id uint32)) (asked, answered stream) {
	t.Helper()
	a.mu.Lock()
	a.got, a.reply = stream{}, reply
	a.mu.Unlock()
	c, err := net.Dial("tcp", hostOf(to))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, http2.ClientPreface)
	p := newPeer(c)
	p.fr.WriteSettings()
	ask(p)
	_, answered = p.take()
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.got, answered
}

// gRPC calls, and HTTP/2 in general, are the same through the tap: metadata of both sides with duplicates and
// their order, interim responses, messages, trailers, and the frame that ends a stream.
func TestHTTP2IsTheSameThroughTheTap(t *testing.T) {
	t.Parallel()
	bothWays(t, http2IsTheSame)
}

func http2IsTheSame(t *testing.T, change ...func(*proxy.Options)) {
	message := string(wire.AppendGRPC(nil, []byte("hello")))
	head := []string{":method: POST", ":scheme: http", ":path: /a2a.v1.A2AService/GetTask?x=%zz;y", ":authority: localhost",
		"content-type: application/grpc", "te: trailers", "x-trace-bin: AAEC", "x-trace-bin: /w==", "x-trace-bin: AAEC", "grpc-timeout: 1S", "x-empty: ", "x-dup: b", "x-dup: a"}
	call := func(p *peer) {
		p.fields(1, false, head...)
		p.fr.WriteData(1, true, []byte(message))
	}
	for name, tt := range map[string]struct {
		ask   func(p *peer)
		reply func(p *peer, id uint32)
		code  bool // the code of a reset differs, as docs/tap.md says
	}{
		"call": {call, func(p *peer, id uint32) {
			p.fields(id, false, ":status: 200", "content-type: application/grpc", "x-a-bin: AAEC", "x-a-bin: /w==", "x-b: ", "x-a-bin: AAEC")
			p.fr.WriteData(id, false, []byte(message))
			p.fields(id, true, "grpc-status: 0", "grpc-message: ", "grpc-status-details-bin: CAU", "x-t-bin: Ag", "x-t-bin: AQ")
		}, false},
		"no message": {call, func(p *peer, id uint32) {
			p.fields(id, false, ":status: 200", "content-type: application/grpc")
			p.fields(id, true, "grpc-status: 5", "grpc-message: no%20such")
		}, false},
		"trailers only": {call, func(p *peer, id uint32) {
			p.fields(id, true, ":status: 200", "content-type: application/grpc", "grpc-status: 12", "grpc-message: a%25", "x-d: 2", "x-d: 1")
		}, false},
		"head only": {call, func(p *peer, id uint32) { p.fields(id, true, ":status: 200") }, false},
		"no trailer": {call, func(p *peer, id uint32) {
			p.fields(id, false, ":status: 200", "content-type: application/grpc")
			p.fr.WriteData(id, true, []byte(message))
		}, false},
		"announced trailer": {call, func(p *peer, id uint32) {
			p.fields(id, false, ":status: 200", "trailer: grpc-message, grpc-status")
			p.fr.WriteData(id, false, []byte(message))
			p.fields(id, true, "grpc-status: 0", "grpc-message: x", "other: y")
		}, false},
		"no type, no length, HTML": {call, func(p *peer, id uint32) {
			p.fields(id, false, ":status: 503")
			p.fr.WriteData(id, true, []byte("<html>hi"))
		}, false},
		"interim answers": {call, func(p *peer, id uint32) {
			p.fields(id, false, ":status: 103", "link: <a>", "link: <b>")
			p.fields(id, false, ":status: 103", "link: <c>")
			p.fields(id, false, ":status: 200", "content-length: 2")
			p.fr.WriteData(id, true, []byte("ok"))
		}, false},
		"GET": {func(p *peer) {
			p.fields(1, true, ":method: GET", ":scheme: http", ":path: /a|b", ":authority: localhost", "accept-encoding: x", "pragma: no-cache")
		}, func(p *peer, id uint32) {
			p.fields(id, true, ":status: 304", "etag: x", "content-type: a/b", "content-length: 9")
		}, false},
		"reset": {call, func(p *peer, id uint32) {
			p.fields(id, false, ":status: 200", "content-type: application/grpc")
			p.fr.WriteData(id, false, []byte(message))
			p.fr.WriteRSTStream(id, http2.ErrCodeEnhanceYourCalm)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			agent := newH2Agent(t)
			m := newMemory()
			tap := listening(t, m, agent.url, change...)
			asked, answered := agent.call(t, agent.url, tt.ask, tt.reply)
			tapAsked, tapAnswered := agent.call(t, tap, tt.ask, tt.reply)
			asked.Blocks[0][":authority"] = []string{hostOf(agent.url)}
			if tt.code {
				if answered.Code == tapAnswered.Code || tapAnswered.EndsWith != "RST_STREAM" {
					t.Errorf("reset with %s, directly with %s", tapAnswered.Code, answered.Code)
				}
				if x := m.ended(t); x.end.Outcome != wire.Cut || !strings.Contains(x.end.Problem, "ENHANCE_YOUR_CALM") {
					t.Errorf("on record %+v", x.end)
				}
				tapAnswered.Code = answered.Code
			}
			if !reflect.DeepEqual(asked, tapAsked) {
				t.Errorf("the agent is asked through the tap\n%swithout\n%s", tapAsked, asked)
			}
			if !reflect.DeepEqual(answered, tapAnswered) {
				t.Errorf("the client gets through the tap\n%swithout\n%s", tapAnswered, answered)
			}
			if x := m.ended(t); x.answer.Received != "" || x.x.Request.Received != "" {
				t.Errorf("heads of HTTP/2 have no text: %+v", x.answer)
			}
		})
	}
}
