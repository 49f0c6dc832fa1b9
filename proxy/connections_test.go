package proxy_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/a2a-console/a2a-console/proxy"
)

// A tap refuses and resets connections on demand, at the same address, and open exchanges continue. Clients'
// idle connections are not used again.
func TestConnections(t *testing.T) {
	t.Parallel()
	m := newMemory()
	goOn := make(chan struct{})
	_, up := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "begun ")
		http.NewResponseController(w).Flush()
		if r.URL.Path == "/slow" {
			<-goOn
		}
		io.WriteString(w, "done")
	}))
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m}, FirstPort: -1})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	var does atomic.Value
	does.Store("")
	taps.SetConnections(func(agent string) string {
		if agent != up.URL {
			t.Errorf("asked of %s", agent)
		}
		return does.Load().(string)
	})
	at, err := taps.Open(t.Context(), up.URL)
	if err != nil {
		t.Fatal(err)
	}
	var c http.Client // its connections are kept between the calls
	defer c.CloseIdleConnections()
	c.Transport = &http.Transport{}
	call := func() error {
		resp, err := c.Post(at.URL, "text/plain", strings.NewReader("x"))
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if b, err := io.ReadAll(resp.Body); err != nil || string(b) != "begun done" {
			t.Errorf("%q, %v", b, err)
		}
		return nil
	}
	slow, err := http.Get(at.URL + "/slow")
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Body.Close()
	for _, step := range []struct {
		does string
		want error
	}{{"", nil}, {"refuse", syscall.ECONNREFUSED}, {"", nil}, {"reset", syscall.ECONNRESET}, {"refuse", syscall.ECONNREFUSED}, {"reset", syscall.ECONNRESET}, {"", nil}, {"refuse", syscall.ECONNREFUSED}} {
		does.Store(step.does)
		if err := taps.ApplyConnections(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := call(); step.want != nil && err == nil { // the call fails at the latest when its connection is closed
			t.Errorf("%q: a kept connection was served", step.does)
		}
		c.CloseIdleConnections()
		if err := call(); !errors.Is(err, step.want) && (step.does != "reset" || !errors.Is(err, syscall.EPIPE)) {
			t.Errorf("%q: %v", step.does, err)
		}
		if l := taps.Taps(); len(l) != 1 || l[0] != at {
			t.Errorf("%q: listed as %v, was %v", step.does, l, at)
		}
	}
	close(goOn)
	if b, err := io.ReadAll(slow.Body); err != nil || string(b) != "begun done" {
		t.Errorf("what was under way: %q, %v", b, err)
	}
	if err := taps.Close(t.Context(), up.URL); err != nil {
		t.Error(err)
	}
}

// A tap whose address was taken while it refused reports that, and listens again once the address is free.
func TestConnectionsAgain(t *testing.T) {
	t.Parallel()
	_, up := front(t, newMemory(), http.HandlerFunc(events))
	taps := proxy.NewTaps(proxy.TapsOptions{FirstPort: -1})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	does := "refuse"
	taps.SetConnections(func(string) string { return does })
	at, err := taps.Open(t.Context(), up.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := http.Get(at.URL); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a tap that refuses from its beginning: %v", err)
	}
	other := httptest.NewUnstartedServer(http.NotFoundHandler())
	other.Listener.Close()
	if other.Listener, err = net.Listen("tcp", strings.TrimPrefix(at.URL, "http://")); err != nil {
		t.Fatal(err)
	}
	other.Start()
	does = ""
	if err := taps.ApplyConnections(t.Context()); err == nil || !strings.Contains(err.Error(), "stop the program that uses the address") {
		t.Errorf("%v", err)
	}
	other.Close()
	if err := taps.ApplyConnections(t.Context()); err != nil {
		t.Fatal(err)
	}
	if resp, err := http.Get(at.URL); err != nil {
		t.Error(err)
	} else {
		resp.Body.Close()
	}
}
