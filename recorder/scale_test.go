package recorder

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// shortRows is how many exchanges a test with -short may create by SQL.
const shortRows = 200

// skipLarge skips a test with -short that makes SQLite work long in one goroutine. The race detector has no
// use for it, and makes it ten times as long.
func skipLarge(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("long work in one goroutine")
	}
}

// million fills a store with n exchanges by SQL, as if they had been recorded and labelled.
func million(b testing.TB, s *Store, n int64) {
	b.Helper()
	if testing.Short() && n > shortRows {
		b.Skipf("%d exchanges: the race detector, which has no use for them, would take minutes", n)
	}
	record(b, s, call(), "{}", jsonHead, "{}") // creates the agents' rows
	rare := call()
	rare.Agent = "http://127.0.0.1:9998"
	record(b, s, rare, "{}", jsonHead, "{}")
	const rows = `WITH RECURSIVE i(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM i WHERE n < ?)
	INSERT INTO exchanges (seq, id, version, session, agent, origin, method, status, outcome, started, request_done, answered,
		first_byte, last_byte, ended, duration, request_bytes, response_bytes, request_kept, response_kept, frames, incomplete, rewritten,
		op, dialect, binding, task, context, state, error, findings, worst, failed, link, tap, caller, url, problem)
	SELECT n, printf('%08x-0000-7000-8000-%012x', n, n), n, 1, 1 + (n % 97 = 0), iif(n % 10 = 0, 'console', 'client'), iif(n % 10 = 0, 'GET', 'POST'),
		iif(n % 1000 = 0, 500, 200), iif(n % 500 = 0, 'cut', 'agent'), n * 1000000, n * 1000000, n * 1000000, n * 1000000, n * 1000000, n * 1000000 + 5000000,
		iif(n % 300 = 0, 2000000000, 5000000), 1000, 1000, 1000, 1000, 1, 0, 0,
		iif(n % 3 = 0, 'GetTask', 'SendMessage'), iif(n % 2 = 0, '0.1', '1.0'), 'jsonrpc', 'task-' || (n / 5), 'context-' || (n / 50),
		iif(n % 250 = 0, 'TASK_STATE_FAILED', 'TASK_STATE_COMPLETED'), NULL, n % 200 = 0, iif(n % 200 = 0, 3, NULL),
		n % 1000 = 0 OR n % 500 = 0 OR n % 250 = 0, '', 'http://127.0.0.1:7421', 'client/1',
		'http://127.0.0.1:9999/rpc', ''
	FROM i`
	const details = `INSERT INTO details (seq, request, response, text)
	SELECT seq, ?3, ?3, 'the quick brown fox number ' || seq || iif(seq % 10000 = 0, ' zebra', '') || iif(seq % 7 = 0, ' ether', '') || iif(seq % 5000 = 0, ' etna', '')
	FROM exchanges WHERE seq BETWEEN ?1 AND ?2`
	head := `{"proto":"HTTP/1.1","header":{"Accept":["*/*"],"Content-Length":["1000"],"Content-Type":["application/json"],"User-Agent":["client/1"]}}`
	for from := int64(3); from <= n; from += 50_000 {
		to := min(from+49_999, n)
		err := s.do(b.Context(), func(w *writer) error {
			if _, err := w.conn.Exec(rows, from, to); err != nil {
				return err
			}
			if _, err := w.conn.Exec(details, from, to, head); err != nil {
				return err
			}
			_, err := w.conn.Exec("INSERT INTO words (rowid, text) SELECT e.seq, d.text || ' ' || url || ' ' || id || ' ' || task FROM exchanges e JOIN details d ON d.seq = e.seq WHERE e.seq BETWEEN ? AND ?", from, to)
			w.version, w.seq = to, to
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMillion(b *testing.B) {
	n := int64(1_000_000)
	if v := os.Getenv("RECORDER_ROWS"); v != "" {
		n, _ = strconv.ParseInt(v, 10, 64)
	}
	s := open(b, nil)
	began := time.Now()
	million(b, s, n)
	b.Logf("%d rows made in %v", n, time.Since(began).Round(time.Second))
	not := []wire.Origin{wire.Console}
	for _, c := range []struct {
		name string
		f    wire.Filter
		p    wire.Page
	}{
		{"first page", wire.Filter{ExcludedOrigins: not}, wire.Page{}},
		{"page in the middle", wire.Filter{ExcludedOrigins: not}, wire.Page{Before: n / 2}},
		{"session", wire.Filter{Session: s.Current().ID}, wire.Page{}},
		{"agent", wire.Filter{Agents: []string{"http://127.0.0.1:9998"}}, wire.Page{}},
		{"op prefix", wire.Filter{Ops: []string{"send", "get"}}, wire.Page{}},
		{"task", wire.Filter{Task: "task-777"}, wire.Page{}},
		{"two agents", wire.Filter{Agents: []string{call().Agent, "http://127.0.0.1:9998"}}, wire.Page{}},
		{"state rare", wire.Filter{States: []string{"failed"}}, wire.Page{}},
		{"state none", wire.Filter{States: []string{"rejected"}}, wire.Page{}},
		{"dialect", wire.Filter{Dialects: []string{"0.1"}}, wire.Page{}},
		{"status 5xx", wire.Filter{Statuses: []string{"5xx"}}, wire.Page{}},
		{"outcome", wire.Filter{Outcomes: []wire.Outcome{wire.Cut}}, wire.Page{}},
		{"origin", wire.Filter{Origins: not}, wire.Page{}},
		{"slow", wire.Filter{MinTime: time.Second}, wire.Page{}},
		{"findings", wire.Filter{Findings: []string{"any"}}, wire.Page{}},
		{"text common", wire.Filter{Text: []string{"quick brown"}}, wire.Page{}},
		{"text rare", wire.Filter{Text: []string{"zebra"}}, wire.Page{}},
		{"text none", wire.Filter{Text: []string{"no such words"}}, wire.Page{}},
		{"text and state", wire.Filter{ExcludedOrigins: not, Text: []string{"fox"}, States: []string{"failed"}}, wire.Page{}},
		{"two common", wire.Filter{Ops: []string{"send"}, Dialects: []string{"1.0"}, ExcludedOrigins: not}, wire.Page{}},
		{"two that never meet", wire.Filter{Outcomes: []wire.Outcome{wire.Cut}, Dialects: []string{"1.0"}}, wire.Page{}},
	} {
		b.Run(strings.ReplaceAll(c.name, " ", "_"), func(b *testing.B) {
			rows := 0
			for b.Loop() {
				c.p.Search = &wire.Search{Budget: 50 * time.Millisecond}
				list, err := s.Exchanges(b.Context(), c.f, c.p)
				if err != nil {
					b.Fatal(err)
				}
				rows = len(list)
			}
			b.ReportMetric(float64(rows), "rows")
		})
	}
	for _, by := range wire.Orders() {
		b.Run("sorted_by_"+by, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Sorted(b.Context(), wire.Filter{ExcludedOrigins: not}, wire.Order{Column: by, Descending: true}, 0, 200, &wire.Search{Budget: 60 * time.Millisecond}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("first_page_of_-fox", func(b *testing.B) {
		f, err := filter.Vocabulary{}.Parse("-fox")
		if err != nil {
			b.Fatal(err)
		}
		f.ExcludedOrigins = not
		for b.Loop() {
			if _, err := s.Exchanges(b.Context(), f, wire.Page{Search: &wire.Search{Budget: 50 * time.Millisecond}}); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, text := range []string{
		"fox -zebra", "-zebra", "-fox", "-fox state:failed", "-fox finding:error op:get", "zebra fox", "fox state:failed", "-op:get fox", "-op:get -op:send", "-op:get -op:send fox", "-finding:any",
		"-finding:error fox", "-outcome:agent", "-caller:client", "op:get state:failed", "op:get dialect:1.0 state:failed", "caller:client",
		"fox op:get finding:error status:200", "op:get -dialect:0.1 -binding:rest fox quick -zebra dur:<1s", "before:1970-01-01T00:10:00Z fox", "id:000f", "task:task-77*", "task:task-*", "fo*", "et*", "quic*", "e*", "1*", "00*", "http*", "since:1h", "before:1970-01-01T00:10:00Z -op:send",
	} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		f.ExcludedOrigins = not
		b.Run(strings.ReplaceAll(text, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Exchanges(b.Context(), f, wire.Page{Search: &wire.Search{Budget: 50 * time.Millisecond}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, text := range []string{"", "state:failed", "session:" + s.Current().ID, "fox", "outcome:cut", "task:task-777"} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		f.ExcludedOrigins = not
		b.Run("tasks_of_"+strings.ReplaceAll(text, s.Current().ID, "ID"), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Tasks(b.Context(), f, wire.Page{Limit: 50, Search: &wire.Search{Budget: 50 * time.Millisecond}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("changed", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Changed(b.Context(), wire.Filter{ExcludedOrigins: not, States: []string{"failed"}}, n-200, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sessions", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Sessions(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkMemory records exchanges, labels included, and reports the resident
// memory of the process (Linux: VmRSS and VmHWM of /proc/self/status).
func BenchmarkMemory(b *testing.B) {
	s := open(b, withLabels)
	body := []byte(kilobyte)
	for b.Loop() {
		if err := oneCall(b.Context(), s, body); err != nil {
			b.Fatal(err)
		}
	}
	for name, unit := range map[string]string{"VmRSS": "MB-resident", "VmHWM": "MB-peak"} {
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			b.Skip("no /proc here")
		}
		_, rest, _ := strings.Cut(string(status), name+":")
		var kb int
		fmt.Sscan(rest, &kb)
		b.ReportMetric(float64(kb)/1024, unit)
	}
}
