package recorder

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestRulesStayWithTheSession(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	id := s.Current().ID
	if err := s.SaveComparison(t.Context(), id, "structure", []string{"$.task.metadata", "type:text"}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Session(t.Context(), id)
	if err != nil || got.Level != "structure" || !slices.Equal(got.Ignore, []string{"$.task.metadata", "type:text"}) {
		t.Errorf("%q %q, %v", got.Level, got.Ignore, err)
	}
	for want, rules := range map[string][]string{"each rule must be one line": {"a\nb"}, "at most 65536 bytes": slices.Repeat([]string{strings.Repeat("x", 1000)}, 70)} {
		if err := s.SaveComparison(t.Context(), id, "", rules); !errors.Is(err, wire.ErrBadEdit) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := s.SaveComparison(t.Context(), "none", "", nil); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("no session: %v", err)
	}
}
