package reading

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// encoders implement the encodings that the console undoes.
var encoders = map[string]func(io.Writer) io.WriteCloser{
	"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"br":      func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
	"zstd":    func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
}

func encode(name, text string) string {
	var b bytes.Buffer
	w := encoders[name](&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// miscodings are bodies that contradict Content-Encoding, by a part of the finding's message.
func miscodings(name, text string) map[string]string {
	coded := encode(name, text)
	out := map[string]string{
		`Content-Encoding says "` + name + `", but the body is not encoded`:            text,
		`the encoding of the body, "` + name + `", ends before it is complete`:         coded[:min(9, len(coded)/4)],
		`The encoding of the body, "` + name + `", is broken: decode ` + name + ` bod`: "\xff\xff\xfe\x00\x01\x02\xff\xff\xfe\x00\x01\x02\xff\xff\xfe\x00\x01\x02",
	}
	if name == "br" || name == "zstd" {
		out[`it is in the encoding "gzip"`] = encode("gzip", text)
	}
	return out
}

func found(r *Reader, of func(wire.Finding) bool) string {
	var out []string
	for _, f := range r.Findings() {
		if of(f) {
			out = append(out, f.Check)
		}
	}
	return strings.Join(out, " ")
}

// TestAnswerOfAnotherEncoding: an answer that contradicts its Content-Encoding has only that finding, and is
// read as far as possible.
func TestAnswerOfAnotherEncoding(t *testing.T) {
	over := strings.Replace(began, "WORKING", "COMPLETED", 1)
	for name := range encoders {
		for kind, text := range map[string]string{"application/json": over, "text/event-stream": "data: " + began + "\n\ndata: " + over + "\n\n"} {
			for says, body := range miscodings(name, text) {
				for _, step := range []int{1, 1 << 20} {
					x := streamOf(kind)
					x.Request.Header.Set("Content-Type", "application/json")
					x.Response.Header.Set("Content-Encoding", name)
					x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
					r := New(&x, Options{Light: true})
					r.Feed(wire.Request, x.Started, []byte(map[string]string{"application/json": strings.Replace(ask, "Streaming", "", 1), "text/event-stream": ask}[kind]))
					for i := 0; i < len(body); i += step {
						r.Feed(wire.Response, x.Started, []byte(body[i:min(i+step, len(body))]))
					}
					r.Update(&x)
					plain, all := body == text, found(r, func(wire.Finding) bool { return true })
					if all != "HTTP-03" || len(r.Ended()) != 1 || !strings.Contains(strings.ToLower(r.Ended()[0].Message), strings.ToLower(says)) {
						t.Errorf("%s of %s: found %s, %+v; want %q", name, kind, all, r.Ended(), says)
					}
					if l := r.Labels(); l.CutOff == plain || (l.State == "TASK_STATE_COMPLETED") != plain {
						t.Errorf("%s of %s, %q: %+v", name, kind, says, l)
					}
				}
			}
		}
	}
}

// TestAnswerWithoutBody: an answer without a single byte is not reported as truncated, whatever encoding its
// head names.
func TestAnswerWithoutBody(t *testing.T) {
	for name := range encoders {
		for _, status := range []int{200, 204, 304, 401, 503} {
			for method, body := range map[string]string{"POST": ask, "HEAD": ""} {
				x := streamOf("application/json")
				x.Method, x.Response.Status = method, status
				x.Request.Header.Set("Content-Type", "application/json")
				x.Response.Header.Set("Content-Encoding", name)
				x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
				r := New(&x, Options{Light: true})
				r.Feed(wire.Request, x.Started, []byte(body))
				r.Update(&x)
				if all := found(r, func(wire.Finding) bool { return true }); strings.Contains(all, "HTTP-03") || r.Labels().CutOff {
					t.Errorf("%s, %d to %s: found %s, %+v", name, status, method, all, r.Labels())
				}
			}
		}
	}
}

// TestRequestOfAnotherEncoding: a request that contradicts its Content-Encoding has only that finding, and
// the answer that refuses it none.
func TestRequestOfAnotherEncoding(t *testing.T) {
	for name := range encoders {
		for says, body := range miscodings(name, strings.Replace(ask, "Streaming", "", 1)) {
			for _, refused := range []string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Invalid JSON payload"}}`, "bad request"} {
				x := streamOf("application/json")
				x.Request.Header.Set("Content-Type", "application/json")
				x.Request.Header.Set("Content-Encoding", name)
				x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
				if x.Response.Status = 200; refused[0] != '{' {
					x.Response.Status = 400
					x.Response.Header.Set("Content-Type", "text/plain")
				}
				r := New(&x, Options{Light: true})
				r.Feed(wire.Request, x.Started, []byte(body))
				r.Feed(wire.Response, x.Started, []byte(refused))
				r.Update(&x)
				all, client := found(r, func(wire.Finding) bool { return true }), found(r, func(f wire.Finding) bool { return f.Request != "" })
				if ps := r.Request().Problems; all != "HTTP-03" || client != all || len(ps) != 1 || !strings.Contains(strings.ToLower(ps[0].Message), strings.ToLower(says)) {
					t.Errorf("%s, answered %.30s: found %s, the client's %s, %+v; want %q", name, refused, all, client, ps, says)
				}
			}
		}
	}
}

// TestRedactedEncoding: the filler in place of an encoded body is not taken for text.
func TestRedactedEncoding(t *testing.T) {
	for detail, want := range map[string]string{"holds token": "", wire.EncodedWithoutEnd: "ends before"} {
		x := streamOf("application/json")
		x.Request.Header.Set("Content-Type", "application/json")
		x.Response.Header.Set("Content-Encoding", "br")
		x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
		x.Redactions = []wire.Redaction{{Place: "response.body", Kind: "encoded", Length: 40, Detail: detail}}
		r := New(&x, Options{Light: true})
		r.Feed(wire.Request, x.Started, []byte(strings.Replace(ask, "Streaming", "", 1)))
		r.Feed(wire.Response, x.Started, bytes.Repeat([]byte("*"), 40))
		r.Update(&x)
		said := ""
		for _, p := range r.Ended() {
			said += p.Message
		}
		if (want == "") != (said == "") || !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", detail, said, want)
		}
	}
}

