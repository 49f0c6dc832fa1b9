package ui

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// recordedAs records an exchange with a JSON response body.
func recordedAs(f *fakeRecord, name, encoding string, body []byte) wire.Exchange {
	x := sample(7, name)
	x.Response.Header = http.Header{"Content-Type": {"application/json"}}
	if encoding != "" {
		x.Response.Header.Set("Content-Encoding", encoding)
	}
	ask := []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"go"}]}}}`)
	x.RequestBytes, x.RequestKept = int64(len(ask)), int64(len(ask))
	x.ResponseBytes, x.ResponseKept, x.Frames = int64(len(body)), int64(len(body)), 1
	x.Labels.Op = "SendMessage"
	return f.put(x, wire.Chunk{Side: wire.Request, At: x.Started, Data: ask}, wire.Chunk{Side: wire.Response, At: x.LastByte, Data: body})
}

func messageOf(parts string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[` + parts + `]}}}`)
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,{"text":"part number %d."}`, i)
	}
	return b.String()[1:]
}

// TestPartsGoOnOnPages: the parts that a page leaves out are on further pages, which link to each
// other.
func TestPartsGoOnOnPages(t *testing.T) {
	f := emptyRecord()
	x := recordedAs(f, "parts", "", messageOf(numbered(130)))
	s := newTestServer(t, f, &fakeCaller{})
	at := "/exchanges/" + x.ID
	for _, c := range []struct{ page, has, next string }{
		{at, "part number 49.", at + "/parts/response/0?from=50"},
		{at + "/parts/response/0?from=50", "part number 99.", at + "/parts/response/0?from=100"},
		{at + "/parts/response/0?from=100", "part number 129.", at + "/parts/response/0?from=50"},
	} {
		got := get(t, s, c.page).Body.String()
		if n := strings.Count(got, `class="part `); n > part.MaxParts+1 { // the request has one, too
			t.Errorf("%s draws %d parts", c.page, n)
		}
		if !strings.Contains(got, c.has) || !strings.Contains(got, `href="`+c.next+`"`) {
			t.Errorf("%s lacks %q, or the link %s", c.page, c.has, c.next)
		}
	}
	for _, from := range []string{"-1", "x", "130", "99999999999999999999"} {
		if got := get(t, s, at+"/parts/response/0?from="+from); got.Code != 200 || !strings.Contains(got.Body.String(), "1–50 of 130") {
			t.Errorf("from=%s: %d", from, got.Code)
		}
	}
	for _, bad := range []string{"/parts/elsewhere/0", "/parts/response/x"} {
		if got := get(t, s, at+bad); got.Code != 404 {
			t.Errorf("%s: %d", bad, got.Code)
		}
	}
}

// TestUnfoldedBodySaysWhatIsShown: if a body decodes to more than is read, the page shows its
// beginning, says so, and links to the recorded bytes.
func TestUnfoldedBodySaysWhatIsShown(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(`{"a":"`))
	z.Write(bytes.Repeat([]byte(" "), coding.MaxDecodedBytes))
	z.Close()
	f := emptyRecord()
	x := recordedAs(f, "zip", "gzip", b.Bytes())
	s := newTestServer(t, f, &fakeCaller{})
	got := get(t, s, "/exchanges/"+x.ID+"?tab=response").Body.String()
	for _, want := range []string{"Showing the first 16.0 MB of the decoded body.", "/exchanges/" + x.ID + "/raw/response", "Showing the first 256 KB of 16.0 MB"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(got, "Not strict JSON") {
		t.Error("the agent is blamed for what the console cut")
	}
	raw := get(t, s, "/exchanges/"+x.ID+"/raw/response").Body.Bytes()
	if !bytes.Equal(raw, b.Bytes()) {
		t.Errorf("%d bytes of %d are to be had", len(raw), b.Len())
	}
	for encoding, want := range map[string]string{"compress": "Shown as it arrived: ", "gzip, gzip, gzip, gzip, gzip": "Shown as it arrived: "} {
		x := recordedAs(f, "odd", encoding, b.Bytes())
		if got := get(t, s, "/exchanges/"+x.ID+"?tab=response").Body.String(); !strings.Contains(got, want) {
			t.Errorf("%s: the page lacks %q", encoding, want)
		}
	}
	b.Reset()
	z.Reset(&b)
	z.Write([]byte(strings.Repeat("torn ", 10_000)))
	z.Close()
	x = recordedAs(f, "torn", "gzip", b.Bytes()[:b.Len()-10])
	if got := get(t, s, "/exchanges/"+x.ID+"?tab=response").Body.String(); !strings.Contains(got, "that could be decoded: ") || strings.Contains(got, "as it arrived") {
		t.Error("a torn body: the page does not say what is shown")
	}
}

