package faults

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// exchange is an exchange in the command line's output.
type exchange struct {
	ID            string
	Session       string
	Method        string
	URL           string
	HTTPStatus    int `json:"http_status"`
	Outcome       string
	Problem       string
	ResponseBytes int64   `json:"response_bytes"`
	DurationMS    float64 `json:"duration_ms"`
	Incomplete    bool
	Gaps          []gap

	request, response []byte // from the export
}

// gap is something that the record reports as missing.
type gap struct {
	Exchanges int
	Bytes     int64
	From, To  string
	Why       string
}

// session is a session in the command line's output.
type session struct {
	Session   string
	Name      string
	Ended     string
	Exchanges int // probes included
	Probes    int // the console's own
	Gaps      []gap
}

func lines[T any](t testing.TB, text string) (list []T) {
	t.Helper()
	for dec := json.NewDecoder(strings.NewReader(text)); ; {
		var one T
		switch err := dec.Decode(&one); err {
		case nil:
			list = append(list, one)
		case io.EOF:
			return list
		default:
			t.Fatalf("line %d: %v", len(list)+1, err)
		}
	}
}

// sessions lists the sessions of a record by id.
func (h *host) sessions(db string) map[string]session {
	h.t.Helper()
	all := map[string]session{}
	for _, s := range lines[session](h.t, h.run("sessions", "list", "--db", db, "--json")) {
		all[s.Session] = s
	}
	return all
}

// show lists the exchanges of a session by the id of their call.
func (h *host) show(db, id string) map[string]exchange {
	h.t.Helper()
	all := map[string]exchange{}
	for _, x := range lines[exchange](h.t, h.run("sessions", "show", id, "--db", db, "--json")) {
		if c := callID(x.URL); c != "" {
			if _, twice := all[c]; twice {
				h.t.Errorf("call %s is on record twice", c)
			}
			all[c] = x
		}
	}
	return all
}

// gapsOf are the gaps of a session that belong to no single exchange.
func (h *host) gapsOf(db, id string) []gap { return h.sessions(db)[id].Gaps }

// exported is a session with its bytes, by the id of the calls.
func (h *host) exported(db, id string) map[string]*exchange {
	h.t.Helper()
	file := filepath.Join(h.t.TempDir(), "session.jsonl")
	h.run("sessions", "export", id, "--db", db, "-o", file)
	text := h.read(file)
	type line struct {
		Kind, Side, ID, URL, Outcome, Problem string
		Incomplete                            bool
		Response                              struct{ Status int }
		Offset                                int64
		Text                                  *string
		Base64                                string
	}
	all := map[string]*exchange{}
	var x *exchange
	for _, l := range lines[line](h.t, string(text)) {
		switch l.Kind {
		case "exchange":
			x = &exchange{ID: l.ID, URL: l.URL, Outcome: l.Outcome, Problem: l.Problem, HTTPStatus: l.Response.Status, Incomplete: l.Incomplete}
			if c := callID(l.URL); c != "" {
				all[c] = x
			}
		case "chunk":
			b, err := base64.StdEncoding.DecodeString(l.Base64)
			if l.Text != nil {
				b = []byte(*l.Text)
			}
			if err != nil {
				h.t.Fatal(err)
			}
			x.put(l.Side, l.Offset, b)
		}
	}
	return all
}

func (x *exchange) put(side string, at int64, b []byte) {
	to := &x.response
	switch side {
	case "request":
		to = &x.request
	case "request_sent", "response_sent":
		return
	}
	if short := at - int64(len(*to)); short > 0 { // bytes in a gap read as zeros
		*to = append(*to, make([]byte, short)...)
	}
	*to = append(*to, b...)
}

// account asserts that everything clients received in a session is on record, and returns the record.
func (h *host) account(db, id string, all []*answered) (record map[string]*exchange) {
	h.t.Helper()
	var missing, short int
	h.soon(func() bool {
		record = h.exported(db, id)
		missing, short = lacking(record, id, all)
		return missing+short == 0
	})
	if missing+short > 0 {
		h.t.Errorf("of %d calls that clients had answers to, %d are not on record and %d not with all of their bytes", len(all), missing, short)
	}
	return record
}

