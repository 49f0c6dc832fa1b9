//go:build slow

package faults

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// memoryLimit is how much memory the program may use while it holds all bombs.
const memoryLimit = 300_000_000

// peak is the peak memory of a process, in bytes.
func peak(t *testing.T, p *program) int64 {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(b)
	if m == nil {
		t.Fatalf("no VmHWM in %s", b)
	}
	kb, _ := strconv.ParseInt(string(m[1]), 10, 64)
	return kb << 10
}

// bombed watches a program's memory while it is used.
type bombed struct {
	t    *testing.T
	p    *program
	c    *http.Client
	most int64
}

// within fails if the last step used more memory than allowed.
func (b *bombed) within(what string) {
	b.t.Helper()
	now := peak(b.t, b.p)
	if now > b.most+(8<<20) {
		b.t.Logf("%s: %d MiB", what, now>>20)
	}
	if now > memoryLimit && b.most <= memoryLimit {
		b.t.Errorf("%s took the program to %d MiB", what, now>>20)
	}
	b.most = max(b.most, now)
}

// page fetches a page and returns its body; want is its status.
func (b *bombed) page(path string, want int) string {
	b.t.Helper()
	resp, err := b.c.Get(b.p.origin() + path)
	if err != nil {
		b.t.Fatalf("%s: %v", path, err)
	}
	body := bodyOf(b.t, resp)
	if resp.StatusCode != want {
		b.t.Errorf("%s: %d %.300s", path, resp.StatusCode, body)
	}
	b.within(path)
	return body
}

// TestSlowBombs sends every bomb through the tap of one program, uses all its pages, exports, imports and
// filters, and checks its memory against a limit. With --keep-secrets all bombs are recorded unchanged;
// without it, whatever cannot be searched for secrets becomes filler.
func TestSlowBombs(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the peak of a process's memory is read from /proc, which Linux has")
	}
	t.Parallel() // each process has its own limit
	list := bombs()
	for name, args := range map[string][]string{"as they came": {"--keep-secrets"}, "without secrets": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			explode(t, list, args)
		})
	}
}

func explode(t *testing.T, list []bomb, args []string) {
	a := serveBombs(t, list)
	h := newHost(t)
	p := h.serve(filepath.Join(h.dir, "record.db"), a.URL, args...)
	b := &bombed{t: t, p: p, c: p.browser()}
	b.within("the start")
	for _, x := range list {
		b.call(x)
	}
	b.sendBombs()
	ids := b.exchanges(len(list))
	b.cardPages(a.URL)
	for _, id := range ids {
		b.exchangePages(id)
	}
	b.page("/compare?a="+ids[0]+"&b="+ids[1], 200)
	b.filters()
	b.exports(h)
	b.imports(h)
	if got := b.page("/traffic?probes=1", 200); !strings.Contains(got, ids[0]) {
		t.Error("the program does not answer as before")
	}
	t.Logf("at most %d MiB", b.most>>20)
}

