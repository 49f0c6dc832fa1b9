package redact_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

type flushing interface {
	io.WriteCloser
	Flush() error
}

func flusherAt(name string, level int, b io.Writer) (w flushing) {
	switch name {
	case "gzip":
		z, _ := gzip.NewWriterLevel(b, level)
		z.Name, z.Comment, z.Extra = "n", "c", []byte("x")
		w = z
	case "deflate":
		w, _ = zlib.NewWriterLevel(b, level)
	case "raw":
		w, _ = flate.NewWriter(b, level)
	case "br":
		w = brotli.NewWriterLevel(b, max(level, 0))
	case "zstd":
		w, _ = zstd.NewWriter(b, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderConcurrency(1))
	}
	return w
}

func flusher(t testing.TB, name string, b io.Writer) flushing {
	t.Helper()
	return flusherAt(name, 6, b)
}

// encode applies codings as a server would, at a level, with occasional flushes.
func encode(t testing.TB, doc []byte, level int, names ...string) []byte {
	t.Helper()
	for _, name := range names {
		var b bytes.Buffer
		w := flusherAt(name, level, &b)
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

func coded(h http.Header) *redact.Redactor {
	return redact.NewCodedRedactor(h, "application/json", redact.NewMembers("token"), key)
}

func codings(names []string) http.Header {
	return http.Header{"Content-Encoding": {strings.ReplaceAll(strings.Join(names, ", "), "raw", "deflate")}}
}

// What is left on record before the filler reveals nothing of the secret.
func TestSecretsInEncodedBodies(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`"some text that goes on",`, 4000)
	secret := "s3cret-Value/7fQ"
	doc := []byte(`{"list":[` + long + `0],"token":"` + secret + `","more":[` + long + `0]}`)
	for _, names := range [][]string{{"gzip"}, {"deflate"}, {"raw"}, {"br"}, {"zstd"}} {
		for _, level := range []int{flate.NoCompression, flate.HuffmanOnly, flate.BestSpeed, flate.BestCompression} {
			body := encode(t, doc, level, names...)
			if len(body) > 20_000 && slices.ContainsFunc(names, func(n string) bool { return n == "br" || n == "zstd" }) {
				continue // tests no more than the others, and takes seconds
			}
			for _, size := range []int{1, 7, 512, 1 << 20} {
				r := coded(codings(names))
				out := run(r, body, size)
				found := told(r)
				r.Close()
				if len(found) != 1 || found[0].Name != "encoded body" || found[0].Offset+found[0].Length != int64(len(body)) || found[0].Detail != "holds token" && !slices.Contains(names, "zstd") {
					t.Fatalf("%v level %d by %d: %+v of %d", names, level, size, found, len(body))
				}
				at := found[0].Offset
				if bytes.Contains(out, []byte(secret[:4])) {
					t.Errorf("%v level %d by %d: the secret lies open", names, level, size)
				}
				if len(out) != len(body) || !bytes.Equal(out[:at], body[:at]) || strings.Trim(string(out[at:]), "*") != "" {
					t.Errorf("%v level %d by %d: not filler from %d on", names, level, size, at)
				}
				if at > 0 && size < 1000 {
					left, _ := coding.Decode(codings(names), out[:at], coding.NewBudget(1<<30))
					if bytes.Contains(left, []byte(secret[:2])) {
						t.Errorf("%v level %d by %d: what is left tells …%q", names, level, size, left[max(0, len(left)-40):])
					}
				}
			}
		}
	}
}

func TestEncodedBodiesWithoutSecretsStay(t *testing.T) {
	t.Parallel()
	doc := []byte(`{"list":[` + strings.Repeat(`"some text",`, 9000) + `0]}`)
	for _, body := range [][]byte{encode(t, doc, 6, "gzip"), encode(t, doc, 6, "gzip")[:100], []byte("not gzip at all"), nil, bytes.Repeat([]byte{0x1f, 0x8b, 8}, 50)} {
		r := coded(codings([]string{"gzip"}))
		if out, found := run(r, body, 11), told(r); !bytes.Equal(out, body) || len(found) > 0 {
			t.Errorf("%.20q was changed: %+v", body, found)
		}
		r.Close()
	}
}

// An incomplete block of zstd cannot be judged.
func TestBlocksAreJudgedWhole(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	var ends []int
	for _, event := range []string{`{"list":["one",`, `"two"],`, `"token":"s3cret",`, `"a":1}`} {
		z.Write([]byte(event))
		z.Flush()
		ends = append(ends, b.Len())
	}
	z.Close()
	body := b.Bytes()
	read := func(cuts ...int) (out []byte, found []wire.Redaction) {
		r := coded(codings([]string{"zstd"}))
		defer r.Close()
		from := 0
		for _, to := range append(cuts, len(body)) {
			out = append(out, r.Body(body[from:to])...)
			from = to
		}
		return out, told(r)
	}
	hidden := func(from int) []byte {
		return append(bytes.Clone(body[:from]), bytes.Repeat([]byte("*"), len(body)-from)...)
	}
	if out, found := read(ends...); !bytes.Equal(out, hidden(ends[1])) || len(found) != 1 || found[0].Detail != "holds token" {
		t.Errorf("read by blocks: %q, %+v", out, found)
	}
	if out, found := read(ends[0], ends[1]-1); !bytes.Equal(out, hidden(ends[0])) || len(found) != 1 || found[0].Offset != int64(ends[0]) {
		t.Errorf("read in the middle of a block: %q, %+v", out, found)
	}
}

// Some senders name encodings that they did not use, and some use encodings that the console cannot decode.
func TestEncodingsInNameOnly(t *testing.T) {
	t.Parallel()
	plain, masked := ` {"a":[1],"token":"s3cret"}`, ` {"a":[1],"token":"******"}`
	for _, name := range []string{"gzip", "deflate", "br", "zstd", "utf-8", "gzip, none"} {
		for _, size := range []int{1, 5, 1000} {
			r := coded(http.Header{"Content-Encoding": {name}})
			out, found := run(r, []byte(plain), size), told(r)
			if r.Close(); string(out) != masked || len(found) != 1 || found[0].Name != "token" {
				t.Errorf("%s by %d: %q, %+v", name, size, out, found)
			}
		}
	}
	packed := "\x1f\x9d\x90 as compress does it"
	r := coded(http.Header{"Content-Encoding": {"compress"}})
	defer r.Close()
	if out, found := run(r, []byte(packed), 4), told(r); strings.Trim(string(out), "*") != "" || len(found) != 1 || found[0].Length != int64(len(packed)) {
		t.Errorf("%q, %+v", out, found)
	}
}

// Events of an encoded stream stay up to the one with a secret.
func TestSecretsInEncodedStreams(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gzip", "br"} {
		first := encode(t, []byte("data: {\"a\":1}\n\n"), 1, name)
		for _, text := range []string{`{"token":"s3cret"}`, `{"b":"s3cret"}`} {
			body := encode(t, []byte("data: {\"a\":[1,2,3,4,5]}\n\ndata: "+text+"\n\n"), 1, name) // with a flush before the last
			r := redact.NewCodedRedactor(codings([]string{name}), "text/event-stream", redact.NewMembers("token"), key)
			out, found := run(r, body, 1), told(r)
			if r.Close(); len(found) == 0 != strings.Contains(text, `"b"`) || len(found) == 0 && !bytes.Equal(out, body) || len(found) > 0 && found[0].Offset < int64(len(first)/2) {
				t.Errorf("%s: %q, %+v", name, out, found)
			}
		}
	}
}

