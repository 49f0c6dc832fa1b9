package recorder

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// A response that is not HTTP may hold a secret anywhere, as a header or a body does. None is recorded,
// and each is listed once.
func TestAnswersThatAreNoHTTPComeBackWithoutSecrets(t *testing.T) {
	t.Parallel()
	const secret = "Zx9-hush-Zx9"
	filler := strings.Repeat("*", len(secret))
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets {
			return redact.Secrets{Headers: []string{"Set-Cookie"}, Response: redact.NewMembers("access_token")}
		}
	})
	for name, tt := range map[string]struct{ came, where string }{
		"a document":             {`{"access_token":"` + secret + `","x":1}`, "response.received"},
		"a line of one":          {"{\n\"access_token\":\"" + secret + "\",\n\"x\":1}\n", "response.received"},
		"a value on its own":     {"{\"access_token\":\n\"" + secret + "\"}\n", "response.received"},
		"a character of Latin 1": {"{\"\xe4\":1,\"access_token\":\"" + secret + "\"}", "response.received"},
		"a header":               {"220 ready\r\nset-cookie: a=" + secret + "\r\n\r\n", "response.header"},
	} {
		t.Run(name, func(t *testing.T) {
			tape := s.Begin(call())
			tape.EndRequest(time.Now(), nil)
			tape.WriteResponseHead(time.Now(), wire.UnreadHead([]byte(tt.came)))
			tape.End(wire.End{At: time.Now(), Outcome: wire.Unreachable})
			commit(t, tape)
			x, err := s.Exchange(t.Context(), tape.ID())
			if err != nil {
				t.Fatal(err)
			}
			if got, want := string(x.Response.ReceivedBytes("")), strings.ReplaceAll(tt.came, secret, filler); got != want {
				t.Errorf("on record %q, want %q", got, want)
			}
			if len(x.Redactions) != 1 || x.Redactions[0].Place != tt.where || x.Redactions[0].Length != int64(len(secret)) {
				t.Errorf("redactions %+v", x.Redactions)
			}
		})
	}
	fileLacks(t, s, secret)
}

// A secret in a request's head is listed once, and the rest of the head as received is unchanged.
func TestRequestsAsReceivedKeepTheirLines(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets {
			return redact.Secrets{Headers: []string{"X-Key"}, Response: redact.NewMembers("x")}
		}
	})
	x := call()
	x.Request.Header = http.Header{"X-Key": {"hush"}}
	x.Request.Received = "POST \x00 HTTP/1.1\r\nx-key:\x00\r\n\r\n"
	tape := s.Begin(x)
	tape.End(wire.End{At: time.Now(), Outcome: wire.Cancelled})
	commit(t, tape)
	got, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || string(got.Request.ReceivedBytes("/rpc")) != "POST /rpc HTTP/1.1\r\nx-key:****\r\n\r\n" || len(got.Redactions) != 1 {
		t.Errorf("%q %+v, %v", got.Request.ReceivedBytes("/rpc"), got.Redactions, err)
	}
}

// Reads beyond the limit are counted and take up no memory, even while earlier reads are kept back until they
// can be searched.
func TestReadsBeyondTheLimitAreOnlyCounted(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	for n, i := uint32(1), 0; i < 10_000; i++ { // noise: its first block is longer than the limit
		n = n*1664525 + 1013904223
		z.Write([]byte{byte(n >> 24)})
	}
	z.Close()
	const limit = 3000
	s := open(t, func(o *Options) {
		o.MaxBody = limit
		o.Secrets = func(*wire.Exchange) redact.Secrets {
			return redact.Secrets{Response: redact.NewMembers("access_token")}
		}
	})
	tp := s.Begin(call()).(*tape)
	tp.EndRequest(time.Now(), nil)
	tp.WriteResponseHead(time.Now(), wire.Head{Status: 200, Header: http.Header{"Content-Encoding": {"gzip"}}})
	body := packed.Bytes()
	side := &tp.sides[wire.Response]
	tp.Write(wire.Response, time.Now(), body[:limit], false)
	back := len(side.heldReads)
	if back == 0 || side.heldBytes() == 0 {
		t.Fatalf("nothing is kept back of %d bytes", limit)
	}
	for i := range body[limit:] {
		tp.Write(wire.Response, time.Now(), body[limit+i:limit+i+1], false)
	}
	if len(side.heldReads) != back || side.heldBytes() != limit {
		t.Errorf("%d reads of %d bytes are kept back, were %d", len(side.heldReads), side.heldBytes(), back)
	}
	tp.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tp)
	x, err := s.Exchange(t.Context(), tp.ID())
	if err != nil || x.ResponseBytes != int64(len(body)) || x.ResponseKept != limit || len(x.Gaps) != 1 || x.Gaps[0].Bytes != int64(len(body))-limit {
		t.Errorf("%d of %d bytes counted, %d kept, gaps %+v, %v", x.ResponseBytes, len(body), x.ResponseKept, x.Gaps, err)
	}
}
