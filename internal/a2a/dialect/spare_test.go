package dialect

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/secret"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// TestCorpusStaysAsItIs: bodies without secrets stay byte for byte, in any compression and any chunks.
func TestCorpusStaysAsItIs(t *testing.T) {
	changed := map[string]bool{}
	for _, c := range corpus(t) {
		s := secret.PlacesOf(c.hint.Card).ForURL(c.req.URL)
		for side, m := range map[wire.Side]Message{wire.Request: c.req, wire.Response: c.resp} {
			if len(m.Body) == 0 {
				continue
			}
			name := filepath.Base(c.path)
			if out := redacted(&s, side, m.Header, m.Body, len(m.Body)); !bytes.Equal(out, m.Body) {
				changed[name] = true
				continue // it has a secret: see below
			}
			for coding, pack := range packers() {
				h := m.Header.Clone()
				if h == nil {
					h = http.Header{}
				}
				h.Set("Content-Encoding", coding)
				if m.Header.Get("Content-Encoding") != "" || coding == "" {
					continue
				}
				body := pack(m.Body)
				for _, size := range []int{7, len(body)} {
					if out := redacted(&s, side, h, body, size); !bytes.Equal(out, body) {
						t.Errorf("%s %s in %s by %d: changed", name, side, coding, size)
					}
				}
			}
		}
	}
	var names []string
	for name := range changed {
		names = append(names, name)
	}
	slices.Sort(names)
	if want := corpusWithSecrets(); !slices.Equal(names, want) {
		t.Errorf("changed were %q, want %q", names, want)
	}
}

// redacted returns a body after redaction.
func redacted(s *redact.Secrets, side wire.Side, h http.Header, body []byte, size int) (out []byte) {
	r := s.Redactor(side, redact.BodyKindOf(h, wire.FramingOf(h)), body[:min(size, len(body))], nil)
	if r == nil {
		return body
	}
	for rest := body; len(rest) > 0; {
		n := min(size, len(rest))
		out, rest = append(out, r.Body(rest[:n])...), rest[n:]
	}
	return append(out, r.Close()...)
}

func packers() map[string]func([]byte) []byte {
	with := func(open func(io.Writer) io.WriteCloser) func([]byte) []byte {
		return func(p []byte) []byte {
			var b bytes.Buffer
			w := open(&b)
			w.Write(p)
			w.Close()
			return b.Bytes()
		}
	}
	return map[string]func([]byte) []byte{
		"gzip":    with(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
		"deflate": with(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }),
		"br":      with(func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) }),
		"zstd":    with(func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z }),
	}
}

// corpusWithSecrets are the cases with secrets.
func corpusWithSecrets() []string {
	return []string{
		"rest-03-push-create-js.txtar", "rest-10-push-create-clash.txtar", "rest-10-push-create.txtar", "rest-10-push-get.txtar", "rest-10-push-list.txtar",
		"rpc-03-push-get.txtar", "rpc-03-push-list.txtar", "rpc-03-push-set.txtar",
		"sample-v0.2-16-push-notification-setup-and-usage-message-send-req.txtar",
		"sample-v0.2-20-file-exchange-upload-and-download-message-send-resp.txtar", // a token in a URL next to comments, which are not JSON
		"sample-v0.3-17-push-notification-setup-and-usage-message-send-req.txtar",
		"sample-v0.3-21-file-exchange-upload-and-download-message-send-resp.txtar", // a token in a URL next to comments, which are not JSON
		"sample-v1.0-24-push-notification-setup-and-usage-post-message-send-req.txtar",
	}
}
