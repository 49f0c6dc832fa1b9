package inspector

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// h2c serves plain HTTP/2 on this machine, and returns its host:port.
func h2c(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	s := &http.Server{Handler: h, Protocols: &protocols}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Serve(l)
	}()
	t.Cleanup(func() { s.Close(); <-done })
	return l.Addr().String()
}

func talk(t *testing.T, ctx context.Context, endpoint string, v a2a.Version, call *a2a.Call, seen func(Event)) ([]Event, Ending) {
	t.Helper()
	c := New(Options{})
	p, err := c.Prepare(Target{Endpoint: endpoint, Version: v, Binding: a2a.GRPC}, call)
	if err != nil {
		t.Fatal(err)
	}
	var all []Event
	end, err := c.Send(ctx, p, func(e Event) {
		all = append(all, e)
		if seen != nil {
			seen(e)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, end
}

func streamed(t *testing.T, v a2a.Version, r *a2a.Result) []byte {
	t.Helper()
	d, _ := dialect.Speaks(v, a2a.GRPC)
	b, err := grpc.Result(d, a2a.SendStreamingMessage, r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSendOverGRPC(t *testing.T) {
	for _, v := range []a2a.Version{a2a.V03, a2a.V10} {
		working := streamed(t, v, &a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Working}}})
		done := streamed(t, v, &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Completed}, Final: true}})
		gone := make(chan struct{})
		proceed := make(chan struct{})
		at := h2c(t, func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor != 2 || r.Header.Get("Te") != "trailers" {
				t.Errorf("it came as %s with %v", r.Proto, r.Header)
			}
			w.Header().Set("Content-Type", "application/grpc")
			switch r.Header.Get("X-Case") {
			case "stream":
				w.Write(working[:9]) // cut in the middle of a message
				http.NewResponseController(w).Flush()
				w.Write(working[9:])
				http.NewResponseController(w).Flush()
				<-proceed // the first event must arrive before the second is sent
				w.Write(done)
				w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
			case "error":
				for k, v := range grpc.Trailer(nil, &a2a.Error{Name: a2a.TaskNotFound, Message: "no task é"}) {
					w.Header()[k] = v
				}
			case "late":
				w.Write(working)
				w.Header().Set(http.TrailerPrefix+"Grpc-Status", "13")
				w.Header().Set(http.TrailerPrefix+"Grpc-Message", "gave up")
			case "untold":
				w.Write(working)
			case "hang":
				w.Write(working)
				http.NewResponseController(w).Flush()
				<-r.Context().Done()
				close(gone)
			}
		})
		say := func(ctx context.Context, name string, seen func(Event)) ([]Event, Ending) {
			c := New(Options{})
			p, err := c.Prepare(Target{Endpoint: at, Version: v, Binding: a2a.GRPC, Header: http.Header{"X-Case": {name}}},
				&a2a.Call{Op: a2a.SendStreamingMessage, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hi"}}}})
			if err != nil {
				t.Fatal(err)
			}
			var all []Event
			end, err := c.Send(ctx, p, func(e Event) {
				all = append(all, e)
				if seen != nil {
					seen(e)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			return all, end
		}
		first := true
		got, end := say(t.Context(), "stream", func(Event) {
			if first {
				close(proceed)
			}
			first = false
		})
		if len(got) != 2 || got[0].Reading.Kind != a2a.KindTask || got[1].Reading.Result.Status.Status.State != a2a.Completed || got[0].Frame.Kind != wire.GRPC ||
			end.Outcome != wire.ByAgent || end.Problem != "" || end.Trailer.Get("Grpc-Status") != "0" {
			t.Errorf("%s: %+v %+v", v, got, end)
		}
		got, end = say(t.Context(), "error", nil)
		if len(got) != 1 || got[0].Reading.Kind != a2a.KindError || got[0].Reading.Error.Name != a2a.TaskNotFound || got[0].Reading.Error.Message != "no task é" || end.Outcome != wire.ByAgent {
			t.Errorf("%s: %+v %+v", v, got, end)
		}
		got, end = say(t.Context(), "late", nil)
		if len(got) != 2 || got[1].Reading.Kind != a2a.KindError || got[1].Reading.Error.Message != "gave up" {
			t.Errorf("%s: %+v %+v", v, got, end)
		}
		if _, end = say(t.Context(), "untold", nil); !strings.Contains(end.Problem, "grpc-status") {
			t.Errorf("%s: %+v", v, end)
		}
		ctx, leave := context.WithCancel(t.Context())
		if got, end = say(ctx, "hang", func(Event) { leave() }); end.Outcome != wire.Cancelled || len(got) != 1 {
			t.Errorf("%s: %+v %+v", v, got, end)
		}
		<-gone // the agent noticed
	}
}

// TestGRPCEndsBadly: the caller learns of bytes after the message and of a malformed status; the recording calls such a
// response incomplete.
func TestGRPCEndsBadly(t *testing.T) {
	task := streamed(t, a2a.V10, &a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Completed}}})
	for _, c := range []struct{ stray, status string }{{"\x00\x00\x00", "0"}, {"", "17"}, {"", "x"}} {
		at := h2c(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Trailer", "Grpc-Status")
			w.Write(append(bytes.Clone(task), c.stray...))
			w.Header().Set("Grpc-Status", c.status)
		})
		got, end := talk(t, t.Context(), at, a2a.V10, &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{ID: "m", Role: a2a.User}}, nil)
		ps := end.Problems
		for _, e := range got {
			ps = append(ps, e.Reading.Problems...)
		}
		if _, cut := (a2a.Reading{Problems: ps}).CutOff(); !cut {
			t.Errorf("%+v: nothing says that the answer is incomplete: %+v", c, ps)
		}
	}
}

