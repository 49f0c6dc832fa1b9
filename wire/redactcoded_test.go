package wire_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/wire"
)

// encode applies codings as a server would, at a level, with a flush now and then.
func encode(t testing.TB, doc []byte, level int, names ...string) []byte {
	t.Helper()
	for _, name := range names {
		var b bytes.Buffer
		var w interface {
			io.WriteCloser
			Flush() error
		}
		switch name {
		case "gzip":
			z, _ := gzip.NewWriterLevel(&b, level)
			z.Name, z.Comment, z.Extra = "n", "c", []byte("x")
			w = z
		case "deflate":
			w, _ = zlib.NewWriterLevel(&b, level)
		case "raw":
			w, _ = flate.NewWriter(&b, level)
		}
		for i, part := range bytes.SplitAfter(doc, []byte(",")) {
			w.Write(part)
			if i%1000 == 3 {
				w.Flush()
			}
		}
		w.Close()
		doc = b.Bytes()
	}
	return doc
}

func codings(names []string) http.Header {
	return http.Header{"Content-Encoding": {strings.ReplaceAll(strings.Join(names, ", "), "raw", "deflate")}}
}

// What is left on record before the filler tells nothing of the secret.
func TestSecretsInEncodedBodies(t *testing.T) {
	long := strings.Repeat(`"some text that goes on",`, 4000)
	secret := "s3cret-Value/7fQ"
	doc := []byte(`{"list":[` + long + `0],"token":"` + secret + `","more":[` + long + `0]}`)
	for _, names := range [][]string{{"gzip"}, {"deflate"}, {"raw"}, {"gzip", "gzip"}, {"deflate", "gzip"}} {
		for _, level := range []int{flate.NoCompression, flate.HuffmanOnly, flate.BestSpeed, flate.BestCompression} {
			body := encode(t, doc, level, names...)
			for _, size := range []int{1, 7, 512, 1 << 20} {
				r := wire.NewCodedRedactor(codings(names), wire.NewRedactor([]string{"token"}, key, "response.body"))
				out := redact(r, body, size)
				found := r.Found()
				r.Close()
				if len(found) != 1 || found[0].Name != "encoded body" || found[0].Offset+found[0].Length != int64(len(body)) || found[0].Detail != "holds token" {
					t.Fatalf("%v level %d by %d: %+v of %d", names, level, size, found, len(body))
				}
				at := found[0].Offset
				if len(out) != len(body) || !bytes.Equal(out[:at], body[:at]) || strings.Trim(string(out[at:]), "*") != "" {
					t.Errorf("%v level %d by %d: not filler from %d on", names, level, size, at)
				}
				if at > 0 && size < 1000 {
					left, _ := wire.Decode(codings(names), out[:at], 0)
					if bytes.Contains(left, []byte(secret[:2])) {
						t.Errorf("%v level %d by %d: what is left tells …%q", names, level, size, left[max(0, len(left)-40):])
					}
				}
			}
		}
	}
}

func TestEncodedBodiesWithoutSecretsStay(t *testing.T) {
	doc := []byte(`{"list":[` + strings.Repeat(`"some text",`, 9000) + `0]}`)
	for _, body := range [][]byte{encode(t, doc, 6, "gzip"), encode(t, doc, 6, "gzip")[:100], []byte("not gzip at all"), nil, bytes.Repeat([]byte{0x1f, 0x8b, 8}, 50)} {
		r := wire.NewCodedRedactor(codings([]string{"gzip"}), wire.NewRedactor([]string{"token"}, key, "x"))
		if out := redact(r, body, 11); !bytes.Equal(out, body) || len(r.Found()) > 0 {
			t.Errorf("%.20q was changed: %+v", body, r.Found())
		}
		r.Close()
	}
	if r := wire.NewCodedRedactor(codings([]string{"br"}), wire.NewRedactor([]string{"token"}, key, "x")); r != nil {
		t.Error("an encoding nobody knows is undone")
	}
}

// The decoder tells what the standard library's does, whatever comes.
func FuzzCodedRedactor(f *testing.F) {
	for _, level := range []int{flate.NoCompression, flate.HuffmanOnly, flate.BestSpeed, flate.BestCompression} {
		f.Add(encode(f, []byte(`{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaa,","token":"hush"}`), level, "gzip"), uint8(3))
	}
	f.Fuzz(func(t *testing.T, body []byte, size uint8) {
		r := wire.NewCodedRedactor(codings([]string{"gzip"}), wire.NewRedactor([]string{"token"}, key, "x"))
		defer r.Close()
		out := redact(r, body, int(size))
		if len(out) != len(body) {
			t.Fatalf("%d bytes became %d", len(body), len(out))
		}
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return
		}
		z.Multistream(false)
		plain, err := io.ReadAll(io.LimitReader(z, 1<<20))
		if err != nil {
			return
		}
		check := wire.NewRedactor([]string{"token"}, key, "x")
		check.Body(plain)
		if len(check.Found()) > 0 && len(r.Found()) == 0 {
			t.Fatalf("the secret in %q was not seen", plain)
		}
	})
}

func message(op byte, mask []byte, payload string) []byte {
	b := []byte{op, byte(len(payload))}
	if len(payload) > 125 {
		b = binary.BigEndian.AppendUint16([]byte{op, 126}, uint16(len(payload)))
	}
	if mask != nil {
		b[1] |= 0x80
		b = append(b, mask...)
	}
	for i := range len(payload) {
		c := payload[i]
		if mask != nil {
			c ^= mask[i&3]
		}
		b = append(b, c)
	}
	return b
}

func TestSecretsInMessages(t *testing.T) {
	pad := strings.Repeat("x", 200)
	for _, mask := range [][]byte{nil, {1, 0x80, 3, 0xff}} {
		build := func(secret string) []byte {
			return bytes.Join([][]byte{
				message(0x81, mask, `{"token":"`+secret+`","pad":"`+pad+`"}`),
				message(0x01, mask, `{"tok`), message(0x89, mask, `{"token":"ping"}`), message(0x80, mask, `en":"`+secret+`"}`),
				message(0x82, mask, `{"token":"binary"}`), message(0xc1, mask, `{"token":"packed"}`), message(0x81, mask, `{"a":"b"}`),
			}, nil)
		}
		for _, size := range []int{1, 2, 7, 1000} {
			r := wire.NewMessageRedactor([]string{"token"}, key, "request.body")
			if got := redact(r, build("s3cret"), size); !bytes.Equal(got, build("******")) || len(r.Found()) != 2 {
				t.Errorf("mask %x by %d: %q, %+v", mask, size, got, r.Found())
			}
		}
	}
}
