package archive_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// entry is a HAR file with one entry.
func entry(request, response, more string) string {
	return fmt.Sprintf(`{"log":{"creator":{"name":"x"},"entries":[{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"POST","url":"http://127.0.0.1:9/rpc"%s},"response":{%s}%s}]}}`, request, response, more)
}

const timed = `,"timings":{"send":1,"wait":2,"receive":3}`

// TestHARSaysWhatItLeavesOut: a body that is not in the file is not taken for an empty one. It is a gap,
// and the exchange is incomplete.
func TestHARSaysWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	const json = `"status":200,"headers":[{"name":"Content-Type","value":"application/json"}]`
	type gap struct {
		side          wire.Side
		offset, bytes int64
		why           string
	}
	for name, c := range map[string]struct {
		file string
		gaps []gap
		body string
	}{
		"no text":                        {entry("", json+`,"content":{"size":4321,"mimeType":"application/json"}`, timed), []gap{{wire.Response, 0, 4321, wire.GapLeftOut}}, ""},
		"no text but a length":           {entry("", `"status":200,"headers":[{"name":"Content-Length","value":"77"}],"content":{"size":0}`, timed), []gap{{wire.Response, 0, 77, wire.GapLeftOut}}, ""},
		"no text of a length encoded":    {entry("", `"status":200,"headers":[{"name":"Content-Encoding","value":"gzip"}],"bodySize":30,"content":{"size":0}`, timed), []gap{{wire.Response, 0, 0, wire.GapLeftOut}}, ""},
		"no body of the request":         {entry(`,"bodySize":-1,"headers":[{"name":"Content-Type","value":"application/json"}]`, json+`,"content":{"size":2,"text":"{}"}`, timed), []gap{{wire.Request, 0, 0, wire.GapLeftOut}}, "{}"},
		"no content":                     {entry("", json+`,"content":{}`, timed), []gap{{wire.Response, 0, 0, wire.GapLeftOut}}, ""},
		"a stream that was not saved":    {entry("", `"status":200,"headers":[{"name":"Content-Type","value":"text/event-stream"}],"content":{"size":0}`, timed), []gap{{wire.Response, 0, 0, wire.GapLeftOut}}, ""},
		"cut":                            {entry("", json+`,"content":{"size":100,"text":"{\"a\":"}`, timed), []gap{{wire.Response, 5, 95, wire.GapLeftOut}}, `{"a":`},
		"cut in base64":                  {entry("", json+`,"content":{"size":5,"encoding":"base64","text":"e30="}`, timed), nil, "{}"},
		"cut in base64 by more":          {entry("", json+`,"content":{"size":50,"encoding":"base64","text":"e30="}`, timed), []gap{{wire.Response, 2, 48, wire.GapLeftOut}}, "{}"},
		"called base64":                  {entry("", json+`,"content":{"size":7,"encoding":"base64","text":"{\"a\":1}"}`, timed), []gap{{wire.Response, 0, 0, wire.GapLeftOut}}, ""},
		"in an encoding nobody knows":    {entry("", json+`,"content":{"size":7,"encoding":"hex","text":"7b7d"}`, timed), []gap{{wire.Response, 0, 0, wire.GapLeftOut}}, ""},
		"base64 of URLs, in lines":       {entry("", json+`,"content":{"size":3,"encoding":"BASE64","text":"_-\n8A"}`, timed), nil, "\xff\xef\x00"},
		"no request":                     {entry(`,"bodySize":12`, json+`,"content":{"size":2,"text":"{}"}`, timed), []gap{{wire.Request, 0, 12, wire.GapLeftOut}}, "{}"},
		"a request cut":                  {entry(`,"bodySize":12,"postData":{"mimeType":"application/json","text":"{\"a\""}`, json+`,"content":{"size":2,"text":"{}"}`, timed), []gap{{wire.Request, 4, 8, wire.GapLeftOut}}, "{}"},
		"a form's parts":                 {entry(`,"bodySize":-1,"postData":{"mimeType":"multipart/form-data; boundary=x","params":[{"name":"a","value":"b"}]}`, json+`,"content":{"size":2,"text":"{}"}`, timed), []gap{{wire.Request, 0, 0, wire.GapLeftOut}}, "{}"},
		"no answer":                      {entry("", ``, timed), []gap{{wire.Response, 0, 0, wire.GapLeftOut}}, ""},
		"no times":                       {entry("", json+`,"content":{"size":2,"text":"{}"}`, `,"time":7`), []gap{{wire.Request, 0, 0, wire.GapUntimed}}, "{}"},
		"times that are not known":       {entry("", json+`,"content":{"size":2,"text":"{}"}`, `,"time":7,"timings":{"blocked":-1,"dns":-1,"connect":-1,"send":-1,"wait":-1,"receive":-1}`), []gap{{wire.Request, 0, 0, wire.GapUntimed}}, "{}"},
		"a conversation":                 {entry("", `"status":101,"headers":[{"name":"Upgrade","value":"websocket"}]`, timed), []gap{{wire.Request, 0, 0, wire.GapLeftOut}, {wire.Response, 0, 0, wire.GapLeftOut}}, ""},
		"all there":                      {entry(`,"bodySize":2,"postData":{"text":"{}"}`, json+`,"content":{"size":2,"text":"{}"}`, timed), nil, "{}"},
		"a text rewritten in UTF-8":      {entry("", `"status":200,"headers":[{"name":"Content-Type","value":"text/plain; charset=utf-16"}],"content":{"size":200,"text":"hello"}`, timed), nil, "hello"},
		"empty":                          {entry("", json+`,"content":{"size":0,"text":""}`, timed), nil, ""},
		"no body by the status":          {entry("", `"status":204,"headers":[{"name":"Content-Length","value":"9"}],"content":{}`, timed), nil, ""},
		"no body by the method":          {strings.Replace(entry("", `"status":200,"headers":[{"name":"Content-Length","value":"9"}],"content":{}`, timed), `"POST"`, `"HEAD"`, 1), nil, ""},
		"nobody there, as the file says": {entry("", `"status":0,"_error":"net::ERR_CONNECTION_REFUSED"`, timed), nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, nil)
			sum, err := archive.Read(t.Context(), strings.NewReader(c.file), archive.ReadOptions{}, s.Import(name))
			if err != nil {
				t.Fatal(err)
			}
			_, list, chunks := all(t, s, sum.Session)
			x, body := list[0], ""
			for _, k := range chunks[wire.Response] {
				body += string(k.Data)
			}
			var got []gap
			for _, g := range x.Gaps {
				got = append(got, gap{g.Side, g.Offset, g.Bytes, g.Cause})
			}
			if fmt.Sprint(got) != fmt.Sprint(c.gaps) || body != c.body || x.Incomplete != (c.gaps != nil) || x.HasMissingBytes() != (c.gaps != nil) {
				t.Errorf("gaps %+v, want %+v; body %q; incomplete %v", got, c.gaps, body, x.Incomplete)
			}
			switch {
			case name == "no answer" && !x.HasUnknownAnswer(), strings.HasPrefix(name, "nobody") && x.Outcome != wire.Unreachable:
				t.Errorf("ended as %q: %s", x.Outcome, x.Problem)
			case strings.Contains(name, "times") && x.Ended.Sub(x.Started) != 7*time.Millisecond:
				t.Errorf("took %v", x.Ended.Sub(x.Started))
			}
		})
	}
}

