package outbound

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// TestNameThatChanges: a name that resolves to this machine first and to a cloud's metadata address later is
// refused on the next connection. Of several addresses, only the allowed ones are tried.
func TestNameThatChanges(t *testing.T) {
	t.Parallel()
	var answers atomic.Int32
	given := [][]string{{"127.0.0.1"}, {"169.254.169.254"}, {"100.100.100.200", "169.254.169.254"}, {"169.254.169.254", "127.0.0.1"}}
	resolveBy(t, func() []string { return given[min(int(answers.Add(1))-1, len(given)-1)] })
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	c := Client(Transport(Options{NoReuse: true, Direct: true}), time.Minute)
	at := strings.Replace(s.URL, "127.0.0.1", "changing.test", 1)
	for i, want := range []string{"", "refused to connect to 169.254.169.254", "refused to connect", ""} {
		resp, err := c.Get(at)
		if err == nil {
			resp.Body.Close()
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v: %v", given[i], err)
		}
	}
}

// resolveBy makes name lookups go to a server that answers each question with the current result of answer.
func resolveBy(t *testing.T, answer func() []string) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	was := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	t.Cleanup(func() { net.DefaultResolver = was; server.Close() })
	go func() {
		buf := make([]byte, 2000)
		for {
			n, from, err := server.ReadFrom(buf)
			if err != nil {
				return // the test is over
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			q := m.Questions[0]
			out := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}, Questions: m.Questions}
			if q.Type == dnsmessage.TypeA {
				for _, a := range answer() {
					out.Answers = append(out.Answers, dnsmessage.Resource{
						Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
						Body:   &dnsmessage.AResource{A: netip.MustParseAddr(a).As4()},
					})
				}
			}
			if b, err := out.Pack(); err == nil {
				_, _ = server.WriteTo(b, from) // a resolver retries
			}
		}
	}()
}
