package replay

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

type mockList struct {
	Session  wire.Session
	Mocks    []host.Mock
	Recorded []host.RecordedAgent // agents that can be served
	Agents   []agents.Entry
}

// testFile is a session as a test to commit.
type testFile struct {
	Session      wire.Session
	Name         string        // the file's name
	Commands     []testCommand // one for each agent with a plainURL, at most 20; if there is none, one with an example address
	Calls        int           // number of calls that the commands make again
	Failed       int           // number of those that failed on record
	OmittedCount int           // exchanges that no command makes again
}

// testCommand replays the calls to one agent.
type testCommand struct {
	Agent string // its name; "" if nobody was called
	Line  string
}

// reportOf names the report of the command for an agent: a separate file for each agent if there
// are several.
func reportOf(origin string, several bool) string {
	if !several {
		return "report.xml"
	}
	_, host, _ := strings.Cut(origin, "://")
	return "report-" + strings.Trim(strings.Map(func(c rune) rune {
		if c == ':' || c == '/' {
			return '-'
		}
		return c
	}, host), "-") + ".xml"
}

func (s *Screen) testPage(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil || s.Files == nil {
		return rerun.ErrNoSession()
	}
	t := testFile{Session: ses, Name: part.FileName(ses) + ".jsonl"}
	recorded, left, err := s.Player.Recorded(r.Context(), ses.ID)
	if err != nil {
		return fmt.Errorf("read the agents of session %s: %w", ses.ID, err)
	}
	known, err := s.Agents.Entries(r.Context())
	if err != nil {
		return err
	}
	t.addCommands(recorded)
	t.OmittedCount += left
	for i, c := range t.Commands {
		if c.Agent != "" {
			t.Commands[i].Agent = titleOf(known, c.Agent)
		}
	}
	return s.Web.Page(w, r, web.Page{Title: "Make a test", Screen: "sessions", Styles: []string{"replay"}, Body: testBody(t)})
}

// addCommands adds the commands that replay a session file against its agents, and counts their calls.
func (t *testFile) addCommands(agents []host.RecordedAgent) {
	command := func(agent, where, report string) {
		t.Commands = append(t.Commands, testCommand{agent, "a2a-console replay " + t.Name + " --to " + where + " --fail-on-diff --level structure --junit " + report})
	}
	for _, a := range agents {
		if !plainURL(a.Origin) || len(t.Commands) == 20 {
			t.OmittedCount += a.Calls
			continue
		}
		t.Calls, t.Failed = t.Calls+a.Calls, t.Failed+a.Failed
		if len(agents) > 1 {
			command(a.Origin, a.Origin+" --agent "+a.Origin, reportOf(a.Origin, true))
		} else {
			command(a.Origin, a.Origin, reportOf(a.Origin, false))
		}
	}
	if len(t.Commands) == 0 {
		command("", "http://127.0.0.1:9000", reportOf("", false))
	}
}

// plainURL reports whether a shell takes an address unchanged as one word: it comes from the
// record, and people paste the command into a terminal.
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
	l := mockList{Session: ses, Mocks: slices.DeleteFunc(s.Player.Mocks(), func(m host.Mock) bool { return m.Session != session })}
	slices.Reverse(l.Mocks) // the newest first
	if l.Recorded, _, err = s.Player.Recorded(ctx, session); err != nil {
		return l, fmt.Errorf("read the agents of session %s: %w", session, err)
	}
	l.Agents, err = s.Agents.Entries(ctx)
	return l, err
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
	return web.ViewFunc(func(ctx context.Context, p *web.Patches) error {
		l, err := s.mockList(ctx, id)
		if err != nil {
			return err
		}
		p.Changed("mocks", mockTable(l))
		return nil
	}, web.Runs), nil
}

func (s *Screen) startMock(w http.ResponseWriter, r *http.Request) error {
	pace, err := strconv.ParseFloat(r.FormValue("pace"), 64)
	if err != nil {
		return rerun.ErrPace()
	}
	if _, err := s.Runs.ServeMock(r.Context(), r.PathValue("id"), r.FormValue("agent"), pace); err != nil {
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

func sendCommand(m host.Mock) string { return "a2a-console send " + m.URL + " --text hello" }

// mockWords says which agent a mock acts as, which versions it speaks, and with which pauses.
func mockWords(l mockList, m host.Mock) string {
	var out []string
	if m.Agent != "" {
		out = append(out, "as "+titleOf(l.Agents, m.Agent))
	}
	for _, v := range m.Versions {
		out = append(out, "A2A "+part.Short(string(v), 8))
	}
	return strings.Join(append(out, paceWord(m.Pace)), ", ")
}

// mockCalls lists the recorded calls that a mock replays.
func mockCalls(m host.Mock) string {
	filter := link.Term("session", m.Session)
	if m.Agent != "" {
		filter += " " + link.Term("agent", m.Agent)
	}
	return link.FilterURL(filter)
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
