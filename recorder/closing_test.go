package recorder

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// TestClosingSaysHowFarItIs: Close reports progress while what was recorded cannot be drained yet.
func TestClosingSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	type step struct {
		doing       string
		done, total int
	}
	steps := make(chan step, 1000)
	s := open(t, func(o *Options) {
		o.Path = path
		o.Progress = func(doing string, done, total int) { steps <- step{doing, done, total} }
	})
	record(t, s, call(), "{}", jsonHead, "{}")
	await(t, s, func() bool { return s.undrainedBytes() == 0 })
	other, err := database.Dial(t.Context(), database.DSN(path, database.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	record(t, s, call(), "{}", jsonHead, strings.Repeat("x", 64<<10))
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	if first := <-steps; !strings.HasPrefix(first.doing, "writing") || first.done >= first.total {
		t.Errorf("%+v", first)
	}
	if _, err := other.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	var last step
	for len(steps) > 0 {
		last = <-steps
	}
	if !strings.HasPrefix(last.doing, "labelling") || last.done < last.total {
		t.Errorf("the last was %+v", last)
	}
}
