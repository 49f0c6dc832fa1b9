package recorder

import (
	"errors"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/wire"
)

func TestRulesStayWithTheSession(t *testing.T) {
	s := open(t, nil)
	id := s.Current().ID
	if err := s.KeepRules(t.Context(), id, "structure", []string{"$.task.metadata", "type:text"}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Session(t.Context(), id)
	if err != nil || got.Level != "structure" || !slices.Equal(got.Ignore, []string{"$.task.metadata", "type:text"}) {
		t.Errorf("%q %q, %v", got.Level, got.Ignore, err)
	}
	if err := s.KeepRules(t.Context(), id, "", []string{"a\nb"}); !errors.Is(err, wire.ErrBadEdit) {
		t.Errorf("a rule of two lines: %v", err)
	}
	if err := s.KeepRules(t.Context(), "none", "", nil); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("no session: %v", err)
	}
}
