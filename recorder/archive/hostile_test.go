package archive_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

const (
	headOK  = `{"format":"a2a-console-session","version":2,"by":"x","secrets":"redacted","session":{"id":"01993c5e-0000-7000-8000-000000000001","started":"2026-11-21T10:00:00Z","ended":"2026-11-21T10:00:00Z"},"agents":[]}` + "\n"
	callOK  = `{"kind":"exchange","id":"01993c5e-0000-7000-8000-0000000000a1","origin":"client","agent":"http://127.0.0.1:9","method":"POST","url":"http://127.0.0.1:9/","request":{},"started":"2026-11-21T10:00:00Z"}` + "\n"
	chunkOK = `{"kind":"chunk","side":"request","offset":0,"at":"2026-11-21T10:00:00Z","text":"ab"}` + "\n"
	endOK   = `{"kind":"end","exchanges":1,"chunks":1,"bytes":2}` + "\n"
)

// Every invalid file is rejected with the reason, and leaves nothing in the record.
func TestWrongFilesAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t, nil) // one for all cases: each leaves it empty
	swap := func(s, old, new string) string {
		if !strings.Contains(s, old) {
			t.Fatalf("no %q", old)
		}
		return strings.Replace(s, old, new, 1)
	}
	for name, c := range map[string]struct{ file, says string }{
		"empty":            {"", "the file is empty"},
		"text":             {"hello", "not a session file"},
		"compressed":       {"\x1f\x8b\x08", "gunzip"},
		"database":         {"SQLite format 3\x00", "a whole record"},
		"other format":     {swap(headOK, "a2a-console-session", "x"), `the format is "x"`},
		"newer":            {swap(headOK, `"version":2`, `"version":3`), "update a2a-console"},
		"no version":       {swap(headOK, `"version":2,`, ``), "version is missing"},
		"session id":       {swap(headOK, "01993c5e-0000", "../../../etc"), "is not a UUID"},
		"session time":     {swap(headOK, "2026", "9026"), "outside the years 1678"},
		"cut in a line":    {headOK + callOK[:40], "middle of a line"},
		"cut after a line": {headOK + callOK + chunkOK, "ends after 1 exchanges"},
		"cut head":         {headOK[:60], "cut off"},
		"missing exchange": {headOK + endOK, "something is missing"},
		"missing chunk":    {headOK + callOK + endOK, "something is missing"},
		"miscounted":       {headOK + callOK + chunkOK + swap(endOK, `"bytes":2`, `"bytes":3`), `its last line is {"kind":"end"}`},
		"one count left":   {headOK + callOK + chunkOK + `{"kind":"end","exchanges":2}`, "something is missing"},
		"edited, cut":      {headOK + callOK + chunkOK, "sessions import --partial"},
		"two sessions":     {headOK + callOK + chunkOK + endOK + headOK, "one session"},
		"no UTF-8":         {headOK + swap(callOK, "client", "cl\xff"), "not UTF-8"},
		"no JSON":          {headOK + "{]\n" + endOK, "line 2: not JSON"},
		"wrong type":       {headOK + swap(callOK, `"POST"`, `7`), "line 2"},
		"id":               {headOK + swap(callOK, "0000000000a1", "<script>"), "the id is not a UUID"},
		"link":             {headOK + swap(callOK, `"origin"`, `"link":"x","origin"`), "the link"},
		"agent":            {headOK + swap(callOK, `"http://127.0.0.1:9"`, `"javascript:alert(1)"`), "http or https"},
		"method":           {headOK + swap(callOK, `"POST"`, `"PO ST"`), "the method"},
		"surplus":          {headOK + swap(callOK, `"request":{}`, `"request":{"surplus":"aGk="}`), "surplus bytes are given for something"},
		"sent surplus":     {headOK + swap(callOK, `"request":{}`, `"request":{},"response_sent":{"surplus":"aGk="}`), "surplus bytes are given for something"},
		"negative":         {headOK + swap(callOK, `"request":{}`, `"request":{},"frames":-1`), "negative"},
		"status":           {headOK + swap(callOK, `"request":{}`, `"request":{},"response":{"status":77777}`), "status"},
		"time":             {headOK + swap(callOK, `"started":"2026`, `"started":"0001`), "a time outside"},
		"no start":         {headOK + swap(callOK, `"started"`, `"begun"`), "its start is missing"},
		"long URL":         {headOK + swap(callOK, `9/"`, `9/`+strings.Repeat("x", 3000)+`"`), "too long"},
		"long line":        {headOK + swap(callOK, `9/"`, `9/`+strings.Repeat("x", 70_000)+`"`), "longer than 65536"},
		"chunk first":      {headOK + chunkOK, "a chunk is in the wrong place"},
		"side":             {headOK + callOK + swap(chunkOK, "request", "north"), `side "north"`},
		"gap":              {headOK + callOK + swap(chunkOK, `"offset":0`, `"offset":5`), "at offset 5; expected offset 0"},
		"both":             {headOK + callOK + swap(chunkOK, `"text"`, `"base64":"AA==","text"`), "both"},
		"base64":           {headOK + callOK + swap(chunkOK, `"text":"ab"`, `"base64":"!"`), "line 3"},
		"redacted twice":   {headOK + callOK + `{"kind":"redacted","redactions":[]}` + "\n" + `{"kind":"redacted","redactions":[]}` + "\n", "redactions are in the wrong place"},
		"redacted nowhere": {headOK + callOK + `{"kind":"redacted","redactions":[{"offset":-1}]}` + "\n", "negative offset"},
		"same id twice":    {headOK + callOK + callOK + `{"kind":"end","exchanges":2,"chunks":0,"bytes":0}`, "on record already"},
		"many exchanges":   {headOK + strings.Repeat(callOK, 12), "more than 10 exchanges"},
		"deep":             {headOK + strings.Repeat("[", 20_000) + "\n", "line 2"},
		"har of nothing":   {`{"log":{"entries":[]}}`, "no entries"},
		"har of year 0":    {`{"log":{"entries":[{"startedDateTime":"0000-01-02T03:04:05Z","request":{"method":"GET","url":"http://x/"}}]}}`, "none of the HAR file's 1 entries can be imported; 1 × an entry: a time outside the years 1678"},
		"har of files":     {`{"log":{"entries":[{"request":{"url":"ftp://x/"}},{"request":{"url":"ftp://y/"}},{}]}}`, "none of the HAR file's 3 entries can be imported; 3 × an entry: its URL is not http or https"},
		"har cut":          {`{"log":{"entries":[{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"GET","url":"http://x/"}},{"a"`, "after 1 entries: it was cut off"},
		"har no list":      {`{"log":{"entries":7}}`, "not a list"},
		"har no log":       {`{"log":7}`, "an object is expected"},
		"har bomb":         {`{"log":{"entries":[{"x":"` + strings.Repeat("x", 70_000) + `"}]}}`, "entry 1 is longer"},
		"har deep":         {`{"log":{"entries":[` + strings.Repeat("[", 20_000), "depth"},
	} {
		t.Run(name, func(t *testing.T) {
			before, _ := s.Sessions(t.Context())
			to := s.Import("x")
			limits := archive.Limits{Line: 1 << 16, Text: 2000, Exchanges: 10}
			_, err := archive.Read(t.Context(), strings.NewReader(c.file), archive.ReadOptions{Limits: limits}, to)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %q", err, c.says)
			}
			if err := to.Abandon(t.Context()); err != nil {
				t.Error(err)
			}
			after, _ := s.Sessions(t.Context())
			list, _ := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{})
			if len(after) != len(before) || len(list) > 0 {
				t.Errorf("left behind: %d sessions, %d exchanges", len(after)-len(before), len(list))
			}
			if _, err := s.Session(t.Context(), "01993c5e-0000-7000-8000-000000000001"); !errors.Is(err, wire.ErrNotFound) {
				t.Errorf("the session is still there: %v", err)
			}
		})
	}
}

