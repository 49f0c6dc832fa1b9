package replay

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// mockList is a session with the mocks that serve it.
type mockList struct {
	Session wire.Session
	Mocks   []host.Mock
}

// testFile is a session as a test to commit.
type testFile struct {
	Session  wire.Session
	Name     string   // of the file
	Commands []string // one for each agent that was called
}

// testPage shows how a session becomes a test.
func (s *Screen) testPage(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil || s.Files == nil {
		return rerun.ErrNoSession()
	}
	t := testFile{Session: ses, Name: part.FileName(ses) + ".jsonl"}
	recorded, err := s.Player.Recorded(r.Context(), ses.ID)
	if err != nil {
		return fmt.Errorf("read the agents of session %s: %w", ses.ID, err)
	}
	t.Commands = testCommands(t.Name, recorded)
	return s.Web.Page(w, r, web.Page{Title: "Make a test", Screen: "sessions", Styles: []string{"replay"}, Body: testBody(t)})
}

// testCommands are the commands that run a session file against its agents.
func testCommands(file string, agents []string) (out []string) {
	command := func(where string) {
		out = append(out, "a2a-console replay "+file+" --to "+where+" --fail-on-diff --level structure --junit report.xml")
	}
	for _, origin := range agents {
		switch {
		case !plainURL(origin) || len(out) == 20:
		case len(agents) > 1:
			command(origin + " --agent " + origin)
		default:
			command(origin)
		}
	}
	if len(out) == 0 {
		command("http://127.0.0.1:9000")
	}
	return out
}

// plainURL reports whether a shell takes an address as one word, as it is: it
// comes from the record and is shown to be pasted into a terminal.
func plainURL(s string) bool {
	return len(s) < 200 && !strings.ContainsFunc(s, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune(":/.-_", c))
	})
}

func (s *Screen) mockList(ctx context.Context, session string) (mockList, error) {
	ses, err := s.Library.Session(ctx, session)
	if err != nil {
		return mockList{}, rerun.ErrNoSession()
	}
	all := slices.DeleteFunc(s.Player.Mocks(), func(m host.Mock) bool { return m.Session != session })
	return mockList{ses, all}, nil
}

func (s *Screen) mockPage(w http.ResponseWriter, r *http.Request) error {
	l, err := s.mockList(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, web.Page{Title: "Serve as mock", Screen: "sessions", Styles: []string{"replay"}, Body: mockBody(l), Live: true})
}

func (s *Screen) mockLive(r *http.Request, _ int64) (web.View, error) {
	id := r.PathValue("id")
	return web.On(func(ctx context.Context, p *web.Patches) error {
		l, err := s.mockList(ctx, id)
		if err != nil {
			return err
		}
		p.Changed("mocks", mockTable(l.Mocks))
		return nil
	}, web.Runs), nil
}

// startMock serves a session as an agent until it is stopped.
func (s *Screen) startMock(w http.ResponseWriter, r *http.Request) error {
	pace, err := strconv.ParseFloat(r.FormValue("pace"), 64)
	if err != nil {
		return rerun.ErrPace()
	}
	if _, err := s.Runs.ServeMock(r.Context(), r.PathValue("id"), pace); err != nil {
		return err
	}
	return s.Web.Done(w, r, web.Runs)
}

func (s *Screen) stopMock(w http.ResponseWriter, r *http.Request) error {
	if err := s.Player.StopMock(r.PathValue("id")); err != nil {
		s.Web.Logger.Warn("stop a mock", "err", err)
	}
	return s.Web.Done(w, r, web.Runs)
}

func paceWord(pace float64) string {
	switch pace {
	case 0:
		return "no pauses"
	case 1:
		return "pauses as recorded"
	}
	return "pauses ×" + strconv.FormatFloat(pace, 'g', 4, 64)
}
