package archive_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// TestHARSaysWhatIsMissing: what is not on record is a comment for people and, by the sizes of bodies, a gap
// after an import. The outcome of a failed call and its trailers are imported again.
func TestHARSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	from := lossy()
	from.wholes[0].Note = "see the ticket"
	from.wholes[0].Response.Trailer = http.Header{"Grpc-Status": {"0"}, "Grpc-Message": {"a", "b"}}
	var b bytes.Buffer
	from.give(t, archive.NewHAR(&b, archive.Provenance{Program: "test 1"}))
	schema, err := jsonschema.NewCompiler().Compile("testdata/har-1.2.schema.json")
	check(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	check(t, err)
	check(t, schema.Validate(doc))
	log := doc.(map[string]any)["log"].(map[string]any)
	if want := "session 01993c5e-0000-7000-8000-000000000001 lossy; the jsonl format also has who made each call, single reads with their times, and what rules sent instead of what arrived; 12 exchanges are missing from 2026-11-21T14:02:11.000005Z to 2026-11-21T14:02:40.000005Z: the disk was full; " +
		"exchanges are missing from 2026-11-21T14:02:41.000005Z to 2026-11-21T14:02:42.000005Z: recording was paused"; log["comment"] != want {
		t.Errorf("%v, want %s", log["comment"], want)
	}
	if got, want := entries(t, b.Bytes())[0]["comment"], "see the ticket; secrets redacted, filled with ***: 1; 80 bytes of the response are missing: the disk was full; "+
		"11 bytes of the response are missing: the body exceeded the limit for one body; frames that were not forwarded unchanged: 3 (held event:artifact => hold, dropped, edited)"; got != want {
		t.Errorf("%v, want %s", got, want)
	}

	got, sum := readMemory(t, b.Bytes(), archive.ReadOptions{})
	if len(sum.Notes) > 0 || len(got.wholes) != 2 {
		t.Fatalf("%+v", sum)
	}
	want, x := from.wholes[0], got.wholes[0]
	if len(x.Gaps) != 1 || x.Gaps[0].Cause != wire.GapLeftOut || x.Gaps[0].Offset != 9 || x.Gaps[0].Bytes != 91 {
		t.Errorf("gaps %+v", x.Gaps)
	}
	if !reflect.DeepEqual(x.Response.Trailer, want.Response.Trailer) {
		t.Errorf("trailers %v, want %v", x.Response.Trailer, want.Response.Trailer)
	}
	if x.ResponseBytes != 100 || x.RequestBytes != 2 || !x.Incomplete || x.Outcome != wire.Interrupted || x.Problem != "the console stopped" {
		t.Errorf("%+v", x.Exchange)
	}
	if y := got.wholes[1]; y.Gaps != nil || y.Outcome != wire.Unreachable || y.Problem != "" {
		t.Errorf("%+v", y.Exchange)
	}
}

// TestOutcomesInHAR: the outcome of a failed call is exported as an error and imported again, as are errors of
// browsers.
func TestOutcomesInHAR(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		is      wire.Outcome
		problem string
		errs    any
		back    wire.Outcome
		told    string
	}{
		{wire.ByAgent, "", nil, wire.ByAgent, ""},
		{wire.ByAgent, "bytes after its end", nil, wire.ByAgent, ""},
		{wire.Cancelled, "", "cancelled", wire.Cancelled, ""},
		{wire.TimedOut, "no answer: in 3 s", "timeout: no answer: in 3 s", wire.TimedOut, "no answer: in 3 s"},
		{wire.Cut, "reset", "cut: reset", wire.Cut, "reset"},
		{wire.Open, "", "interrupted: It was still open when it was exported.", wire.Interrupted, "It was still open when it was exported."},
	} {
		m := lossy()
		m.wholes = m.wholes[1:]
		x := &m.wholes[0]
		x.Response.Status, x.Outcome, x.Problem = 200, c.is, c.problem
		var b bytes.Buffer
		m.give(t, archive.NewHAR(&b, archive.Provenance{}))
		got, _ := readMemory(t, b.Bytes(), archive.ReadOptions{})
		if comment := entries(t, b.Bytes())[0]["comment"]; c.is == wire.ByAgent && c.problem != "" && comment != c.problem {
			t.Errorf("the comment is %v", comment)
		}
		if errs := entries(t, b.Bytes())[0]["response"].(map[string]any)["_error"]; errs != c.errs || got.wholes[0].Outcome != c.back || got.wholes[0].Problem != c.told {
			t.Errorf("%q: %v, read as %q: %q", c.is, errs, got.wholes[0].Outcome, got.wholes[0].Problem)
		}
	}
}

