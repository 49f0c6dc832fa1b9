package replay

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// mockList is a session with the mocks that serve it.
type mockList struct {
	Session  wire.Session
	Mocks    []host.Mock
	Recorded []string // agents that can be served
	Agents   []agents.Entry
}

// testFile is a session as a test to commit.
type testFile struct {
	Session  wire.Session
	Calls    int           // that clients made; those of replays and of the console are none
	Failed   int           // of these
	Left     int           // from the command line, which are left out beside them
	Name     string        // of the file
	Commands []testCommand // one for each agent that was called
}

// testCommand runs the calls to one agent.
type testCommand struct {
	Agent string // what it is called, "" where nobody was called
	Line  string
}

// flagsOf cuts a command before each flag, where a page may break its line.
func flagsOf(command string) []string { return strings.Split(command, " --") }

// workflow is the job of GitHub Actions that runs the commands; one that fails does
// not keep the others from running.
func (t testFile) workflow() string {
	var b strings.Builder
	b.WriteString("jobs:\n  a2a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n" +
		"      # start your agent, and put a2a-console on the PATH\n")
	for _, c := range t.Commands {
		b.WriteString("      - if: ${{ !cancelled() }}\n        run: " + c.Line + "\n")
	}
	b.WriteString("      - if: ${{ !cancelled() }}\n        uses: actions/upload-artifact@v4\n        with: { name: a2a-reports, path: report*.xml }\n")
	return b.String()
}

// reportOf is the file that the command for an agent writes: one of its own where
// there are several.
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

// testPage shows how a session becomes a test.
func (s *Screen) testPage(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil || s.Files == nil {
		return rerun.ErrNoSession()
	}
	t := testFile{Session: ses, Name: part.FileName(ses) + ".jsonl"}
	if err = s.countCalls(r.Context(), &t); err != nil {
		return err
	}
	recorded, err := s.Player.Recorded(r.Context(), ses.ID)
	if err != nil {
		return fmt.Errorf("read the agents of session %s: %w", ses.ID, err)
	}
	known, err := s.Agents.Entries(r.Context())
	if err != nil {
		return err
	}
	t.Commands = testCommands(t.Name, recorded)
	for i, c := range t.Commands {
		if c.Agent != "" {
			t.Commands[i].Agent = titleOf(known, c.Agent)
		}
	}
	return s.Web.Page(w, r, web.Page{Title: "Make a test", Screen: "sessions", Styles: []string{"replay"}, Body: testBody(t)})
}

// countCalls counts the calls of a session that a replay makes again, those of them that
// failed, and those from the command line that it leaves out, as far as countTime allows.
func (s *Screen) countCalls(ctx context.Context, t *testFile) error {
	count := func(f wire.Filter) (int, error) {
		n, err := s.Library.Count(ctx, f, &wire.Search{Budget: countTime})
		if err != nil {
			err = fmt.Errorf("count the calls of session %s: %w", t.Session.ID, err)
		}
		return n, err
	}
	others, err := count(wire.OthersSent(t.Session.ID))
	if err != nil {
		return err
	}
	calls := wire.Filter{Session: t.Session.ID, Not: []wire.Origin{wire.Console, wire.Push, wire.Replay}}
	if others > 0 {
		if t.Left, err = count(wire.Filter{Session: t.Session.ID, Origins: []wire.Origin{wire.Terminal}}); err != nil {
			return err
		}
		calls.Not = append(calls.Not, wire.Terminal)
	}
	if t.Calls, err = count(calls); err == nil {
		calls.Is = []string{"failed"}
		t.Failed, err = count(calls)
	}
	return err
}

// countTime bounds how long calls are counted.
const countTime = 2 * time.Second

// failedCalls is a filter of the calls that a replay makes again and that failed.
func (t testFile) failedCalls() string {
	s := link.Term("session", t.Session.ID) + " is:failed -origin:replay -origin:push -origin:console"
	if t.Left > 0 {
		s += " -origin:terminal"
	}
	return s
}

// testCommands are the commands that run a session file against its agents, each with the
// agent's origin.
func testCommands(file string, agents []string) (out []testCommand) {
	command := func(agent, where, report string) {
		out = append(out, testCommand{agent, "a2a-console replay " + file + " --to " + where + " --fail-on-diff --level structure --junit " + report})
	}
	for _, origin := range agents {
		switch {
		case !plainURL(origin) || len(out) == 20:
		case len(agents) > 1:
			command(origin, origin+" --agent "+origin, reportOf(origin, true))
		default:
			command(origin, origin, reportOf(origin, false))
		}
	}
	if len(out) == 0 {
		command("", "http://127.0.0.1:9000", reportOf("", false))
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
	l := mockList{Session: ses, Mocks: slices.DeleteFunc(s.Player.Mocks(), func(m host.Mock) bool { return m.Session != session })}
	slices.Reverse(l.Mocks) // the one that was just started comes first
	if l.Recorded, err = s.Player.Recorded(ctx, session); err != nil {
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
	return web.On(func(ctx context.Context, p *web.Patches) error {
		l, err := s.mockList(ctx, id)
		if err != nil {
			return err
		}
		p.Changed("mocks", mockTable(l))
		return nil
	}, web.Runs), nil
}

// startMock serves a session as an agent until it is stopped.
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

func paceWord(pace float64) string {
	switch pace {
	case 0:
		return "no pauses"
	case 1:
		return "pauses as recorded"
	}
	return "pauses ×" + strconv.FormatFloat(pace, 'g', 4, 64)
}

// sendable reports whether a shell takes a message within single quotes as it is.
func sendable(text string) bool {
	return text != "" && len(text) <= 200 && !strings.HasPrefix(text, "-") && !strings.ContainsFunc(text, func(c rune) bool { return c == '\'' || !unicode.IsPrint(c) })
}

// sendURL opens Compose with a recorded message, by the operation that it was sent with and,
// where a mock has several, in its version: a mock answers nothing else.
func sendURL(m host.Mock, a host.MockAnswer) string {
	to := link.ComposeURL(m.URL, a.Text) + "&delivery=wait"
	if a.Op == a2a.SendStreamingMessage {
		to = link.ComposeURL(m.URL, a.Text) + "&delivery=stream"
	}
	if len(m.Versions) > 1 && a.Version != "" && a.Binding != "" {
		to += "&as=" + agents.Protocol{Version: a.Version, Binding: a.Binding}.Path()
	}
	return to
}

// sendCommand is the command that sends a mock a recorded message, "" where it has none
// that a shell takes as it is.
func sendCommand(m host.Mock, a host.MockAnswer) string {
	if !sendable(a.Text) {
		return ""
	}
	command := "a2a-console send " + m.URL + " '" + a.Text + "'"
	if len(m.Versions) > 1 && a.Version != "" {
		command += " --dialect " + string(a.Version)
	}
	if other := func(o host.MockAnswer) bool { return o.Binding != m.Answers[0].Binding }; a.Binding != "" && (a.Binding != a2a.JSONRPC || slices.ContainsFunc(m.Answers, other)) {
		command += " --binding " + string(a.Binding)
	}
	if a.Op == a2a.SendStreamingMessage {
		command += " --stream"
	}
	return command
}