// For any input, a secret in what the standard library decodes is found.
func FuzzCodedRedactor(f *testing.F) {
	for _, level := range []int{flate.NoCompression, flate.HuffmanOnly, flate.BestSpeed, flate.BestCompression} {
		f.Add(encode(f, []byte(`{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaa,","token":"hush"}`), level, "gzip"), uint8(3))
	}
	f.Fuzz(func(t *testing.T, body []byte, size uint8) {
		r := coded(codings([]string{"gzip"}))
		defer r.Close()
		out := run(r, body, int(size))
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
		check := redact.NewRedactor(redact.NewMembers("token"), key, "x")
		check.Body(plain)
		if len(told(check)) > 0 && len(told(r)) == 0 {
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
	t.Parallel()
	pad := strings.Repeat("x", 200)
	for _, mask := range [][]byte{nil, {1, 0x80, 3, 0xff}} {
		build := func(secret string) []byte {
			return bytes.Join([][]byte{
				message(0x81, mask, `{"token":"`+secret+`","pad":"`+pad+`"}`),
				message(0x01, mask, `{"tok`), message(0x89, mask, `{"token":"ping"}`), message(0x80, mask, `en":"`+secret+`"}`),
				message(0x82, mask, `{"token":"`+secret+`"}`), message(0x82, mask, "\x00\xff token"), message(0x81, mask, `{"a":"b"}`),
			}, nil)
		}
		for _, size := range []int{1, 2, 7, 1000} {
			r := redact.NewMessageRedactor(redact.NewMembers("token"), key, "request.body")
			if got, found := run(r, build("s3cret"), size), told(r); !bytes.Equal(got, build("******")) || len(found) != 3 {
				t.Errorf("mask %x by %d: %q, %+v", mask, size, got, found)
			}
		}
	}
}

// pack compresses messages as permessage-deflate does, each with the previous ones as context.
func pack(t *testing.T, mask []byte, texts ...string) (frames [][]byte) {
	t.Helper()
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression)
	for _, text := range texts {
		b.Reset()
		z.Write([]byte(text))
		z.Flush()
		frames = append(frames, message(0xc1, mask, strings.TrimSuffix(b.String(), "\x00\x00\xff\xff")))
	}
	return frames
}

// payloads returns the payloads of unfragmented messages.
func payloads(t *testing.T, stream []byte) (out []string) {
	t.Helper()
	s := wire.NewSplitter(wire.WebSocket, 0)
	for _, f := range append(s.Feed(time.Time{}, stream), s.Close(time.Time{})...) {
		out = append(out, string(f.Data))
	}
	return out
}

func TestSecretsInCompressedMessages(t *testing.T) {
	t.Parallel()
	pad := `{"list":["` + strings.Repeat("some words that repeat ", 30) + `"]}`
	for _, mask := range [][]byte{nil, {1, 0x80, 3, 0xff}} {
		for _, size := range []int{1, 2, 7, 1000} {
			packed := pack(t, mask, pad, pad+` `, `{"pad":"some words that repeat","token":"s3cret"}`, `{"token":"s3cret","after":1}`)
			build := bytes.Join([][]byte{packed[0], message(0x89, mask, "ping"), packed[1], packed[2], message(0x81, mask, `{"token":"plain"}`), packed[3]}, nil)
			r := redact.NewMessageRedactor(redact.NewMembers("token"), key, "request.body")
			out := run(r, build, size)
			found, was, is := told(r), payloads(t, build), payloads(t, out)
			r.Close()
			if len(out) != len(build) || len(is) != len(was) {
				t.Fatalf("mask %x by %d: %d messages of %d bytes became %d of %d", mask, size, len(was), len(build), len(is), len(out))
			}
			if is[0] != was[0] || is[1] != "ping" || is[2] != was[2] || is[4] != `{"token":"*****"}` || strings.Trim(is[5], "*") != "" {
				t.Errorf("mask %x by %d: %q", mask, size, is)
			}
			if !strings.HasSuffix(is[3], "****") || len(found) != 3 || found[0].Kind != "encoded" || found[1].Name != "token" || found[2].Kind != "encoded" {
				t.Errorf("mask %x by %d: %q, %+v", mask, size, is[3], found)
			}
		}
	}
}

// What is not compressed according to the standard is not inspected, and not kept.
func TestMessagesOfUnknownExtensions(t *testing.T) {
	t.Parallel()
	for _, op := range []byte{0xe1, 0xa1, 0x91} {
		r := redact.NewMessageRedactor(redact.NewMembers("token"), key, "x")
		out := run(r, append(message(op, nil, `{"token":"packed"}`), message(0x81, nil, `{"a":"b"}`)...), 3)
		found := told(r)
		if got := payloads(t, out); strings.Contains(got[0], "packed") || got[1] != `{"a":"b"}` || len(found) != 1 {
			t.Errorf("%x: %q, %+v", op, got, found)
		}
		r.Close()
	}
	frames := pack(t, nil, `{"a":"b"}`, `{"a":"b"}`)
	quiet := bytes.Join(frames, nil)
	r := redact.NewMessageRedactor(redact.NewMembers("token"), key, "x")
	defer r.Close()
	if out, found := run(r, quiet, 3), told(r); !bytes.Equal(out, quiet) || len(found) > 0 {
		t.Errorf("%q, %+v", out, found)
	}
}

// TestPackedBytesThatLookLikeText: packed bytes are not kept because, by chance, they have no control characters.
func TestPackedBytesThatLookLikeText(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Request: redact.NewMembers("pass")}
	h := http.Header{"Content-Encoding": {"br"}, "Content-Type": {"application/json"}}
	for n := range 1000 {
		secret := fmt.Sprintf("Q7z%05dWq", n)
		body := encode(t, []byte(`{"user":"u","pass":"`+secret+`"}`), flate.DefaultCompression, "deflate")
		r := s.Redactor(wire.Request, redact.BodyKindOf(h, wire.Body), body, key)
		plain, _ := coding.Decode(http.Header{"Content-Encoding": {"deflate"}}, run(r, body, 1), coding.NewBudget(1<<20))
		if bytes.Contains(plain, []byte(secret)) {
			t.Errorf("%s stays in %q", secret, body)
		}
	}
}
