package recorder

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// No secret reaches the file, however the body is encoded.
func TestNoSecretInTheFile(t *testing.T) {
	t.Parallel()
	secret := "Zx9-hush-Zx9"
	doc := `{"pad":"` + strings.Repeat("words ", 3000) + `","token":"` + secret + `","more":1}`
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.NoCompression) // so that the secret is readable in it
	z.Write([]byte(doc))
	z.Close()
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets {
			return redact.Secrets{Request: redact.NewMembers("token"), Response: redact.NewMembers("token")}
		}
	})
	coded := http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}
	var ids []string
	for _, size := range []int{100, 1 << 20} {
		x := call()
		x.Request.Header = coded
		tape := s.Begin(x)
		write := func(side wire.Side, body []byte) {
			for len(body) > 0 {
				n := min(size, len(body))
				tape.Write(side, time.Now(), body[:n], false)
				body = body[n:]
			}
		}
		write(wire.Request, packed.Bytes())
		tape.EndRequest(time.Now(), nil)
		tape.WriteResponseHead(time.Now(), wire.Head{Status: 200, Header: coded})
		write(wire.Response, packed.Bytes())
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		commit(t, tape)
		ids = append(ids, tape.ID())
	}
	socket := s.Begin(call())
	socket.WriteResponseHead(time.Now(), wire.Head{Status: 101, Header: http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}})
	text := `{"token":"` + secret + `"}`
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		socket.Write(side, time.Now(), append([]byte{0x81, byte(len(text))}, text...), false)
	}
	socket.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, socket)
	for _, id := range append(ids, socket.ID()) {
		x, err := s.Exchange(t.Context(), id)
		if err != nil || len(x.Redactions) != 2 || x.Redactions[0].Place != "request.body" || x.Redactions[1].Place != "response.body" {
			t.Errorf("redactions %+v, %v", x.Redactions, err)
		}
		if id != socket.ID() && (x.Redactions[0].Name != "encoded body" || x.ResponseKept != int64(packed.Len())) {
			t.Errorf("%+v of %d bytes", x.Redactions[0], packed.Len())
		}
	}
	fileLacks(t, s, secret)
}

// TestNoSecretInTheCaller: a caller names itself in a header, which may hold a secret.
func TestNoSecretInTheCaller(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets { return redact.Secrets{Heuristics: true} }
	})
	for _, tt := range []struct{ caller, want string }{{"Bearer hush", "Bearer ****"}, {"curl/8 https://me:hush@h/", "curl/8 https://me:****@h/"}, {"bot/1", "bot/1"}} {
		x := call()
		x.Request.Header, x.Caller = http.Header{"User-Agent": {tt.caller}}, tt.caller
		tape := s.Begin(x)
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		commit(t, tape)
		if got, err := s.Exchange(t.Context(), tape.ID()); err != nil || got.Caller != tt.want {
			t.Errorf("%s: %q, %v", tt.caller, got.Caller, err)
		}
	}
}

// Streams, unusual encodings and compressed messages carry no secret into the file either.
func TestNoSecretInTheFileThroughEncodings(t *testing.T) {
	t.Parallel()
	secret := "Zx9-hush-Zx9"
	doc := `{"pad":"` + strings.Repeat("words ", 30) + `","token":"` + secret + `","more":1}`
	bodies := map[string][]byte{}
	for name, open := range map[string]func(io.Writer) io.WriteCloser{
		"br": func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 0) },
		"zstd": func(w io.Writer) io.WriteCloser {
			z, _ := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest))
			return z
		},
		"gzip": func(w io.Writer) io.WriteCloser { z, _ := gzip.NewWriterLevel(w, gzip.NoCompression); return z },
		"none": func(w io.Writer) io.WriteCloser { return nothing{w} },
	} {
		for kind, text := range map[string]string{"application/json": doc, "text/event-stream": "data: " + doc + "\n\n"} {
			var b bytes.Buffer
			w := open(&b)
			io.WriteString(w, text)
			w.Close()
			bodies[name+" "+kind] = b.Bytes()
			if !bytes.Contains(b.Bytes(), []byte(secret)) && name != "br" {
				t.Errorf("%s %s hides the secret by itself", name, kind)
			}
		}
	}
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets {
			return redact.Secrets{Request: redact.NewMembers("token"), Response: redact.NewMembers("token")}
		}
	})
	for what, body := range bodies {
		coding, kind, _ := strings.Cut(what, " ")
		for _, size := range []int{1, 50, 1000} {
			tape := s.Begin(call())
			tape.EndRequest(time.Now(), nil)
			tape.WriteResponseHead(time.Now(), wire.Head{Status: 200, Header: http.Header{"Content-Type": {kind}, "Content-Encoding": {coding}}})
			for rest := body; len(rest) > 0; {
				n := min(size, len(rest))
				tape.Write(wire.Response, time.Now(), rest[:n], false)
				rest = rest[n:]
			}
			tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
			commit(t, tape)
			x, err := s.Exchange(t.Context(), tape.ID())
			if err != nil || len(x.Redactions) != 1 || x.ResponseKept != int64(len(body)) {
				t.Errorf("%s by %d: %+v, %v", what, size, x.Redactions, err)
			}
		}
	}
	var packed bytes.Buffer
	z, _ := flate.NewWriter(&packed, flate.NoCompression)
	io.WriteString(z, `{"token":"`+secret+`"}`)
	z.Flush()
	socket := s.Begin(call())
	socket.WriteResponseHead(time.Now(), wire.Head{Status: 101, Header: http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}})
	payload := bytes.TrimSuffix(packed.Bytes(), []byte{0, 0, 0xff, 0xff})
	for _, b := range append([]byte{0xc1, byte(len(payload))}, payload...) {
		socket.Write(wire.Response, time.Now(), []byte{b}, false)
	}
	socket.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, socket)
	fileLacks(t, s, secret[:6])
}

