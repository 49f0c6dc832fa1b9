package archive_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

func zippedBody(t testing.TB, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(body)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// harOf is the HAR file of one exchange with these bodies, both compressed.
func harOf(t testing.TB, request, response []byte) []byte {
	t.Helper()
	gz := http.Header{"Content-Encoding": {"gzip"}, "Content-Type": {"application/json"}}
	w := &archive.FullExchange{Exchange: wire.Exchange{ID: "x", Started: second(0), Method: "POST", URL: "http://127.0.0.1:9/", Request: wire.Head{Header: gz}, Response: wire.Head{Status: 200, Header: gz}}}
	w.Sides[wire.Request] = []wire.Chunk{{Data: request}}
	w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, Data: response}}
	var b bytes.Buffer
	to := archive.NewHAR(&b, archive.Provenance{Program: "test 1"})
	if err := to.Session(t.Context(), &wire.Session{ID: "s"}); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteTo(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestHARUnfoldsToOneBudget: the bodies of an entry share one budget for decoding. A body that exceeds the
// rest is exported encoded and whole.
func TestHARUnfoldsToOneBudget(t *testing.T) {
	t.Parallel()
	half := zippedBody(t, bytes.Repeat([]byte(" "), coding.MaxDecodedBytes*3/4))
	file := harOf(t, half, half)
	e := entries(t, file)[0]
	request, response := e["request"].(map[string]any)["postData"].(map[string]any), e["response"].(map[string]any)["content"].(map[string]any)
	if n := len(request["text"].(string)); n != coding.MaxDecodedBytes*3/4 || request["comment"] != "decoded from gzip" {
		t.Errorf("the request's body is written as %d bytes, %v", n, request["comment"])
	}
	if n := len(response["text"].(string)); n > 2*len(half) || !strings.HasPrefix(response["comment"].(string), "still in gzip: ") || response["encoding"] != "base64" {
		t.Errorf("the response's body is written as %d bytes, %v", n, response["comment"])
	}
}

// TestLongHeadersOfAFile: the lines of a value are not split if the headers exceed the limit anyway.
func TestLongHeadersOfAFile(t *testing.T) {
	file := `{"log":{"entries":[{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"GET","url":"http://x/","headers":[{"name":"a","value":"` + strings.Repeat(`\n`, 4<<20) + `"}]}}]}}`
	s := open(t, nil)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := archive.Read(t.Context(), strings.NewReader(file), archive.ReadOptions{}, s.Import("x"))
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "headers are longer than 1048576 bytes") {
		t.Error(err)
	}
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 128 {
		t.Errorf("%d MiB for a file of %d MiB", got, len(file)>>20)
	}
}

// TestControlCharactersAreNoText: in JSON each control character takes six bytes.
func TestControlCharactersAreNoText(t *testing.T) {
	t.Parallel()
	body := bytes.Repeat([]byte{0}, 1<<20)
	file := harOf(t, zippedBody(t, body), zippedBody(t, body))
	if len(file) > 4<<20 || strings.Contains(string(file), `\u0000`) {
		t.Errorf("2 MB of zeros are %d bytes of HAR", len(file))
	}
	plain := []byte("a\tb\r\n")
	e := entries(t, harOf(t, zippedBody(t, plain), nil))[0]
	if got := e["request"].(map[string]any)["postData"].(map[string]any)["text"]; got != string(plain) {
		t.Errorf("%q", got)
	}
}
