package redact_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

const planted = "Q7zPlantedWq"

// plant writes a document with a secret and text around it, in a way that the bits of way select.
func plant(way uint32, text string) []byte {
	word, _ := json.Marshal(strings.ReplaceAll(text, planted, ""))
	doc := `{"id":1,"note":` + string(word) + `,"params":{"list":[` + string(word) + `,{"x":[]}],"token":"` + planted + `","more":{"y":` + string(word) + `}}}`
	on := func(bit int) bool { return way>>bit&1 == 1 }
	for bit, pair := range [][2]string{
		{`"token":`, `"tok\u0065n":`}, {`"token":`, `"TO_KEN" :`}, {`"token":`, `"token"`}, {`"token":`, `token:`}, {`"token":"` + planted + `"`, `'token':'` + planted + `'`},
		{`,"token"`, `,// it's "so" {` + "\n" + `"token"`}, {`,"token"`, `/* " [ */,,"token"`}, {`,"more"`, ` "more"`}, {`{"id"`, "\xef\xbb\xbf{\"id\""}, {`"params":`, "\"params\"\u00a0:\x00"},
		{`}}}`, ``}, {`{"x":[]}]`, `{"x":[}]`},
	} {
		if on(bit) {
			doc = strings.Replace(doc, pair[0], pair[1], 1)
		}
	}
	if on(16) {
		doc = "data: " + strings.NewReplacer("\n", "\ndata: ", "\r", "\rdata: ").Replace(doc) + "\n\n"
	}
	return []byte(doc)
}

// FuzzRedactPlanted: whatever surrounds a secret, and however the document is written, labelled and divided,
// the secret does not survive; bytes that are not reported stay as they were.
func FuzzRedactPlanted(f *testing.F) {
	for bit := range 17 {
		f.Add(uint32(1)<<bit, "some text", []byte{1})
		f.Add(uint32(1)<<bit, "é \" \\ ] } // 'x'", []byte{3, 50})
	}
	f.Add(uint32(1<<2|1<<11), "a colon is missing where brackets do not match", []byte{1})
	medias := []string{"application/json", "text/event-stream", "application/x-www-form-urlencoded", "application/x-ndjson", "multipart/mixed", "text/plain", "application/grpc", ""}
	s := redact.Secrets{Request: redact.NewMembers("params.token"), Form: []string{redact.AnySecretName, "token"}}
	f.Fuzz(func(t *testing.T, way uint32, text string, sizes []byte) {
		in := plant(way, text)
		h := http.Header{"Content-Type": {medias[way>>20%8]}}
		n := []int{1}
		for _, b := range sizes {
			n = append(n, int(b))
		}
		first := in[:min(max(n[0], 1), len(in))]
		r := s.Redactor(wire.Request, redact.BodyKindOf(h, wire.FramingOf(h)), first, key)
		out := run(r, in, n...)
		if len(out) != len(in) {
			t.Fatalf("%d bytes became %d", len(in), len(out))
		}
		if bytes.Contains(out, []byte(planted)) {
			t.Fatalf("as %s: %q\nstays %q", h.Get("Content-Type"), in, out)
		}
		at := int64(0)
		for _, x := range r.Take() {
			if !bytes.Equal(out[at:x.Offset], in[at:x.Offset]) {
				t.Fatalf("bytes before %+v were changed", x)
			}
			at = x.Offset + x.Length
		}
		if !bytes.Equal(out[at:], in[at:]) {
			t.Fatal("bytes after the last secret were changed")
		}
	})
}