// TestEncodedBodyOfNothing: a body that is on record and decodes to nothing is empty; one that is cut
// before it decodes to anything is not.
func TestEncodedBodyOfNothing(t *testing.T) {
	var b bytes.Buffer
	gzip.NewWriter(&b).Close()
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{})
	for name, want := range map[string]bool{"whole": true, "cut": false} {
		raw := b.Bytes()
		if !want {
			raw = raw[:12]
		}
		x := recordedAs(f, name, "gzip", raw)
		got := fragment(get(t, s, "/exchanges/"+x.ID+"?tab=response").Body.String(), "detail-body")
		if strings.Contains(got, "The body is empty.") != want || strings.Contains(got, "None of the body is on record.") {
			t.Errorf("%s: the page says of the body:\n%s", name, got)
		}
	}
}

// TestManyHeadersAreCut: the page shows a limited number of headers and says that there are more.
func TestManyHeadersAreCut(t *testing.T) {
	f := emptyRecord()
	x := recordedAs(f, "heads", "", messageOf(numbered(1)))
	for i := range 3000 {
		x.Response.Header.Set(fmt.Sprintf("X-%d", i), "v")
	}
	x.Response.Header.Set("A-Long", strings.Repeat("x", 100<<10))
	f.put(x)
	got := get(t, newTestServer(t, f, &fakeCaller{}), "/exchanges/"+x.ID+"?tab=response").Body.String()
	if n := strings.Count(got, `<th scope="row" class="mono">`); n != 500 || !strings.Contains(got, "2,502 more headers") || !strings.Contains(got, "84.0 KB more") {
		t.Errorf("%d headers are drawn", n)
	}
}

// TestCardOfManySkills: the page of a huge card stays below 4 MiB and says what it leaves out.
func TestCardOfManySkills(t *testing.T) {
	f := emptyRecord()
	f.agents = []wire.Agent{{Origin: "http://127.0.0.1:9", Name: "x"}}
	s := newTestServer(t, f, &fakeCaller{})
	c := &a2a.Card{Name: "x", Description: "|" + strings.Repeat("a|", 4300) + "\n|" + strings.Repeat("-|", 4300) + "\n" + strings.Repeat("|\n", 4400)}
	c.Skills = slices.Repeat([]a2a.Skill{{ID: "s", Name: strings.Repeat("é", 200), Description: strings.Repeat("<", 2000), Tags: make([]string, 100), Examples: strings.Split(strings.Repeat("x ", 100), " ")}}, 100_000)
	s.agents.Cards.Edit("http://127.0.0.1:9", func(k *agents.CardInfo) { k.Discovery = &inspector.Discovery{Card: c} })
	got := get(t, s, link.AgentURL("http://127.0.0.1:9")).Body.String()
	if len(got) > 4<<20 || strings.Contains(got, "<td") && strings.Count(got, "<td") > 100 || !strings.Contains(got, "more skills") || !strings.Contains(got, "?tab=raw") {
		t.Errorf("a page of %d bytes", len(got))
	}
}

// TestFiltersOverTheLimit: a filter with too many terms is reported, and is not repeated in every
// link of the page.
func TestFiltersOverTheLimit(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	for _, q := range []string{strings.Repeat("*+", 2000), strings.Repeat("word+", 20_000)} {
		w := get(t, s, "/traffic?q="+q)
		if got := w.Body.String(); w.Code != 200 || !strings.Contains(got, "ilter, at character") || len(got) > 2<<20 {
			t.Errorf("%.10s…: %d, %d bytes", q, w.Code, w.Body.Len())
		}
	}
}