// TestGRPCMeetsSomethingElse: the error says that the server does not speak gRPC.
func TestGRPCMeetsSomethingElse(t *testing.T) {
	at := h2c(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusInternalServerError)
		w.Write([]byte("<html>down</html>"))
	})
	got, end := talk(t, t.Context(), at, a2a.V10, &a2a.Call{Op: a2a.GetTask, TaskID: "t"}, nil)
	if len(got) != 1 || got[0].Reading.Kind != a2a.KindNone || len(got[0].Reading.Problems) == 0 || end.Status != 500 {
		t.Errorf("%+v %+v", got, end)
	}
	// A server that speaks HTTP/1 only.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	old := &http.Server{Handler: http.NotFoundHandler()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		old.Serve(l)
	}()
	defer func() { old.Close(); <-done }()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, end = talk(t, ctx, l.Addr().String(), a2a.V10, &a2a.Call{Op: a2a.GetTask, TaskID: "t"}, nil); end.Outcome != wire.Unreachable || !strings.Contains(end.Problem, "HTTP/1 only") {
		t.Errorf("%+v", end)
	}
}

// TestGRPCOverTLS: an https endpoint is called with HTTP/2 over TLS.
func TestGRPCOverTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/grpc")
		w.Write(streamed(t, a2a.V10, &a2a.Result{Message: &a2a.Message{ID: "m", Role: a2a.Agent, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: r.Proto}}}}))
		w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	c := New(Options{TLS: func(string) *tls.Config { return &tls.Config{RootCAs: roots} }})
	p, err := c.Prepare(Target{Endpoint: s.URL, Version: a2a.V10, Binding: a2a.GRPC}, &a2a.Call{Op: a2a.SendStreamingMessage, Message: &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hi"}}}})
	if err != nil {
		t.Fatal(err)
	}
	var said string
	end, err := c.Send(t.Context(), p, func(e Event) {
		if m := e.Reading.Result; m != nil && m.Message != nil {
			said = m.Message.Parts[0].Text
		}
	})
	if err != nil || end.Outcome != wire.ByAgent || said != "HTTP/2.0" {
		t.Errorf("%q %+v %v", said, end, err)
	}
}