type nothing struct{ io.Writer }

func (nothing) Close() error { return nil }

func fileLacks(t *testing.T, s *Store, secret string) {
	t.Helper()
	files, err := filepath.Glob(s.opts.Path + "*") // includes the journal's
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte(secret)) {
			t.Errorf("the secret is in the file %s", filepath.Base(name))
		}
	}
}

// TestManySecretsOfAnExchange: each of many secrets is redacted and listed once, those beyond the limit as
// one, and commits in between list nothing twice.
func TestManySecretsOfAnExchange(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets {
			return redact.Secrets{Headers: []string{"X-Key"}, Request: redact.NewMembers("token"), Response: redact.NewMembers("token")}
		}
	})
	x := call()
	x.Request.Header = http.Header{"X-Key": {"hush-0"}}
	tape := s.Begin(x)
	tape.Write(wire.Request, time.Now(), []byte(`{"token":"hush`), false)
	tape.WriteResponseHead(time.Now(), sseHead)
	event := []byte("data: {\"token\":\"hush\"}\n\n")
	for i := range redact.MaxListed + 100 {
		tape.Write(wire.Response, time.Now(), event, false)
		if i%500 == 3 {
			commit(t, tape)
			got, err := s.Exchange(t.Context(), tape.ID())
			// Includes those of the request. The list is written once a second while it grows.
			if err != nil || len(got.Redactions) > 2+min(i+1, redact.MaxListed+1) || len(got.Redactions) < 2 {
				t.Fatalf("after %d events %d secrets, %v", i+1, len(got.Redactions), err)
			}
		}
	}
	tape.Write(wire.Request, time.Now(), []byte(`-more"}`), false)
	tape.EndRequest(time.Now(), nil)
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	got, err := s.Exchange(t.Context(), tape.ID())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, r := range got.Redactions {
		seen[r.Place+" "+r.Kind]++
		if r.Place == "request.body" && r.Length != int64(len("hush-more")) {
			t.Errorf("%+v", r)
		}
	}
	if seen["request.header api-key"] != 1 || seen["request.body token"] != 1 || seen["response.body token"] != redact.MaxListed || seen["response.body "+redact.KindSeveral] != 1 {
		t.Errorf("%v", seen)
	}
	fileLacks(t, s, "hush")
}

// TestSecretsAfterAnUpgrade: from the 101 response on, a request consists of messages, even if bytes of it
// arrived before.
func TestSecretsAfterAnUpgrade(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets { return redact.Secrets{Request: redact.NewMembers("token")} }
	})
	tape := s.Begin(call())
	tape.Write(wire.Request, time.Now(), []byte(`{"token":"hush-1`), false)
	tape.WriteResponseHead(time.Now(), wire.Head{Status: 101, Header: http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}})
	tape.Write(wire.Request, time.Now(), []byte("\x81\x12{\"token\":\"hush-2\"}"), false)
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	x, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || len(x.Redactions) != 2 {
		t.Errorf("%+v, %v", x.Redactions, err)
	}
	fileLacks(t, s, "hush")
}
