package part

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

var update = flag.Bool("update", false, "write the golden files anew")

func draw(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(WithLinks(context.Background()), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".html")
	got = strings.ReplaceAll(got, "><", ">\n<") + "\n"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from %s; look at it and run with -update\n%s", name, path, got)
	}
}

const nasty = "<script>alert(1)</script>\"' @get('/x') {{1}} a\rb \u202egnp.exe\u202c \x00\x1b[31m <img src=x onerror=alert(1)>"

func source() Source { return Source{Exchange: "0195", Side: "response", Offset: 120} }

func gallery(text string) *a2a.Task {
	quoted, _ := json.Marshal(text)
	return &a2a.Task{
		ID: "task-1", ContextID: "context-1", Status: a2a.Status{State: a2a.Completed, Timestamp: text,
			Message: &a2a.Message{Role: a2a.Agent, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}},
		Artifacts: []a2a.Artifact{{ID: "a", Name: text, Description: text, Parts: []a2a.Part{
			{Kind: a2a.TextPart, Text: text, MediaType: "text/plain"},
			{Kind: a2a.TextPart, Text: "# Title\n\n" + text, MediaType: "text/markdown"},
			{Kind: a2a.DataPart, Data: json.RawMessage(`{"text":` + string(quoted) + `,"n":[1,2,{}],"ok":true}`)},
			{Kind: a2a.DataPart, Data: json.RawMessage(`[{"a":1,"b":` + string(quoted) + `},{"a":2}]`)},
			{Kind: a2a.FilePart, Bytes: []byte("\x89PNG..."), MediaType: "image/png", Filename: text},
			{Kind: a2a.FilePart, Bytes: []byte("<p>hi"), MediaType: "text/html", Filename: "../../x.html"},
			{Kind: a2a.FilePart, Bytes: []byte("%PDF-1.7"), MediaType: "application/pdf"},
			{Kind: a2a.FilePart, Bytes: []byte{0, 1, 2, 255}},
			{Kind: a2a.FilePart, Bytes: []byte("beep"), MediaType: "audio/wav"},
			{Kind: a2a.FilePart, URL: "https://example.com/a.png", MediaType: "image/png"},
			{Kind: a2a.FilePart, URL: "javascript:alert(1)"},
			{Kind: a2a.FilePart, Encoded: "not base64 " + text},
			{Kind: a2a.UnknownPart, Raw: json.RawMessage(`{"kind":"hologram","x":` + string(quoted) + `}`)},
		}, Metadata: json.RawMessage(`{"k":` + string(quoted) + `}`)}},
		History: []a2a.Message{{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}},
	}
}

func whole(t *a2a.Task, who string, s Source) templ.Component {
	var all []templ.Component
	if m := t.Status.Message; m != nil {
		all, s = append(all, Message(m, who, s)), s.Next(len(m.Parts))
	}
	for _, a := range t.Artifacts {
		all, s = append(all, ArtifactHead(a), PartsOf(a.Parts, s), Metadata(a.Metadata)), s.Next(len(a.Parts))
	}
	for i := range t.History {
		all, s = append(all, Message(&t.History[i], who, s)), s.Next(len(t.History[i].Parts))
	}
	return templ.Join(all...)
}

func TestTask(t *testing.T) {
	golden(t, "normal", draw(t, whole(gallery("a joke"), "Reference agent", source())))
	hostile := gallery(nasty)
	parts := &hostile.Artifacts[0].Parts
	*parts = append((*parts)[:5:5], (*parts)[11:]...) // the others do not name the agent
	golden(t, "hostile", draw(t, whole(hostile, nasty, source())))
}

// TestHostileTextDoesNotAct looks for what an agent's text could become in a page: elements,
// attributes, expressions, line ends, reordering.
func TestHostileTextDoesNotAct(t *testing.T) {
	page := draw(t, whole(gallery(nasty), nasty, source()))
	for _, bad := range []string{"<script", "<img src=x", "onerror=alert(1)>", "\x1b", "\x00", "\u202e"} {
		if strings.Contains(page, bad) {
			t.Errorf("%q reached the page", bad)
		}
	}
	acts := regexp.MustCompile(`data-(on|init|effect|signals|text|show|bind|attr|class|computed)[:=_-]`)
	if m := acts.FindString(page); m != "" {
		t.Errorf("a page of parts holds an expression: %s", m)
	}
	if strings.Contains(page, `href="javascript`) || strings.Contains(page, `style=`) {
		t.Error("a link or style that the policy does not allow")
	}
	if strings.Contains(page, "\r") {
		t.Error("a carriage return reached the page")
	}
}

