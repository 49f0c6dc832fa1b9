package proxy_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestWebSocketRelay(t *testing.T) {
	t.Parallel()
	m := newMemory()
	up := websocket.Upgrader{}
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		for {
			kind, p, err := c.ReadMessage()
			if err != nil {
				return
			}
			c.WriteMessage(kind, append([]byte("re: "), p...))
		}
	}))
	c, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(tap, "http")+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, msg := range []string{"one", strings.Repeat("long", 5000)} {
		if err := c.WriteMessage(websocket.TextMessage, []byte(msg)); err != nil {
			t.Fatal(err)
		}
		_, got, err := c.ReadMessage()
		if err != nil || string(got) != "re: "+msg {
			t.Fatalf("%.20q, %v", got, err)
		}
	}
	c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(1000, "bye"), time.Now().Add(time.Second))
	c.ReadMessage()
	c.Close()
	x := m.ended(t)
	if x.answer.Status != 101 || resp.StatusCode != 101 || x.ends != 1 || x.end.Outcome != wire.ByAgent {
		t.Errorf("%+v, %+v", x.answer, x.end)
	}
	for side, first := range map[wire.Side]string{wire.Request: "one", wire.Response: "re: one"} {
		f := slices.Collect(wire.Frames(wire.FramingOf(x.answer.Header), 0, x.sideChunks(side)))
		if len(f) != 3 || string(f[0].Data) != first || f[2].Kind != wire.WSClose {
			t.Errorf("side %d: %d frames, first %q", side, len(f), f[0].Data)
		}
	}
}

func TestHTTP2WithoutTLS(t *testing.T) {
	t.Parallel()
	m := newMemory()
	var proto string
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		proto = r.Proto
		w.Header().Set("Trailer", "Grpc-Status")
		w.Header().Set("Content-Type", "application/grpc")
		p := make([]byte, 5)
		for range 3 { // answers while the request is still being sent
			if _, err := io.ReadFull(r.Body, p); err != nil {
				return
			}
			w.Write(p)
			http.NewResponseController(w).Flush()
		}
		w.Header().Set("Grpc-Status", "0")
		w.Header().Set(http.TrailerPrefix+"Late", "yes")
	}))
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	c := &http.Client{Transport: &http.Transport{Protocols: &p}}
	defer c.CloseIdleConnections()
	pr, pw := io.Pipe()
	resp := make(chan *http.Response, 1)
	go func() {
		r, err := c.Post(tap, "application/grpc", pr)
		if err != nil {
			t.Error(err)
		}
		resp <- r
	}()
	io.WriteString(pw, "00000")
	r := <-resp
	buf := make([]byte, 5)
	for i := range 3 {
		if _, err := io.ReadFull(r.Body, buf); err != nil || string(buf) != strings.Repeat(fmt.Sprint(i), 5) {
			t.Fatalf("%q, %v", buf, err)
		}
		if i < 2 {
			io.WriteString(pw, strings.Repeat(fmt.Sprint(i+1), 5))
		}
	}
	pw.Close()
	io.Copy(io.Discard, r.Body)
	if proto != "HTTP/2.0" || r.Trailer.Get("Grpc-Status") != "0" || r.Trailer.Get("Late") != "yes" {
		t.Errorf("%s %v", proto, r.Trailer)
	}
	if x := m.ended(t); x.end.Trailer.Get("Grpc-Status") != "0" || x.x.Request.Proto != "HTTP/2.0" || x.answer.Proto != "HTTP/2.0" {
		t.Errorf("%+v %+v", x.end, x.answer)
	}
}

func TestTrailersOfBothSides(t *testing.T) {
	t.Parallel()
	m := newMemory()
	var seen http.Header
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		seen = r.Trailer
		w.Header().Set("Trailer", "Sum")
		io.WriteString(w, "body")
		w.Header().Set("Sum", "4")
	}))
	req, _ := http.NewRequest("PUT", tap, struct{ io.Reader }{strings.NewReader("hello")})
	req.Trailer = http.Header{"Check": {"abc"}}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	x := m.ended(t)
	if seen.Get("Check") != "abc" || x.trailer.Get("Check") != "abc" {
		t.Errorf("request trailer: the agent has %v, the record %v", seen, x.trailer)
	}
	if resp.Trailer.Get("Sum") != "4" || x.end.Trailer.Get("Sum") != "4" {
		t.Errorf("response trailer: the client has %v, the record %v", resp.Trailer, x.end.Trailer)
	}
}

func TestBodilessAnswers(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/head":
			w.Header().Set("Content-Length", "1234")
		case "/204":
			w.WriteHeader(204)
		case "/304":
			w.WriteHeader(304)
		case "/hints":
			w.Header().Set("Link", "</a>")
			w.WriteHeader(103)
			w.WriteHeader(202)
		}
	}))
	for path, want := range map[string]int{"/head": 200, "/204": 204, "/304": 304, "/hints": 202} {
		method := "GET"
		if path == "/head" {
			method = "HEAD"
		}
		hints := 0
		req, _ := http.NewRequest(method, tap+path, nil)
		req = req.WithContext(httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
			Got1xxResponse: func(int, textproto.MIMEHeader) error { hints++; return nil },
		}))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		x := m.ended(t)
		if err != nil || len(body) != 0 || resp.StatusCode != want || x.answer.Status != want || !x.sealed || x.commits != 2+hints {
			t.Errorf("%s: %d, %+v, %d commits, %v", path, resp.StatusCode, x.answer, x.commits, err)
		}
		if path == "/head" && resp.ContentLength != 1234 {
			t.Errorf("HEAD announces %d", resp.ContentLength)
		}
		if path == "/hints" && hints != 1 {
			t.Errorf("%d hints", hints)
		}
	}
}