// TestImportSaysWhatIsOverTheLimit: missing bytes that no gap in the file covers become a gap with the right
// cause.
func TestImportSaysWhatIsOverTheLimit(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *recorder.Options) { o.MaxBody = 10 })
	in := s.Import("x")
	at := time.Unix(1000, 0)
	session := wire.Session{ID: wire.NewID(), Started: at}
	x := wire.Exchange{ID: wire.NewID(), Session: session.ID, Origin: wire.Client, Agent: "http://a", Method: "POST", URL: "http://a/", Started: at, Ended: at, Outcome: wire.ByAgent,
		Response: wire.Head{Status: 200}, RequestBytes: 7, ResponseBytes: 40}
	for _, err := range []error{
		in.Session(t.Context(), &session), in.Exchange(t.Context(), &x),
		in.Chunk(t.Context(), &wire.Chunk{Exchange: x.ID, Side: wire.Response, At: at, Data: make([]byte, 30)}), in.Close(t.Context()),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Exchange(t.Context(), x.ID)
	if err != nil || !got.Incomplete || len(got.Gaps) != 3 {
		t.Fatalf("%+v, %v", got.Gaps, err)
	}
	for i, want := range []wire.Gap{{Side: wire.Request, Bytes: 7, Cause: wire.GapLeftOut}, {Side: wire.Response, Offset: 30, Bytes: 10, Cause: wire.GapLeftOut}, {Side: wire.Response, Offset: 10, Bytes: 20, Cause: wire.GapLimit}} {
		if g := got.Gaps[i]; g.Side != want.Side || g.Offset != want.Offset || g.Bytes != want.Bytes || g.Cause != want.Cause {
			t.Errorf("%+v, want %+v", g, want)
		}
	}
}