// call asks the agent for a bomb through the tap; every byte of it arrives.
func (b *bombed) call(x bomb) {
	b.t.Helper()
	req, _ := http.NewRequest("POST", b.p.url()+x.path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go"}]}}}`))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("A2A-Version", "1.0")
	req.Header.Set("Accept-Encoding", "identity")
	way := http.DefaultTransport
	if kind := x.header["Content-Type"]; kind == "application/grpc" {
		req.Header.Set("Content-Type", kind)
		var h2 http.Protocols
		h2.SetUnencryptedHTTP2(true)
		t := &http.Transport{Protocols: &h2}
		defer t.CloseIdleConnections()
		way = t
	}
	resp, err := way.RoundTrip(req)
	if err != nil {
		b.t.Fatalf("%s: %v", x.path, err)
	}
	if got := bodyOf(b.t, resp); got != string(x.body) {
		b.t.Errorf("%s: %d bytes arrived of %d", x.path, len(got), len(x.body))
	}
	b.within(x.path)
}

// sendBombs sends bombs to the agent: requests are read like answers.
func (b *bombed) sendBombs() {
	b.t.Helper()
	for _, encoding := range []string{"gzip, gzip", "gzip"} {
		body := blank()
		if encoding != "gzip" {
			body = zip(body, 1)
		}
		req, _ := http.NewRequest("POST", b.p.url()+"/asked", bytes.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Content-Encoding", encoding)
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			b.t.Fatal(err)
		}
		bodyOf(b.t, resp)
		b.within("a request in " + encoding)
	}
}

// exchanges are the ids of the recorded exchanges, once they are in the file.
func (b *bombed) exchanges(least int) (ids []string) {
	b.t.Helper()
	b.p.until("all bombs are listed", func() bool {
		ids = nil
		for _, m := range regexp.MustCompile(`"/exchanges/([0-9a-f-]{36})`).FindAllStringSubmatch(b.page("/traffic?probes=1", 200), -1) {
			if len(ids) == 0 || ids[len(ids)-1] != m[1] {
				ids = append(ids, m[1])
			}
		}
		return len(ids) >= least
	})
	return ids
}

// exchangePages looks at an exchange in every view.
func (b *bombed) exchangePages(id string) {
	b.t.Helper()
	for _, q := range []string{"", "?tab=request", "?tab=response", "?tab=response&view=raw", "?tab=response&view=hex", "?tab=events", "?tab=events&event=2", "?tab=timing", "?tab=findings"} {
		if got := b.page("/exchanges/"+id+q, 200); len(got) > 13<<20 {
			b.t.Errorf("%s%s is a page of %d MiB", id, q, len(got)>>20)
		}
	}
	for _, language := range []string{"curl", "go"} {
		b.page("/exchanges/"+id+"/code/"+language, 200)
	}
	resp, err := b.c.Get(b.p.origin() + "/exchanges/" + id + "/raw/response")
	if err == nil {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	b.within("the bytes of " + id)
}

// cardPages looks at the agent with its card.
func (b *bombed) cardPages(origin string) {
	b.t.Helper()
	at := "/agents/" + url.PathEscape(strings.TrimPrefix(origin, "http://"))
	resp, err := b.c.PostForm(b.p.origin()+"/agents/connect", url.Values{"address": {origin}})
	if err != nil {
		b.t.Fatal(err)
	}
	bodyOf(b.t, resp)
	b.within("reading the card")
	if got := b.page(at, 200); !strings.Contains(got, "more skills") {
		b.t.Errorf("the card's page does not say how many skills it leaves out: %.2000s", got)
	}
	b.page(at+"?tab=raw", 200)
	b.page(at+"?tab=versions", 200)
	b.page("/agents", 200)
	b.page("/compose?agent="+url.QueryEscape(origin), 200)
}

// filters asks for more than a filter may have.
func (b *bombed) filters() {
	b.t.Helper()
	for _, q := range []string{
		strings.Repeat("* ", 2000), strings.Repeat("word ", 4000), `"` + strings.Repeat("word ", 4000) + `"`,
		strings.Repeat("-op:get ", 1000), strings.Repeat("-a* ", 1000), strings.Repeat("b* ", 1000),
	} {
		if got := b.page("/traffic?q="+url.QueryEscape(q), 200); !strings.Contains(got, "ilter, at character") {
			b.t.Errorf("%.20s… is not refused", q)
		}
		if status := b.p.api("GET", "/api/exchanges?filter="+url.QueryEscape(q), "", nil); status != 400 {
			b.t.Errorf("%.20s… gets %d from the API", q, status)
		}
	}
	b.page("/traffic?q="+url.QueryEscape(strings.Repeat("* ", 60)), 200)
	b.page("/traffic?q="+url.QueryEscape(strings.Repeat("-w* ", 60)), 200)
}

// exports saves the session in every format.
func (b *bombed) exports(h *host) {
	b.t.Helper()
	for _, format := range []string{"jsonl", "har", "md", "curl"} {
		resp, err := b.c.Get(b.p.origin() + "/sessions/" + b.p.Session + "/export?format=" + format)
		if err != nil {
			b.t.Fatal(err)
		}
		file := filepath.Join(h.dir, "bombs."+format)
		f, err := os.Create(file)
		if err != nil {
			b.t.Fatal(err)
		}
		n, err := io.Copy(f, resp.Body)
		resp.Body.Close()
		f.Close()
		if err != nil || resp.StatusCode != 200 || n == 0 {
			b.t.Errorf("export as %s: %d, %d bytes, %v", format, resp.StatusCode, n, err)
		}
		b.within("the export as " + format)
	}
}

// imports imports the exports, and bombs in files, into another program.
func (b *bombed) imports(h *host) {
	b.t.Helper()
	p := h.serve(filepath.Join(h.dir, "imported.db"), "")
	other := &bombed{t: b.t, p: p, c: p.browser()}
	other.upload(filepath.Join(h.dir, "bombs.jsonl"), 200)
	other.upload(filepath.Join(h.dir, "bombs.har"), 200)
	entry := `{"log":{"entries":[{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"GET","url":"http://127.0.0.1:9/","headers":[%s]},"response":{"status":200,"headers":[]}}]}}`
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"lines.har":  {fmt.Sprintf(entry, `{"name":"a","value":"`+strings.Repeat(`\n`, 8<<20)+`"}`), 422},
		"deep.har":   {`{"log":{"entries":[` + strings.Repeat("[", 1<<20), 422},
		"line.jsonl": {`{"format":"a2a-console-session","version":2,"x":"` + strings.Repeat("x", 8<<20), 422},
		"zip.jsonl":  {"PK\x03\x04" + strings.Repeat("x", 1000), 422},
		"gzip.jsonl": {string(blank()), 422},
		"deep.jsonl": {`{"format":"a2a-console-session","version":2,"session":` + strings.Repeat("[", 4<<20) + "\n", 422},
	} {
		file := filepath.Join(h.dir, name)
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			b.t.Fatal(err)
		}
		other.upload(file, c.want)
	}
}

// upload imports a file through the page.
func (b *bombed) upload(file string, want int) {
	b.t.Helper()
	f, err := os.Open(file)
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	resp, err := b.c.Post(b.p.origin()+"/sessions/import?name="+url.QueryEscape(filepath.Base(file)), "application/octet-stream", f)
	if err != nil {
		b.t.Fatal(err)
	}
	if said := bodyOf(b.t, resp); resp.StatusCode != want {
		b.t.Errorf("import of %s: %d %.300s", filepath.Base(file), resp.StatusCode, said)
	}
	b.within("the import of " + filepath.Base(file))
}