// TestCodingThatIsNotUndone: bodies in unsupported encodings are not read, and that is reported. Nobody is
// blamed for their content, nor the other side for its reaction.
func TestCodingThatIsNotUndone(t *testing.T) {
	over := strings.Replace(began, "WORKING", "COMPLETED", 1)
	bytesOf := map[string]string{"lz4": "\x04\x22\x4d\x18\x64\x40\xa7" + over, "compress": "\x1f\x9d\x90{" + over, "snappy": "\x80\x01\xf0\x7f" + over, "base64": "eyJqc29ucnBjIjoiMi4wIn0="}
	bytesOf["gzip, lz4"], bytesOf["lz4, gzip"] = bytesOf["lz4"], encode("gzip", bytesOf["lz4"])
	bytesOf["gzip, gzip, gzip, gzip, gzip"] = encode("gzip", over)
	answers := map[string]string{"application/json": over, "text/event-stream": "data: " + over + "\n\n"}
	read := func(kind, asks, answers string, request, response string) *Reader {
		x := streamOf(kind)
		x.Request.Header.Set("Content-Type", "application/json")
		x.Request.Header["Content-Encoding"], x.Response.Header["Content-Encoding"] = []string{asks}, []string{answers}
		x.RequestDone, x.Ended, x.Outcome = time.Unix(1, 0), time.Unix(2, 0), wire.ByAgent
		r := New(&x, Options{Light: true})
		r.Feed(wire.Request, x.Started, []byte(request))
		for i := range len(response) {
			r.Feed(wire.Response, x.Started, []byte(response[i:i+1]))
		}
		r.Update(&x)
		return r
	}
	asks := map[string]string{"application/json": strings.Replace(ask, "Streaming", "", 1), "text/event-stream": ask}
	all := func(wire.Finding) bool { return true }
	for name, coded := range bytesOf {
		for kind, answer := range answers {
			r := read(kind, "", name, asks[kind], coded)
			if l := r.Labels(); found(r, all) != "READ-01" || l.Worst != "info" || l.Failed || l.CutOff || l.State != "" || r.Err() == nil {
				t.Errorf("%s of %s: found %s, %+v, %v", name, kind, found(r, all), l, r.Err())
			}
			r = read(kind, name, "", coded, answer)
			if l := r.Labels(); found(r, all) != "READ-01" || l.Worst != "info" || l.State != "TASK_STATE_COMPLETED" {
				t.Errorf("request in %s answered by %s: found %s, %+v", name, kind, found(r, all), l)
			}
			if r := read(kind, "", name, asks[kind], ""); r.Err() != nil {
				t.Errorf("%s of no byte: %v", name, r.Err())
			}
		}
		r := read("application/json", name, "", coded, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"what is this"}}`)
		if found(r, all) != "READ-01" {
			t.Errorf("request in %s refused: found %s", name, found(r, all))
		}
	}
	if r := read("application/json", "", "utf-8", asks["application/json"], over); found(r, all) != "" || r.Labels().State != "TASK_STATE_COMPLETED" || r.Err() != nil {
		t.Errorf("what is no encoding: found %s, %+v, %v", found(r, all), r.Labels(), r.Err())
	}
}