func TestNothingIsDropped(t *testing.T) {
	for i, p := range gallery("x").Artifacts[0].Parts {
		if got := draw(t, Part(p, source().Next(i))); len(got) < 60 {
			t.Errorf("part %d draws as %q", i, got)
		}
	}
	all := draw(t, Part(a2a.Part{Kind: a2a.TextPart, Text: "raw <b>html</b> and ![pic](http://x/y.png) **bold**"}, source()))
	for _, want := range []string{"&lt;b&gt;", "html", "http://x/y.png", "pic"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing from %s", want, all)
		}
	}
	if strings.Contains(all, "<img") {
		t.Error("a remote image would be loaded")
	}
}

// TestSourcesFollowParts checks that every drawn source names the part that Parts finds there.
func TestSourcesFollowParts(t *testing.T) {
	task := gallery("x")
	parts := Parts(a2a.Reading{Result: &a2a.Result{Task: task}})
	page := draw(t, whole(task, "", source()))
	for i, p := range parts {
		if p.Kind == a2a.FilePart && p.Bytes != nil && !strings.Contains(page, `href="`+source().Next(i).URL()+`?download"`) {
			t.Errorf("part %d has no download of its own", i)
		}
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain":      "plain",
		"a\r\nb":     "a\nb",
		"a\rb":       "a‹CR›b",
		"\u202eabc":  "‹U+202E›abc",
		"\x00\x7f":   "‹NUL›‹DEL›",
		"bad \xff":   "bad �",
		"👩‍🚀 \u0085": "👩‍🚀 ‹U+0085›",
	} {
		if got := Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestOutside(t *testing.T) {
	with := WithLinks(t.Context())
	for _, bad := range []string{"javascript:alert(1)", "//x", "data:text/html,x", "file:///etc/passwd", "http://a:b@c/", "https://", "http://a b", "http://a\\@b", "ftp://x"} {
		if got := Outside(with, bad); got != "" {
			t.Errorf("Outside(%q) = %q", bad, got)
		}
	}
	if got := Outside(with, "HTTPS://example.com/a?b=c"); got == "" {
		t.Error("a plain https URL is refused")
	}
}

func TestServed(t *testing.T) {
	for in, want := range map[string]string{
		"image/png": "image/png true", "text/html": "text/html; charset=utf-8 true", "image/svg+xml": "image/svg+xml; charset=utf-8 true",
		"application/pdf": "application/pdf false", "text/javascript": "text/plain; charset=utf-8 true", "x/y\r\nSet-Cookie: a=b": "application/octet-stream false", "": "application/octet-stream false",
	} {
		kind, inline := Served(in)
		if got := kind + " " + map[bool]string{true: "true", false: "false"}[inline]; got != want {
			t.Errorf("Served(%q) = %s, want %s", in, got, want)
		}
	}
}

// TestPicturesThatAreNone: a file that does not start like an image is not
// sent to the browser as one.
func TestPicturesThatAreNone(t *testing.T) {
	for begins, want := range map[string]bool{"\x89PNG\r\n\x1a\n": false, "\xff\xd8\xff\xe0": false, "GIF89a": false, "BM1234": false, "RIFF1234WEBPVP8 ": false, "\x00\x00\x00 ftypavif": false,
		"no picture at all": true, "RIFF1234WAVEfmt ": true, "": true} {
		p := a2a.Part{Kind: a2a.FilePart, Bytes: []byte(begins), MediaType: "image/png", Filename: "a.png"}
		if got := isFakeImage(p); got != want {
			t.Errorf("%q is no picture: %t", begins, got)
		}
		var b strings.Builder
		if err := file(p, Source{Exchange: "x", Side: "request"}).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if img, said := strings.Contains(b.String(), "<img"), strings.Contains(b.String(), "not a picture that browsers can show"); img == want || said != want {
			t.Errorf("%q: img %t, said %t in %s", begins, img, said, b.String())
		}
	}
	if isFakeImage(a2a.Part{MediaType: "text/plain", Bytes: []byte("x")}) {
		t.Error("a text is taken for a picture")
	}
}

func TestFormats(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1.0 KB", 62464: "61.0 KB", 16 << 20: "16.0 MB", 1 << 40: "1.0 TB"} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 4998: "4,998", 1234567: "1,234,567", -1000: "-1,000", -100: "-100"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %s, want %s", n, got, want)
		}
	}
}

// TestShortProse: cut text ends with a whole word.
func TestShortProse(t *testing.T) {
	for text, want := range map[string]string{"keys are op, state": "keys are op, state", "keys are op, state, dialect": "keys are op …", strings.Repeat("x", 30): strings.Repeat("x", 17) + "…"} {
		if got := ShortProse(text, 18); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}
