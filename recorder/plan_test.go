package recorder

import (
	"errors"
	command "flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/plan"
)

var update = command.Bool("update", false, "rewrite the golden files")

func isNotFound(err error) bool { return errors.Is(err, wire.ErrNotFound) }

// explainPlan returns SQLite's plan of a statement, one step per line, with NULL for its arguments.
func explainPlan(t *testing.T, s *Store, text string) string {
	t.Helper()
	args := make([]any, strings.Count(text, "?"))
	rows, err := s.readers.Query("EXPLAIN QUERY PLAN "+text, args[:params(text)]...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	depth := map[int]int{}
	var out strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		depth[id] = depth[parent] + 1
		fmt.Fprintf(&out, "%s%s\n", strings.Repeat("  ", depth[id]), detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// params returns how many arguments a statement takes. Numbered ones count once.
func params(text string) int {
	all := regexp.MustCompile(`\?\d*`).FindAllString(text, -1)
	if slices.Contains(all, "?") {
		return len(all)
	}
	return len(slices.Compact(slices.Sorted(slices.Values(all))))
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "plans", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s: the plans are\n%s\nwant\n%s(%v; rewrite with -update and read the difference)", path, got, want, err)
	}
}

// Every fixed statement runs as intended: a scan of a table that grows with the record would show here.
func TestPlansOfQueries(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(database.Queries)) {
		if !strings.HasPrefix(database.Query(name), "DELETE") { // readers only read
			fmt.Fprintf(&out, "%s\n%s", name, explainPlan(t, s, database.Query(name)))
		}
	}
	golden(t, "queries", out.String())
}

// Every filter is driven by the intended index.
func TestPlansOfFilters(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 12_000)
	var out strings.Builder
	for _, text := range []string{
		"", "session:" + s.Current().ID, "agent:127.0.0.1:9998", "op:get", "op:get state:failed", "state:failed", "state:failed state:completed",
		"task:task-7", "task:task-77*", "context:context-7", "id:0000", "id:0000000f", "link:l", "origin:compose", "origin:client", "method:get", "status:5xx", "status:2xx",
		"outcome:cut", "outcome:agent", "-outcome:agent", "dur:>1s", "dur:>1ms", "dur:<1s", "quiet:>30s", "quiet:<1s outcome:cut", "finding:any", "finding:SSE-05", "finding:SSE-05 finding:error", "finding:muted", "passed:any", "passed:held", "-passed:any", "passed:edited op:get", "rule:any", "rule:drop", "-rule:drop", "dialect:1.0", "binding:rest", "caller:c",
		"tag:t", "note:n", "pinned:no", "-is:examined", "since:2020-01-01", "before:1970-01-01T00:00:10Z", "before:1970-01-01T00:00:10Z state:failed",
		"fox", "zebra", "fox state:failed", "zebra fox", "fo*", "00*", "***", "-fox", "-zebra", "-fox state:failed", "-op:get", "-task:task-7", "fox -zebra", "fox quick -brown", "fox zebra -quick", `"quick brown"`, `"brown quick"`,
	} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		q, err := plan.Make(t.Context(), s.readers, f, s.opts.Now(), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		text = strings.ReplaceAll(text, s.Current().ID, "ID")
		if q.IsEmpty {
			fmt.Fprintf(&out, "%q: nothing can match\n", text)
			continue
		}
		changed, _ := q.ChangedRows(0, 1, plan.Span{}, false)
		fmt.Fprintf(&out, "%q\n%s %q changed\n%s", text, explainPlan(t, s, q.Slice(false)), text, explainPlan(t, s, changed))
	}
	golden(t, "filters", out.String())
}

// Every statement that is used exists, and every one that exists is used.
func TestQueriesAreUsed(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"*.go", "database/*.go", "plan/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) < 5 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		files = append(files, found...)
	}
	var code strings.Builder
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			code.Write(b)
		}
	}
	for _, m := range regexp.MustCompile(`\b[qQ]uery\("([a-z_]+)"\)`).FindAllStringSubmatch(code.String(), -1) {
		if database.Queries[m[1]] == "" {
			t.Errorf("no query is named %s", m[1])
		}
	}
	for name := range database.Queries {
		short := strings.TrimPrefix(strings.TrimPrefix(name, "by_"), "values_")
		if !strings.Contains(code.String(), `"`+name+`"`) && !strings.Contains(code.String(), `"`+short+`"`) && !strings.HasSuffix(name, "_prefix") {
			t.Errorf("nothing asks for %s", name)
		}
	}
}
