package redact_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// jwt and hexes are what the words JWT and KEY of lookedAt stand for.
const (
	jwt   = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSIsImlzcyI6ImlkIn0.c2lnbmF0dXJl"
	hexes = "3fa85f6457174562b3fc2c963f66afa6"
)

// lookedAt are bodies with things that tell by their look. What is to become filler stands in
// angle quotes.
var lookedAt = []string{
	`["eyJ«JWT»"]`, `{"x":{"y":["a","eyJ«JWT»"]}}`, `{"text":"it is eyJ«JWT», do not tell"}`, "data: \"eyJ«JWT»\"\n\n", "data: eyJ«JWT»\n\ndata: eyJ«JWT»\n\n", "eyJ«JWT»",
	`{"text":"key: sk-«KEY»."}`, `sk-«ant-api03-KEY_x»`, `["sk-«proj-KEY»","gsk_«KEY»"]`, `ghp_«KEY» github_pat_«KEY» glpat-«KEY»`, "data: xoxb-«1234-KEY»\n\n", `{"a":"AKIA«IOSFODNN7EXAMPLE»"}`,
	`AIza«SyA-1234567890abcdefghijklmnopqrstu»`, `(npm_«KEY»)hf_«KEY»`, `{"a":"SG.«KEY.abc»"}`,
	`{"provider":{"url":"https://me:«s3cret»@h/x"},"iconUrl":"https://h/i.png?sig=«s3cret»&a=b","documentationUrl":"https://h/d?a=b#token=«s3cret»"}`,
	`{"parts":[{"file":{"uri":"https://b.test/f?X-Amz-Date=1&X-Amz-Signature=«s3cret»"}}]}`, `{"u":"https:\/\/h\/x?access_token=«s3cret»"}`, `{"u":"https://h/?a=b\u0026key=«s3c\u00e9ret»\u0026c=d"}`,
	"see <https://h/?token=«s3cret»> and https://h/?a=b", `{"u":"https://h/cb?state=1&code=«s3cret»"}`, `{"u":"http://h/?to=https%3A%2F%2Fh%3Ftoken%3D«s3cret»&a=b"}`, `{"u":"https://h/eyJ«JWT»/x"}`,
}

// spared are bodies that only look so.
var spared = []string{
	`{"text":"an sk-learn pipeline-with-2-steps, hf_hub_download, npm_config_registry_2024, risk-3fa85f6457174562b3fc2c963f66afa6"}`, `{"task":"task-3fa85f6457174562b3fc2c963f66afa6"}`,
	`{"a":"eyJhIjoxfQ==","b":"AKIAABC","c":"AIza is how they begin","d":"eyJ.a"}`, `{"u":"https://h/?a=b&page=2&code=404","v":"https://me@h/x","w":"http://h:80/a@b"}`, "https://", "sk-", `{"u":"https:\/\/h"}`,
}

// lookers are the Redactors of a body as clients and agents may send it, each with the body as
// it is then.
func lookers(body string) map[string]func() (*redact.Redactor, []byte) {
	s := usual()
	s.Query = []string{redact.Telling, "token", "code", "key", "sig", "X-Amz-Signature"}
	all := map[string]func() (*redact.Redactor, []byte){}
	for _, media := range []string{"application/json", "text/plain", "text/event-stream", "application/octet-stream", ""} {
		all[media] = func() (*redact.Redactor, []byte) {
			h := http.Header{"Content-Type": {media}}
			return s.Redactor(wire.Response, redact.BodyKindOf(h, wire.FramingOf(h)), []byte(body)[:1], key), []byte(body)
		}
	}
	all["WebSocket"] = func() (*redact.Redactor, []byte) {
		p := append([]byte{0x81, 126, byte(len(body) >> 8), byte(len(body))}, body...)
		return s.Redactor(wire.Response, redact.BodyKindOf(nil, wire.WebSocket), p[:1], key), p
	}
	all["gRPC"] = func() (*redact.Redactor, []byte) {
		p := wire.AppendGRPC(nil, append([]byte{1<<3 | 2, byte(len(body))}, body...))
		s := s
		s.ResponseFields = secretFields()
		return s.Redactor(wire.Response, redact.BodyKindOf(http.Header{"Content-Type": {"application/grpc"}}, wire.GRPC), p[:1], key), p
	}
	return all
}

// TestWhatTellsByItsLook: keys, JWTs and secrets in URLs go from any text, however it is called
// and cut, and nothing else does.
func TestWhatTellsByItsLook(t *testing.T) {
	t.Parallel()
	for _, written := range slices.Concat(lookedAt, spared) {
		written = strings.NewReplacer("JWT", jwt[3:], "KEY", hexes).Replace(written)
		body := strings.NewReplacer("«", "", "»", "").Replace(written)
		want := ""
		for i, part := range strings.FieldsFunc("\x00"+written, func(c rune) bool { return c == '«' || c == '»' }) {
			if i%2 == 1 {
				part = strings.Repeat("*", len(part))
			}
			want += strings.TrimPrefix(part, "\x00")
		}
		for name, make := range lookers(body) {
			for _, size := range []int{1, 2, 3, 7, 50, 1 << 20} {
				r, p := make()
				out := run(r, p, size)
				if len(out) != len(p) || string(out[len(out)-len(body):]) != want {
					t.Errorf("as %s by %d:\n got %q\nwant %q", name, size, out, want)
				}
				at := int64(0)
				for _, x := range told(r) {
					if x.Offset < at || strings.Trim(string(out[x.Offset:x.Offset+x.Length]), "*") != "" {
						t.Errorf("as %s by %d: %q: %+v", name, size, body, x)
					}
					at = x.Offset + x.Length
				}
			}
		}
	}
}

// TestLookSays: a JWT is told by its claims, a key by its look, a parameter by its name.
func TestLookSays(t *testing.T) {
	t.Parallel()
	body := `["` + jwt + `","sk-` + hexes + `","https://h/?sig=x"]`
	s := usual()
	s.Query = []string{"sig"}
	r := s.Redactor(wire.Response, redact.BodyKind{}, []byte(body), key)
	run(r, []byte(body))
	got := told(r)
	if len(got) != 3 || got[0].Kind != "jwt" || got[0].Detail != "iss=id" || got[1].Kind != "api-key" || got[1].Fingerprint == "" || got[2].Name != "sig" {
		t.Errorf("%+v", got)
	}
}

// flushed is a body in gzip of which so many bytes at a time can be read.
func flushed(body []byte, every int) []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for p := range slices.Chunk(body, every) {
		z.Write(p)
		z.Flush()
	}
	z.Close()
	return packed.Bytes()
}

// TestLookInEncodedBodies: such a thing makes filler of what is packed, wherever the packing
// is cut.
func TestLookInEncodedBodies(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`["` + jwt + `"]`, `{"text":"` + strings.Repeat("words ", 9000) + "sk-" + hexes + `"}`, "sk-" + hexes} {
		for _, every := range []int{3, 40, 1 << 20} {
			packed := flushed([]byte(body), every)
			s := usual()
			h := http.Header{"Content-Encoding": {"gzip"}}
			r := s.Redactor(wire.Response, redact.BodyKindOf(h, wire.Body), packed[:1], key)
			out := run(r, packed, 100)
			if left := strings.TrimRight(string(out), "*"); len(out) != len(packed) || len(left) == len(packed) || len(told(r)) != 1 {
				t.Errorf("%.20s by %d: %d of %d bytes stay", body, every, len(left), len(packed))
			}
		}
	}
}
