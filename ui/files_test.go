package ui

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// paperFiles is Files in memory.
type paperFiles struct {
	body   string
	err    error // after body
	name   string
	copied bool
	took   string
	notes  []string

	session string // the last export
	only    []string
}

func (f *paperFiles) Export(_ context.Context, session, format string, only []string, w io.Writer) error {
	f.session, f.only = session, only
	io.WriteString(w, f.body)
	return f.err
}

func (f *paperFiles) Import(_ context.Context, r io.Reader, name string, copied bool) (wire.Session, []string, error) {
	b, err := io.ReadAll(r)
	f.name, f.took, f.copied = name, string(b), copied
	return wire.Session{ID: "session-1"}, f.notes, errors.Join(err, f.err)
}

func TestSessionIsDownloadedUnderASafeName(t *testing.T) {
	f := emptyRecord()
	f.sessions[0].Name = "../../etc/passwd\r\nX: \"q\" " + hostile
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Files = &paperFiles{body: "{}"} })
	w := get(t, s, "/sessions/session-1/export?format=jsonl")
	if got := w.Header().Get("Content-Disposition"); w.Body.String() != "{}" || strings.ContainsAny(got, "/\\\r\n\"") || !strings.HasSuffix(got, "session1.jsonl") {
		t.Errorf("%q, %q", got, w.Body)
	}
	if w := get(t, s, "/sessions/session-1/export?format=exe"); w.Code != http.StatusBadRequest {
		t.Errorf("unknown format: %d", w.Code)
	}
}

func TestBrokenExportIsNoWholeFile(t *testing.T) {
	s := newTestServer(t, emptyRecord(), &fakeCaller{}, func(o *Options) { o.Files = &paperFiles{err: errors.New("read session: disk gone")} })
	if w := get(t, s, "/sessions/session-1/export?format=har"); w.Code != 500 || w.Header().Get("Content-Disposition") != "" {
		t.Errorf("before the first byte: %d", w.Code)
	}
	s = newTestServer(t, emptyRecord(), &fakeCaller{}, func(o *Options) {
		o.Files = &paperFiles{body: "{", err: errors.New("read session: disk gone")}
	})
	defer func() {
		if recover() != http.ErrAbortHandler {
			t.Error("the download ends as if it were whole")
		}
	}()
	get(t, s, "/sessions/session-1/export?format=har")
}

func TestFileIsImported(t *testing.T) {
	files := &paperFiles{}
	s := newTestServer(t, emptyRecord(), &fakeCaller{}, func(o *Options) { o.Files = files })
	put := func(body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, request(s, "POST", "/sessions/import?name=C:%5Cx%5Cold.jsonl", strings.NewReader(body)))
		return w
	}
	if w := put("lines"); files.took != "lines" || files.name != "old.jsonl" || w.Body.String() != `{"url":"/sessions/session-1","notes":[]}`+"\n" {
		t.Errorf("%q %q: %s", files.took, files.name, w.Body)
	}
	files.notes = []string{"the file was changed after it was written: its checksum does not match"}
	if w := put("lines"); !strings.Contains(w.Body.String(), `"notes":["The file was changed after it was written: its checksum does not match."]`) {
		t.Errorf("the page is not told what is odd: %s", w.Body)
	}
	s.ServeHTTP(httptest.NewRecorder(), request(s, "POST", "/sessions/import?name=a&copy=true", strings.NewReader("lines")))
	if !files.copied {
		t.Error("the file is not imported as a copy")
	}
	files.err = errors.New("line 3: not JSON")
	if w := put("x"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "Line 3: not JSON.") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestImportedSessionSaysWhereItIsFrom(t *testing.T) {
	f := normalRecord()
	f.sessions[0].Imported, f.sessions[0].Source, f.sessions[0].Program, f.sessions[0].Incomplete = fakeNow(), hostile, hostile, true
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/traffic?q=session%3Asession-1").Body.String()
	harmless(t, page)
	for _, want := range []string{"recorded elsewhere", "credentials are redacted", "The file was damaged"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
}

// TestCapitalKeepsLetters: a sentence may begin with any letter, or none.
func TestCapitalKeepsLetters(t *testing.T) {
	for text, want := range map[string]string{"": "", "token": "Token", "über": "Über", "日本": "日本", "\xff": "\xff"} {
		if got := part.Capital(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
