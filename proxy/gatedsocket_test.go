package proxy_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// echo is an agent that returns each message with "re: " before it, and passes what it received to got.
func echo(got chan<- string) http.Handler {
	up := websocket.Upgrader{EnableCompression: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer close(got)
		defer c.Close()
		for {
			kind, p, err := c.ReadMessage() // fails for a frame without a mask
			if err != nil {
				got <- err.Error()
				return
			}
			got <- string(p)
			c.WriteMessage(kind, append([]byte("re: "), p...))
		}
	})
}

func dial(t *testing.T, tap string) (*websocket.Conn, *http.Response) {
	t.Helper()
	d := websocket.Dialer{EnableCompression: true, HandshakeTimeout: 10 * time.Second}
	c, resp, err := d.Dial("ws"+strings.TrimPrefix(tap, "http")+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, resp
}

// plain is a text message as a server sends it: unmasked.
func plain(text string) []byte {
	if len(text) > 125 {
		return append([]byte{0x81, 126, byte(len(text) >> 8), byte(len(text))}, text...)
	}
	return append([]byte{0x81, byte(len(text))}, text...)
}

// Messages of a WebSocket are gated one by one in both directions, and those to the agent are masked.
func TestGatedSocket(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long ", 100)
	up := frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
		switch string(f.Data) {
		case "edit":
			p := plain("edited " + long)
			if err := out.Send(wire.Passage{Kind: wire.PassageEdited, Rule: "r"}, p[:1]); err != nil {
				return err
			}
			return errors.Join(out.SendMore(p[1:3]), out.SendMore(p[3:30]), out.SendMore(p[30:]))
		case "drop":
			return out.Send(wire.Passage{Kind: wire.PassageDropped}, nil)
		}
		return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
	})
	down := frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
		if string(f.Data) == "re: twice" {
			return errors.Join(out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw), out.Send(wire.Passage{Kind: wire.PassageInjected}, plain("again")))
		}
		return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
	})
	for name, p := range map[string]wire.InterventionPlan{"both": {Request: up, Response: down}, "up": {Request: up}, "down": {Response: down}} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			got := make(chan string, 10)
			tap, _ := front(t, m, echo(got), planned(p))
			c, resp := dial(t, tap)
			for _, msg := range []string{"edit", "drop", "twice", strings.Repeat("x", 70000)} {
				if err := c.WriteMessage(websocket.TextMessage, []byte(msg)); err != nil {
					t.Fatal(err)
				}
			}
			toAgent := []string{"edit", "drop", "twice", strings.Repeat("x", 70000), "websocket: close 1000 (normal): bye"}
			if p.Request != nil {
				toAgent = append([]string{"edited " + long}, toAgent[2:]...)
			}
			var toClient []string
			for _, msg := range toAgent[:len(toAgent)-1] {
				toClient = append(toClient, "re: "+msg)
				if msg == "twice" && p.Response != nil {
					toClient = append(toClient, "again")
				}
			}
			for _, want := range toClient {
				if _, b, err := c.ReadMessage(); err != nil || string(b) != want {
					t.Fatalf("the client has %.60q, %v", b, err)
				}
			}
			c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(1000, "bye"), time.Now().Add(time.Second))
			c.ReadMessage()
			c.Close()
			var had []string
			for msg := range got {
				had = append(had, msg)
			}
			if !slices.Equal(had, toAgent) {
				t.Errorf("the agent has %.60q", had)
			}
			x := m.ended(t)
			if x.end.Outcome != wire.ByAgent || x.ends != 1 || resp.Header.Get("Sec-Websocket-Extensions") != "" {
				t.Errorf("ended as %+v, %v", x.end, resp.Header)
			}
			if p.Request != nil {
				sent := slices.Collect(wire.Frames(wire.WebSocket, 0, x.sideChunks(wire.RequestSent)))
				if len(sent) != 4 || string(sent[0].Data) != "edited "+long || sent[0].Raw[1]&0x80 == 0 {
					t.Errorf("sent to the agent %.60v", sent)
				}
			}
			if p.Response != nil {
				if sent := slices.Collect(wire.Frames(wire.WebSocket, 0, x.sideChunks(wire.ResponseSent))); len(sent) != len(toClient)+1 {
					t.Errorf("sent to the client %.60v", sent)
				}
			}
		})
	}
}

