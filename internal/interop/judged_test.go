package interop

import (
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// judged applies the checks across exchanges to a record: peers here break none of them.
func judged(t *testing.T, db string) {
	t.Helper()
	s, err := recorder.Open(recorder.Options{Path: db, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{Limit: 1000})
	if err != nil || len(list) < 10 {
		t.Fatalf("%d exchanges: %v", len(list), err)
	}
	slices.Reverse(list)
	all := func(yield func(*wire.Exchange, error) bool) {
		for i := range list {
			if !yield(&list[i], nil) {
				return
			}
		}
	}
	err = judge.Recording(t.Context(), all, s, judge.Options{}, func(f judge.Finding) {
		if f.Severity == a2a.SeverityInfo {
			return
		}
		if c, ok := check.ByID(f.Check); !ok || c.Scope == "exchange" || c.Scope == "delivery" {
			t.Errorf("%s %s %s: %s %v", f.Exchange, f.Check, f.Severity, f.Message, f.Others)
		}
	})
	if err != nil {
		t.Error(err)
	}
}