// lacking counts the calls of a session for which a client received more than is on record.
func lacking(record map[string]*exchange, id string, all []*answered) (missing, short int) {
	for _, a := range all {
		if a.session != id || a.status == 0 {
			continue
		}
		x := record[a.id]
		switch {
		case x == nil:
			missing++
		case !bytes.HasPrefix(x.response, a.body) || a.whole && (len(x.response) != len(a.body) || x.Outcome != "agent"):
			short++
		}
	}
	return missing, short
}

// soon checks a condition up to a hundred times, because others may see a program's result a moment
// later. It counts checks and not seconds, because a busy machine slows both down alike.
func (h *host) soon(holds func() bool) {
	h.t.Helper()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for range 100 {
		if holds() {
			return
		}
		<-tick.C
	}
}

// open opens the SQLite file directly, as other programs may.
func (h *host) open(db string) *sql.DB {
	h.t.Helper()
	d, err := sql.Open("sqlite", "file:"+db+"?_pragma=busy_timeout(20000)&_pragma=query_only(1)")
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { d.Close() })
	return d
}

// numbers are the row numbers that a record ever assigned, with their owners.
type numbers map[string]map[int64]string

// see asserts that no number of a session or an exchange was assigned twice.
func (n numbers) see(h *host, db string) {
	h.t.Helper()
	d := h.open(db)
	defer d.Close()
	for table, query := range map[string]string{"sessions": "SELECT n, id FROM sessions", "exchanges": "SELECT seq, id FROM exchanges"} {
		if n[table] == nil {
			n[table] = map[int64]string{}
		}
		rows, err := d.Query(query)
		if err != nil {
			h.t.Fatal(err)
		}
		for rows.Next() {
			var number int64
			var id string
			if err := rows.Scan(&number, &id); err != nil {
				h.t.Fatal(err)
			}
			if was, known := n[table][number]; known && was != id {
				h.t.Errorf("number %d of %s was %s and is %s now", number, table, was, id)
			}
			n[table][number] = id
		}
		if err := rows.Err(); err != nil {
			h.t.Fatal(err)
		}
	}
}

// whole asserts that the file passes SQLite's integrity check.
func (h *host) whole(db string) {
	h.t.Helper()
	d := h.open(db)
	defer d.Close()
	var said string
	if err := d.QueryRow("PRAGMA integrity_check").Scan(&said); err != nil || said != "ok" {
		h.t.Errorf("the file is damaged: %s %v", said, err)
	}
}

// onFile reports whether the file still holds something of a session.
func onFile(h *host, db, id string) bool {
	h.t.Helper()
	d := h.open(db)
	defer d.Close()
	var n int
	if err := d.QueryRow("SELECT count(*) FROM sessions WHERE id = ?", id).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n > 0
}

// api calls the console's API and decodes the response into to, which may be nil. It returns the status.
func (p *program) api(method, path, body string, to any) int {
	p.t.Helper()
	at, err := url.Parse(p.UI)
	if err != nil {
		p.t.Fatal(err)
	}
	req, err := http.NewRequest(method, "http://"+at.Host+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+at.Query().Get("token"))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && to != nil && resp.StatusCode < 300 {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		p.t.Fatalf("%s %s: %d %.300s: %v", method, path, resp.StatusCode, text, err)
	}
	return resp.StatusCode
}

func (h *host) read(file string) []byte {
	h.t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

// origin is where the console's pages are.
func (p *program) origin() string {
	at, err := url.Parse(p.UI)
	if err != nil {
		p.t.Fatal(err)
	}
	return at.Scheme + "://" + at.Host
}

// browser follows the printed address like a browser, and so may fetch pages.
func (p *program) browser() *http.Client {
	p.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	c := &http.Client{Jar: jar}
	resp, err := c.Get(p.UI)
	if err != nil {
		p.t.Fatal(err)
	}
	bodyOf(p.t, resp)
	return c
}

func bodyOf(t testing.TB, resp *http.Response) string {
	t.Helper()
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
