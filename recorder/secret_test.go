package recorder

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// No secret reaches the file, whatever the body is wrapped in.
func TestNoSecretInTheFile(t *testing.T) {
	secret := "Zx9-hush-Zx9"
	doc := `{"pad":"` + strings.Repeat("words ", 3000) + `","token":"` + secret + `","more":1}`
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.NoCompression) // so that the secret would lie open
	z.Write([]byte(doc))
	z.Close()
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) wire.Secrets {
			return wire.Secrets{Request: []string{"token"}, Respond: []string{"token"}}
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
		tape.RequestDone(time.Now(), nil)
		tape.Answer(time.Now(), wire.Head{Status: 200, Header: coded})
		write(wire.Response, packed.Bytes())
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		commit(t, tape)
		ids = append(ids, tape.ID())
	}
	socket := s.Begin(call())
	socket.Answer(time.Now(), wire.Head{Status: 101, Header: http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}})
	text := `{"token":"` + secret + `"}`
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		socket.Write(side, time.Now(), append([]byte{0x81, byte(len(text))}, text...), false)
	}
	socket.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, socket)
	for _, id := range append(ids, socket.ID()) {
		x, err := s.Exchange(t.Context(), id)
		if err != nil || len(x.Redactions) != 2 || x.Redactions[0].Where != "request.body" || x.Redactions[1].Where != "response.body" {
			t.Errorf("redactions %+v, %v", x.Redactions, err)
		}
		if id != socket.ID() && (x.Redactions[0].Name != "encoded body" || x.ResponseKept != int64(packed.Len())) {
			t.Errorf("%+v of %d bytes", x.Redactions[0], packed.Len())
		}
	}
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(s.opts.Path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte(secret)) {
			t.Errorf("the secret is in the file%s", suffix)
		}
	}
}