// raw sends bytes to the tap and returns the response up to the end of the connection.
func raw(t *testing.T, tap, request string) string {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(tap, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, request)
	b, _ := io.ReadAll(c)
	return string(b)
}

// Requests arrive as they were sent, however odd.
func TestOddRequestsArriveAsSent(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %q %s|%s|%s|%s", r.Method, r.RequestURI, b, r.Header.Get("X-Forwarded-For"), r.Header.Get("Forwarded"), r.Header.Get("User-Agent"), r.Header.Get("Accept-Encoding"))
	}))
	host := strings.TrimPrefix(tap, "http://")
	for _, tt := range []struct{ line, head, body, want string }{
		{"BREW /a%2Fb/..%2f//c?q=%zz;&x HTTP/1.1", "Forwarded: for=x\r\nX-Forwarded-For: 1.2.3.4\r\n", "", `BREW /a%2Fb/..%2f//c?q=%zz;&x "" 1.2.3.4|for=x||`},
		{"DELETE //x HTTP/1.1", "Content-Length: 3\r\nUser-Agent: me\r\nAccept-Encoding: br\r\n", "\x00\xff\n", `DELETE //x "\x00\xff\n" ||me|br`},
		{"GET / HTTP/1.1", "Content-Length: 2\r\n", "ab", `GET / "ab" |||`},
		{"OPTIONS * HTTP/1.1", "", "", `OPTIONS * "" |||`},
		{"POST /? HTTP/1.0", "Content-Length: 1\r\n", "x", `POST /? "x" |||`},
		{"GET http://" + host + "/abs HTTP/1.1", "", "", `GET /abs "" |||`},
	} {
		got := raw(t, tap, tt.line+"\r\nHost: "+host+"\r\nConnection: close\r\n"+tt.head+"\r\n"+tt.body)
		_, body, _ := strings.Cut(got, "\r\n\r\n")
		if !strings.Contains(body, tt.want) {
			t.Errorf("%s: agent saw %q, want %q", tt.line, got, tt.want)
		}
	}
}

func TestExpectContinue(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		w.Write(b)
	}))
	c, err := net.Dial("tcp", strings.TrimPrefix(tap, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
	r := bufio.NewReader(c)
	line, err := r.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "HTTP/1.1 100") {
		t.Fatalf("%q, %v", line, err)
	}
	io.WriteString(c, "hello")
	rest := make([]byte, 0, 500)
	for !bytes.HasSuffix(rest, []byte("hello")) {
		b, err := r.ReadByte()
		if err != nil {
			t.Fatalf("%q, %v", rest, err)
		}
		rest = append(rest, b)
	}
	if !bytes.Contains(rest, []byte("HTTP/1.1 200 OK")) {
		t.Errorf("%q", rest)
	}
}

// The response of an agent that answers before it has read the request must not be cut, and the connection
// stays usable.
func TestAnswerBeforeTheRequestIsRead(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).EnableFullDuplex()
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 50 {
			fmt.Fprintf(w, "data: %d\n\n", i)
			http.NewResponseController(w).Flush()
		}
		io.Copy(io.Discard, r.Body)
	}))
	for range 50 {
		resp, err := http.Post(tap, "application/json", bytes.NewReader(make([]byte, 50000)))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || bytes.Count(body, []byte("data: ")) != 50 {
			t.Fatalf("%d bytes, %v", len(body), err)
		}
		if x := m.ended(t); x.end.Outcome != wire.ByAgent {
			t.Fatalf("%+v", x.end)
		}
	}
}

func TestEncodedBodyIsNotTouched(t *testing.T) {
	t.Parallel()
	m := newMemory()
	packed := []byte{0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5}
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(packed)
	}))
	req, _ := http.NewRequest("GET", tap, nil)
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	if x := m.ended(t); !bytes.Equal(body, packed) || !bytes.Equal(x.committed(wire.Response), packed) || resp.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("client %x, record %x", body, x.committed(wire.Response))
	}
}

// The tap does not add what an agent leaves out of its head: it may be the very fault that someone is looking for.
func TestNothingIsAddedToAHead(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap := before(t, m, script(t, "HTTP/1.1 200 OK\r\nContent-Length: 15\r\nConnection: close\r\n\r\n<html>hi</html>", hangUp))
	got := raw(t, tap, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	head, body, _ := strings.Cut(strings.ToLower(got), "\r\n\r\n")
	if body != "<html>hi</html>" || strings.Contains(head, "content-type") || strings.Contains(head, "date:") || !strings.Contains(head, "content-length: 15") {
		t.Errorf("%q", got)
	}
}
