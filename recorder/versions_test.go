package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Every change, by whichever program, raises the version of what changed, and no other.
func TestVersions(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	b := open(t, func(o *Options) { o.Path, o.NoSession = s.opts.Path, true })
	id := s.Current().ID
	record(t, s, call(), "{}", jsonHead, "{}")
	n := func() int64 {
		_, n, err := s.session(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}()
	agent := wire.Agent{Origin: "http://127.0.0.1:9999", Name: "One"}
	renamed, pinned := wire.Agent{Origin: agent.Origin, Name: "Two"}, true
	second := ""
	for _, c := range []struct {
		name   string
		do     func() error
		change wire.Versions // 1 where the version changes
	}{
		{"an exchange", func() error { record(t, s, call(), "{}", jsonHead, "{}"); return nil }, wire.Versions{Exchanges: 1}},
		{"nothing", func() error { return nil }, wire.Versions{}},
		{"a name", func() error { return b.Rename(t.Context(), id, "another") }, wire.Versions{Sessions: 1}},
		{"a mark", func() error {
			_, err := b.Edit(t.Context(), id, wire.SessionEdit{Pinned: &pinned})
			return err
		}, wire.Versions{Sessions: 1}},
		{"a tag", func() error {
			_, err := b.Edit(t.Context(), id, wire.SessionEdit{AddTags: []string{"x"}})
			return err
		}, wire.Versions{Sessions: 1}},
		{"a tag taken away", func() error {
			_, err := b.Edit(t.Context(), id, wire.SessionEdit{RemoveTags: []string{"x"}})
			return err
		}, wire.Versions{Sessions: 1}},
		{"rules", func() error { return b.SaveComparison(t.Context(), id, "", []string{"x"}) }, wire.Versions{Sessions: 1}},
		{"a filter", func() error { return b.SaveFilter(t.Context(), wire.SavedFilter{Name: "f", Text: "op:Send"}) }, wire.Versions{Sessions: 1}},
		{"a filter changed", func() error { return b.SaveFilter(t.Context(), wire.SavedFilter{Name: "f", Text: "op:Get"}) }, wire.Versions{Sessions: 1}},
		{"a filter dropped", func() error { return b.DropFilter(t.Context(), "f") }, wire.Versions{Sessions: 1}},
		{"a limit", func() error { return b.SetRetention(t.Context(), wire.Retention{Days: 7}) }, wire.Versions{Sessions: 1}},
		{"a limit changed", func() error { return b.SetRetention(t.Context(), wire.Retention{Days: 9}) }, wire.Versions{Sessions: 1}},
		{"a session", func() error {
			x, err := s.NewSession(t.Context(), "second")
			second = x.ID
			return err
		}, wire.Versions{Sessions: 1}},
		{"a gap", func() error {
			at := time.Now()
			_, err := s.append(&entry.Entry{Kind: entry.Gap, Session: n + 1, At: entry.Nanos(at), Gap: wire.Gap{From: at, To: at, Cause: wire.GapFailed, Exchanges: 1}})
			return err
		}, wire.Versions{Sessions: 1}},
		{"a session ended", func() error { _, err := s.NewSession(t.Context(), "third"); return err }, wire.Versions{Sessions: 1}},
		{"a session deleted", func() error { return b.Delete(t.Context(), second) }, wire.Versions{Sessions: 1}},
		{"a session brought back", func() error { return b.Undelete(t.Context(), second) }, wire.Versions{Sessions: 1}},
		{"an agent", func() error { return b.SaveAgent(t.Context(), agent) }, wire.Versions{Agents: 1}},
		{"an agent as it was", func() error { return b.SaveAgent(t.Context(), agent) }, wire.Versions{}},
		{"an agent renamed", func() error { return b.SaveAgent(t.Context(), renamed) }, wire.Versions{Agents: 1}},
	} {
		before, err := s.Versions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := c.do(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		now, err := s.Versions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		other := func(a, b int64) int64 {
			if a == b {
				return 0
			}
			return 1
		}
		got := wire.Versions{Exchanges: other(before.Exchanges, now.Exchanges), Sessions: other(before.Sessions, now.Sessions), Agents: other(before.Agents, now.Agents)}
		if got != c.change {
			t.Errorf("%s: %+v changed, want %+v", c.name, got, c.change)
		}
		news, list, err := s.ChangesSince(t.Context(), before, 10)
		if err != nil || news != now || int64(len(list)) != c.change.Exchanges {
			t.Errorf("%s: the news are %+v with %d exchanges, %v; the versions %+v", c.name, news, len(list), err, now)
		}
	}
}