// A rule that cuts a WebSocket at a message ends it, and so does a client or agent that disconnects
// while a message is held.
func TestGatedSocketEnds(t *testing.T) {
	t.Parallel()
	held := make(chan struct{}, 2)
	hold := frame(func(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
		held <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	})
	cut := frame(func(context.Context, wire.Frame, wire.FrameSender) error { return off })
	late := frame(func(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
		held <- struct{}{}
		<-ctx.Done()
		for {
			if err := out.Send(wire.Passage{Kind: wire.PassageInjected}, f.Raw); err != nil {
				return err
			}
		}
	})
	for name, tt := range map[string]struct {
		plan    wire.InterventionPlan
		act     func(client, agent net.Conn)
		outcome wire.Outcome
		says    string
	}{
		"request cut":                        {wire.InterventionPlan{Request: cut}, nil, wire.Interrupted, offSays},
		"response cut":                       {wire.InterventionPlan{Response: cut}, nil, wire.Interrupted, offSays},
		"client left, request held":          {wire.InterventionPlan{Request: hold}, func(client, _ net.Conn) { client.Close() }, wire.Cancelled, "The client closed the connection after"},
		"client left, response held":         {wire.InterventionPlan{Response: hold}, func(client, _ net.Conn) { client.Close() }, wire.Cancelled, "The client closed the connection after"},
		"client reset, both held":            {wire.InterventionPlan{Request: hold, Response: hold}, func(client, _ net.Conn) { reset(client.(*net.TCPConn)); client.Close() }, wire.Cancelled, "The client closed the connection after"},
		"agent left, request held":           {wire.InterventionPlan{Request: hold}, func(_, agent net.Conn) { agent.Close() }, wire.ByAgent, "The agent closed the connection. A rule held a message, which was not forwarded."},
		"agent reset, response held":         {wire.InterventionPlan{Response: hold}, func(_, agent net.Conn) { reset(agent.(*net.TCPConn)); agent.Close() }, wire.Cut, "A rule held a message, which was not forwarded."},
		"agent reset, request held":          {wire.InterventionPlan{Request: hold}, func(_, agent net.Conn) { reset(agent.(*net.TCPConn)); agent.Close() }, wire.Cut, "connection reset"},
		"agent reset, both held":             {wire.InterventionPlan{Request: hold, Response: hold}, func(_, agent net.Conn) { reset(agent.(*net.TCPConn)); agent.Close() }, wire.Cut, "connection reset"},
		"client reset, held but sent":        {wire.InterventionPlan{Response: late}, func(client, _ net.Conn) { reset(client.(*net.TCPConn)); client.Close() }, wire.Cancelled, "The client closed the connection after 7 bytes from the agent."},
		"client left, nothing is ever asked": {wire.InterventionPlan{Request: frameGate{}, Response: frameGate{}}, func(client, _ net.Conn) { client.Close() }, wire.ByAgent, ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			agents := make(chan net.Conn, 1)
			_, up := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				c, _, err := http.NewResponseController(w).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				defer c.Close()
				io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"+string(plain("hello")))
				agents <- c
				io.Copy(io.Discard, c)
			}))
			o := proxy.Options{Recorder: m}
			planned(tt.plan)(&o)
			taps := proxy.NewTaps(proxy.TapsOptions{Tap: o, FirstPort: -1})
			defer taps.Shutdown(context.WithoutCancel(t.Context()))
			at, err := taps.Open(t.Context(), up.URL)
			if err != nil {
				t.Fatal(err)
			}
			c, err := net.Dial("tcp", hostOf(at.URL))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
			r := bufio.NewReader(c)
			if resp, err := http.ReadResponse(r, nil); err != nil || resp.StatusCode != 101 {
				t.Fatal(resp, err)
			}
			if tt.plan.Request != nil { // else it would go directly to an agent that may have disconnected
				c.Write([]byte{0x81, 0x82, 0, 0, 0, 0, 'h', 'i'})
			}
			agent := <-agents
			if tt.says == "" { // a client that disconnects gives up what is on its way to it
				r.Discard(len(plain("hello")))
			}
			if tt.act != nil {
				for range strings.Count(name, "held") + strings.Count(name, "both") {
					<-held
				}
				tt.act(c, agent)
			}
			x := m.ended(t)
			if x.end.Outcome != tt.outcome || !strings.Contains(x.end.Problem, tt.says) || tt.says == "" && x.end.Problem != "" || x.ends != 1 ||
				strings.HasSuffix(name, "held") != strings.Contains(x.end.Problem, "A rule held") {
				t.Errorf("%+v", x.end)
			}
			io.Copy(io.Discard, r) // until it ends
		})
	}
}

// However the frames to the agent are divided into writes, it receives the same messages, all
// masked.
func TestMaskedWhateverTheCuts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var all []byte
	for i := range 8 {
		p := bytes.Repeat([]byte{byte('a' + i)}, []int{0, 5, 125, 126, 300, 65535, 65536, 70000}[i])
		all = append(all, plain(string(p[:min(len(p), 300)]))...)
	}
	want := slices.Collect(wire.Frames(wire.WebSocket, 0, []wire.Chunk{{Data: all}}))
	for range 50 {
		m := newMemory()
		got := make(chan string, 20)
		tap, _ := front(t, m, echo(got), planned(wire.InterventionPlan{Request: frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
			if f.Kind != wire.WSText {
				return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
			}
			rest := all
			err := out.Send(wire.Passage{Kind: wire.PassageEdited}, nil)
			for len(rest) > 0 && err == nil {
				n := 1 + r.IntN(len(rest))
				err = out.SendMore(rest[:n])
				rest = rest[n:]
			}
			return err
		})}))
		c, _ := dial(t, tap)
		c.WriteMessage(websocket.TextMessage, []byte("go"))
		for _, f := range want {
			if got := <-got; got != string(f.Data) {
				t.Fatalf("%.20q, want %.20q", got, f.Data)
			}
		}
		c.Close()
	}
}
