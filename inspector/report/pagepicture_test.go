package report_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// A page shows the pictures of an exchange, by what they are and not by what they are called,
// and none that is large or unfolds to be.
func TestPageShowsPictures(t *testing.T) {
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	picture := func(width, height int) string {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	small := picture(3, 2)
	page := func(mediaType string, files ...string) string {
		var parts []string
		for _, f := range files {
			parts = append(parts, `{"raw":"`+f+`","mediaType":"`+mediaType+`","filename":"a\"b"}`)
		}
		w := &archive.Whole{Exchange: wire.Exchange{ID: wire.NewID(), Origin: wire.Client, Method: "POST", URL: "http://127.0.0.1:9/", Started: at, Ended: at, Outcome: wire.ByAgent,
			Labels:   wire.Labels{Op: "SendMessage", Dialect: "1.0"},
			Request:  wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}},
			Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}}}
		w.Sides[wire.Request] = []wire.Chunk{{At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go"}]}}}`)}}
		w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"n","role":"ROLE_AGENT","parts":[` + strings.Join(parts, ",") + `]}}}`)}}
		return savedPage(t, w)
	}
	got := page("image/svg+xml", small)
	if !strings.Contains(got, `<img src="data:image/png;base64,`+strings.ReplaceAll(small, "+", "&#43;")+`" alt="file a&#34;b · image/svg`) || !strings.Contains(got, "img-src data:;") {
		t.Error(got)
	}
	for what, f := range map[string]string{
		"no picture": base64.StdEncoding.EncodeToString([]byte("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")),
		"too wide":   picture(widest+1, 1), "too large": base64.StdEncoding.EncodeToString(append([]byte("\x89PNG"), make([]byte, 300<<10)...)),
	} {
		if got := page("image/png", f); strings.Contains(got, "<img") {
			t.Errorf("%s is shown", what)
		}
	}
	long := page("image/png", picture(2000, 2000))
	_, response, _ := strings.Cut(long, "<h2>Response</h2>")
	shown, rest, folded := strings.Cut(response, "<details><summary>The other ")
	if !folded || len(shown) > 16<<10 || !strings.Contains(rest, "mediaType") || strings.Contains(page("image/png", small), "The other ") {
		t.Errorf("a long body is not folded behind its beginning: %t, %d bytes", folded, len(shown))
	}
	if huge := picture(widest, widest); strings.Count(page("image/png", huge, huge, huge, huge), "<img") != 2 {
		t.Error("small files unfold to more pixels than a page may hold")
	}
	many := make([]string, 12)
	for i := range many {
		raw, _ := base64.StdEncoding.DecodeString(small)
		many[i] = base64.StdEncoding.EncodeToString(append(raw, make([]byte, 100<<10)...))
	}
	if n := strings.Count(page("image/png", many...), "<img"); n != 10 {
		t.Errorf("%d pictures of 100 KB are in a page that may hold 1 MB of them", n)
	}
}

const widest = 4096