// Unknown additions to the format are ignored, and Windows line ends are accepted.
func TestLibertiesAreTaken(t *testing.T) {
	t.Parallel()
	file := strings.ReplaceAll(headOK+strings.Replace(callOK, `"kind"`, `"mood":{"x":[1]},"kind"`, 1)+`{"kind":"song","text":"la"}`+"\n"+chunkOK+endOK, "\n", "\r\n")
	for _, f := range []string{file, "\xEF\xBB\xBF" + file, strings.TrimRight(file, "\r\n"), file + "\n\n"} {
		s := open(t, nil)
		sum, err := archive.Read(t.Context(), strings.NewReader(f), archive.ReadOptions{}, s.Import("x"))
		if err != nil || sum.Exchanges != 1 || sum.Bytes != 2 || len(sum.Notes) != 1 || !strings.Contains(sum.Notes[0], "1 × a line of a kind") {
			t.Errorf("%+v, %v", sum, err)
		}
	}
}

// The checksum reveals a change that nothing else shows. Line ends do not count.
func TestChecksum(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	sample(t, a, 1, 5)
	file := export(t, a, a.Current().ID)
	for name, c := range map[string]struct {
		file []byte
		note bool
	}{
		"as it is": {file, false},
		"windows":  {bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n")), false},
		"changed":  {bytes.Replace(file, []byte("test/1"), []byte("test/2"), 1), true},
	} {
		sum, err := archive.Read(t.Context(), bytes.NewReader(c.file), archive.ReadOptions{}, nothing{})
		if noted := len(sum.Notes) > 0 && strings.Contains(sum.Notes[0], "checksum"); err != nil || noted != c.note {
			t.Errorf("%s: %+v, %v", name, sum, err)
		}
	}
}

// With Partial, a file cut off anywhere gives the exchanges before the cut.
func TestPartial(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	sample(t, a, 4, 12)
	file := export(t, a, a.Current().ID)
	for cut := len(file) / 4; cut < len(file)-1; cut += len(file) / 9 {
		b := open(t, nil)
		sum, err := archive.Read(t.Context(), bytes.NewReader(file[:cut]), archive.ReadOptions{Partial: true}, b.Import("x"))
		if err != nil || sum.Damage == nil {
			t.Fatalf("cut at %d: %+v, %v", cut, sum, err)
		}
		s, list, _ := all(t, b, sum.Session)
		if want := bytes.Count(file[:bytes.LastIndexByte(file[:cut], '\n')], []byte(`{"kind":"exchange"`)); !s.Incomplete || len(list) != want || s.Exchanges != want {
			t.Errorf("cut at %d: %d exchanges, want %d; %+v", cut, len(list), want, s)
		}
		if len(list) > 0 && !list[0].Incomplete {
			t.Errorf("cut at %d: the last exchange is not marked", cut)
		}
	}
}

// A failing reader and a record that cannot be written are not damage of the file.
func TestOtherErrorsStay(t *testing.T) {
	t.Parallel()
	_, err := archive.Read(t.Context(), io.MultiReader(strings.NewReader(headOK), &broken{}), archive.ReadOptions{Partial: true}, nothing{})
	if !errors.Is(err, errBroken) {
		t.Errorf("%v", err)
	}
}

var errBroken = errors.New("the disk is on fire")

type broken struct{}

func (*broken) Read([]byte) (int, error) { return 0, errBroken }

// Reading never panics, and never passes invalid data to a sink.
func FuzzRead(f *testing.F) {
	f.Add(lossy().jsonl(f))
	f.Add([]byte(headOK + callOK + chunkOK + endOK))
	f.Add([]byte(`{"log":{"creator":{"name":"x"},"entries":[{"startedDateTime":"2026-01-02T03:04:05Z","_webSocketMessages":[{"type":"send","time":1e300,"opcode":99,"data":"x"}],"request":{"method":"GET","url":"ws://x/"},"response":{"status":101,"content":{"text":"AA==","encoding":"base64","_chunks":[[0,1]]}},"timings":{"wait":1e300}}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, partial := range []bool{false, true} {
			g := &guard{t: t}
			archive.Read(t.Context(), bytes.NewReader(b), archive.ReadOptions{Limits: archive.Limits{Line: 1 << 16}, Partial: partial, Secrets: secrets}, g)
		}
	})
}

// guard is a Sink that checks what it receives.
type guard struct {
	nothing
	t       *testing.T
	begun   bool
	offsets *[4]int64
}

func (g *guard) Session(_ context.Context, s *wire.Session) error {
	if g.begun || len(s.ID) != 36 {
		g.t.Fatalf("session %+v, begun %v", s, g.begun)
	}
	g.begun = true
	return nil
}

func (g *guard) Exchange(_ context.Context, x *wire.Exchange) error {
	if !g.begun || len(x.ID) != 36 || x.Started.UnixNano() <= 0 || x.Ended.Year() > 2600 || len(x.Redactions) > 0 {
		g.t.Fatalf("exchange %+v", x)
	}
	g.offsets = new([4]int64)
	return nil
}

func (g *guard) Chunk(_ context.Context, c *wire.Chunk) error {
	if g.offsets == nil || g.offsets[c.Side] != c.Offset {
		g.t.Fatalf("chunk %+v", c)
	}
	g.offsets[c.Side] += int64(len(c.Data))
	return nil
}

// A file that a person edited may have no counts. It is read, and a note says so.
func TestEditedFileIsRead(t *testing.T) {
	t.Parallel()
	edited := strings.Replace(chunkOK, `"ab"`, `"abcde"`, 1)
	s := open(t, nil)
	sum, err := archive.Read(t.Context(), strings.NewReader(headOK+callOK+edited+`{"kind":"end"}`+"\n"), archive.ReadOptions{}, s.Import("x"))
	if err != nil || sum.Bytes != 5 || sum.Damage != nil || len(sum.Notes) != 1 || !strings.Contains(sum.Notes[0], "edited by hand") {
		t.Errorf("%+v, %v", sum, err)
	}
}

// TestClocksBefore1970: what was recorded with a wrong clock is imported unchanged.
func TestClocksBefore1970(t *testing.T) {
	t.Parallel()
	for _, year := range []string{"1678", "1960", "1969"} {
		file := strings.ReplaceAll(headOK+callOK+chunkOK+endOK, "2026", year)
		s := open(t, nil)
		to := s.Import("x")
		sum, err := archive.Read(t.Context(), strings.NewReader(file), archive.ReadOptions{}, to)
		if err != nil {
			t.Errorf("%s: %v", year, err)
			continue
		}
		out := string(export(t, s, sum.Session))
		for _, want := range []string{`"started":"` + year + `-11-21T10:00:00Z","ended":"` + year + `-11-21T10:00:00Z"`, `"request":{},"started":"` + year + `-11-21T10:00:00Z"`} {
			if !strings.Contains(out, want) {
				t.Errorf("no %s in %s", want, out)
			}
		}
	}
}