// TestHARSaysHowABodyIsEncoded: a comment says whether a body was decoded.
func TestHARSaysHowABodyIsEncoded(t *testing.T) {
	t.Parallel()
	zip := zippedBody(t, []byte(`{"a":"`+strings.Repeat("hello ", 99)+`"}`))
	for name, c := range map[string]struct {
		request, response []byte
		want              string
	}{
		"undone":      {zip, zip, "decoded from gzip, decoded from gzip"},
		"cut":         {zip, zip[:len(zip)-3], "decoded from gzip, only the beginning, decoded from gzip: decode gzip body: unexpected EOF"},
		"not as said": {zip, []byte("{}"), "decoded from gzip, still in gzip: decode gzip body: unexpected EOF"},
	} {
		e := entries(t, harOf(t, c.request, c.response))[0]
		got := fmt.Sprint(e["request"].(map[string]any)["postData"].(map[string]any)["comment"], ", ", e["response"].(map[string]any)["content"].(map[string]any)["comment"])
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestHAROfCodedBodies: a body that is still encoded in a file keeps its encoding when it is imported.
func TestHAROfCodedBodies(t *testing.T) {
	t.Parallel()
	zip := zippedBody(t, []byte(`{"a":"`+strings.Repeat("hello ", 99)+`"}`))
	for name, c := range map[string]struct {
		response   []byte
		coding     string
		incomplete bool
	}{
		"undone":      {zip, "", false},
		"not as said": {[]byte("{}"), "gzip", false},
	} {
		got, _ := readMemory(t, harOf(t, zip, c.response), archive.ReadOptions{Secrets: secrets})
		if x := got.wholes[0]; x.Response.Header.Get("Content-Encoding") != c.coding || x.Incomplete != c.incomplete {
			t.Errorf("%s: %q, incomplete %t", name, x.Response.Header.Get("Content-Encoding"), x.Incomplete)
		}
	}
}

// TestOldHAR: additions of earlier versions to HAR are ignored, whatever they are.
func TestOldHAR(t *testing.T) {
	t.Parallel()
	for _, ours := range []string{
		`{"id":"x","origin":"push","outcome":"cancelled","note":"n","pinned":true,"interim":[{"status":"x"}],"gaps":[7]}`,
		`{"request_received":"GET /x?key=hush HTTP/1.1\r\nAuthorization: Bearer hush\r\n\r\n","response_received":{"base64":"!"},"surplus":"c2VjcmV0"}`, `7`,
	} {
		file := `{"log":{"_a2aConsole":{"gaps":[{"exchanges":-12}]},"entries":[{"startedDateTime":"2026-01-02T03:04:05Z","_a2aConsole":` + ours + `,"_passages":[{"side":"x"}],"_eventStream":[{"time":1}],` +
			`"request":{"method":"POST","url":"http://127.0.0.1:9/x","headers":[],"postData":{"text":"{}","_chunks":[[0,-5]],"_encoded":true}},` +
			`"response":{"status":200,"headers":[],"content":{"size":2,"text":"{}","_chunks":[[0,1],[1,2]],"_encoded":true}},"timings":{"send":1,"wait":2,"receive":3}}]}}`
		got, sum := readMemory(t, []byte(file), archive.ReadOptions{Secrets: secrets})
		if len(got.wholes) != 1 || len(sum.Notes) > 0 || len(got.gaps) > 0 {
			t.Fatalf("%s: %+v", ours, sum)
		}
		if x := got.wholes[0]; x.Origin != wire.Client || x.Outcome != wire.ByAgent || x.Incomplete || string(x.Body(wire.Request)) != "{}" || string(x.Body(wire.Response)) != "{}" || x.Note != "" {
			t.Errorf("%s: %+v", ours, x)
		}
	}
}

// A small request that decodes to a very large one is exported encoded.
func TestHARBoundsDecodedBodies(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	zeros := make([]byte, 1<<20)
	for range 41 {
		w.Write(zeros)
	}
	check(t, w.Close())
	file := harOf(t, packed.Bytes(), packed.Bytes())
	if len(file) > 1<<20 {
		t.Fatalf("%d bytes of HAR", len(file))
	}
	got, _ := readMemory(t, file, archive.ReadOptions{})
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		if !bytes.Equal(got.wholes[0].Body(side), packed.Bytes()) {
			t.Errorf("side %v: the body is another", side)
		}
	}
}
