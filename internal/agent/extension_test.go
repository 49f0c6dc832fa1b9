package agent

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// endpoints runs f for every version in each of its bindings. call sends a call and returns the
// response with its last reading.
func endpoints(t *testing.T, o Options, f func(t *testing.T, v a2a.Version, call func(*a2a.Call) (*http.Response, a2a.Reading))) {
	o.Now = func() time.Time { return time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC) }
	for _, d := range dialect.All() {
		for _, b := range dialect.Bindings(d.Version()) {
			t.Run(string(d.Version())+"/"+string(b), func(t *testing.T) {
				a := newAgent(t, o)
				f(t, d.Version(), func(c *a2a.Call) (*http.Response, a2a.Reading) {
					h, _, err := dialect.Request(d.Version(), b, a.endpointURL(d.Version(), b), "", c)
					if err != nil {
						t.Fatal(err)
					}
					return answered(t, a, h)
				})
			})
		}
	}
}

// answered is the response to a request with its last reading.
func answered(t *testing.T, a *Agent, h dialect.HTTP) (w *http.Response, last a2a.Reading) {
	t.Helper()
	w = peer.Client{Binding: a2a.GRPC, T: t, Agent: a}.Do(context.Background(), h)
	body, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	x := wire.Exchange{Method: h.Method, URL: h.URL, Request: wire.Head{Header: h.Header}, Response: wire.Head{Status: w.StatusCode, Header: w.Header}}
	r := reading.Request(&x, h.Body, reading.Options{Each: func(p reading.Piece) { last = p.Reading }})
	r.Update(&x)
	r.Feed(wire.Response, time.Now(), body)
	r.Finish()
	return w, last
}

// metadata is the metadata in a reading, and the extensions that it lists.
func metadata(got a2a.Reading) (json.RawMessage, []string) {
	switch r := got.Result; {
	case r == nil:
	case r.Message != nil:
		return r.Message.Metadata, r.Message.Extensions
	case r.Task != nil && len(r.Task.Artifacts) > 0:
		return r.Task.Artifacts[0].Metadata, r.Task.Artifacts[0].Extensions
	}
	return nil, nil
}

func TestExtensionIsActivated(t *testing.T) {
	endpoints(t, Options{}, func(t *testing.T, v a2a.Version, call func(*a2a.Call) (*http.Response, a2a.Reading)) {
		for _, says := range []string{"hello", "tell me a joke"} {
			c := peer.NewCall(a2a.SendMessage, says)
			c.TaskID = "t-" + says // for 0.1
			if v > a2a.V01 {
				c.TaskID = ""
			}
			plain, got := call(c)
			if m, uris := metadata(got); m != nil || uris != nil || plain.Header.Get("A2A-Extensions")+plain.Header.Get("X-A2A-Extensions") != "" {
				t.Errorf("%s: unasked, %s %v %v", says, m, uris, plain.Header)
			}
			if v == a2a.V01 {
				continue
			}
			c.Extensions = []string{"urn:unknown", timestamps}
			w, got := call(c)
			d, _ := dialect.ByName(v)
			if echo := w.Header.Get(d.ExtensionsHeader()); echo != timestamps {
				t.Errorf("%s: confirmed is %q", says, echo)
			}
			m, uris := metadata(got)
			if want := `{"` + timestamps + `/at":"2026-01-31T12:00:00.000Z"}`; string(m) != want || len(uris) != 1 || uris[0] != timestamps {
				t.Errorf("%s: %s %v", says, m, uris)
			}
		}
	})
}

func TestExtensionIsNeeded(t *testing.T) {
	for _, required := range []bool{false, true} {
		endpoints(t, Options{RequireExtension: required}, func(t *testing.T, v a2a.Version, call func(*a2a.Call) (*http.Response, a2a.Reading)) {
			for _, op := range []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage} {
				c := peer.NewCall(op, "show timestamps")
				if required {
					c = peer.NewCall(op, "tell me a joke")
				}
				if v == a2a.V01 {
					c.TaskID = "t"
				}
				_, got := call(c)
				d, _ := dialect.ByName(v)
				want := d.ErrorName(d.ErrorCode(a2a.ExtensionSupportRequired))
				switch {
				case v == a2a.V01 && got.Error != nil:
					t.Errorf("0.1 has no extensions, but %s is %v", op, got.Error)
				case v > a2a.V01 && (got.Error == nil || !strings.Contains(got.Error.Message, timestamps)):
					t.Errorf("%s is answered with %+v", op, got)
				case v == a2a.V10 && got.Error.Name != want:
					t.Errorf("%s is refused as %s", op, got.Error.Name)
				}
				c.Extensions = []string{timestamps}
				if v == a2a.V01 {
					continue
				}
				if _, got = call(c); got.Error != nil {
					t.Errorf("with the extension: %v", got.Error)
				}
			}
		})
	}
}

func TestCardDeclaresExtension(t *testing.T) {
	for _, required := range []bool{false, true} {
		a := newAgent(t, Options{RequireExtension: required})
		if x := a.card(false).Capabilities.Extensions; len(x) != 1 || x[0].URI != timestamps || x[0].Required != required {
			t.Errorf("%+v", x)
		}
	}
}

// An unknown version is refused for every call, and so is a missing one if it means another.
func TestUnknownVersionIsRefused(t *testing.T) {
	for _, d := range dialect.All() {
		for _, b := range dialect.Bindings(d.Version()) {
			a := newAgent(t, Options{})
			c := peer.NewCall(a2a.SendMessage, "tell me a joke")
			c.TaskID = "t"
			if d.Version() > a2a.V01 {
				c.TaskID = ""
			}
			for said, ok := range map[string]bool{"99.0": false, "2": false, "": d.Version() < a2a.V10, string(d.Version()): true, string(d.Version()) + ".1": true} {
				h, _, err := dialect.Request(d.Version(), b, a.endpointURL(d.Version(), b), "", c)
				if err != nil {
					t.Fatal(err)
				}
				h.Header.Del(versionHeader)
				if said != "" {
					h.Header.Set(versionHeader, said)
				}
				_, got := answered(t, a, h)
				want := d.ErrorName(d.ErrorCode(a2a.VersionNotSupported))
				if ok != (got.Error == nil) || !ok && b == a2a.JSONRPC && got.Error.Name != want || !ok && d.Version() == a2a.V10 && got.Error.Name != a2a.VersionNotSupported {
					t.Errorf("%s %s with version %q: %v", d.Version(), b, said, got.Error)
				}
			}
		}
	}
}

// TestUnknownGRPCService: the response is that of gRPC servers.
func TestUnknownGRPCService(t *testing.T) {
	a := newAgent(t, Options{})
	h := dialect.HTTP{Method: http.MethodPost, URL: "http://127.0.0.1:7430/a2a.v2.A2AService/SendMessage", Header: http.Header{"Content-Type": {"application/grpc"}}, Body: make([]byte, 5)}
	w := peer.Client{Binding: a2a.GRPC, T: t, Agent: a}.Do(context.Background(), h)
	if w.StatusCode != http.StatusOK || w.Header.Get("Grpc-Status") != "12" || !strings.Contains(w.Header.Get("Grpc-Message"), "lf.a2a.v1.A2AService") {
		t.Errorf("%d %v", w.StatusCode, w.Header)
	}
	h.Header.Set("Content-Type", "text/plain")
	if w = (peer.Client{Binding: a2a.GRPC, T: t, Agent: a}).Do(context.Background(), h); w.StatusCode != http.StatusNotFound {
		t.Errorf("without gRPC: %d", w.StatusCode)
	}
}
