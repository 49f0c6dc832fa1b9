package ui

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// replayForm is what a replay is started with.
type replayForm struct {
	Session  wire.Session
	Agents   []agentEntry
	To       string   // the agent to begin with
	Recorded []string // agents whose calls can be run again
	Level    string
	Rules    []string
	Secrets  []string // names of what was redacted and is not sent
	Versions []a2a.Version
}

// title is what an agent of the record is called, with its host.
func (f replayForm) title(origin string) string {
	for _, a := range f.Agents {
		if a.Origin == origin && a.Title() != hostOf(origin) {
			return part.Short(a.Title(), 48) + ", " + hostOf(origin)
		}
	}
	return hostOf(origin)
}

func errNoSession() error {
	return fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Sessions lists what is there.")
}

func (s *Server) newReplayPage(w http.ResponseWriter, r *http.Request) error {
	f, err := s.replayForm(r.Context(), r.URL.Query().Get("session"))
	if err != nil {
		return err
	}
	return s.page(w, r, Page{Title: "Replay", Screen: "sessions", Styles: []string{"replay"}, Body: newReplayBody(f)})
}

func (s *Server) replayForm(ctx context.Context, session string) (f replayForm, err error) {
	if f.Session, err = s.Library.Session(ctx, session); err != nil || session == "" {
		return f, errNoSession()
	}
	if f.Agents, err = s.entries(ctx); err != nil {
		return f, err
	}
	if f.Recorded, err = s.Player.Recorded(ctx, session); err != nil {
		return f, fmt.Errorf("read the agents of session %s: %w", session, err)
	}
	f.To = s.Reference
	if len(f.Recorded) > 0 {
		f.To = f.Recorded[0]
	}
	f.Level, f.Rules = cmp.Or(f.Session.Level, diff.Meaning.String()), f.Session.Ignore
	for _, d := range dialect.All() {
		f.Versions = append(f.Versions, d.Version())
	}
	f.Secrets, err = s.secretsOf(ctx, session)
	return f, err
}

// secretsOf are the names of credentials that clients sent in a session. They
// are not on record.
func (s *Server) secretsOf(ctx context.Context, session string) ([]string, error) {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Session: session, Not: []wire.Origin{wire.Console, wire.Push}}, wire.Page{Limit: 500})
	if err != nil {
		return nil, fmt.Errorf("read session %s: %w", session, err)
	}
	var out []string
	for _, x := range xs {
		for _, r := range x.Redactions {
			if name := part.Short(r.Name, 40); (r.Where == "request.header" || r.Where == "url") && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out, nil
}

// startReplay runs a session again in the background and shows it.
func (s *Server) startReplay(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.FormValue("session"))
	if err != nil {
		return errNoSession()
	}
	how, err := howToReplay(r, ses)
	if err != nil {
		return err
	}
	run, err := s.beginReplay(ses, how)
	if err != nil {
		return err
	}
	return s.goTo(w, r, string(replayURL(run.ID)))
}

// beginReplay runs a session again in the background.
func (s *Server) beginReplay(ses wire.Session, how Replaying) (*rerun, error) {
	if s.Desk.Paused() {
		return nil, fail(http.StatusConflict, "Recording is paused.", "A replay goes on record, so that each difference leads to its exchange.", "Resume recording, then start again.")
	}
	run := &rerun{ID: wire.NewID(), Session: ses, Into: s.Desk.Current().ID, Started: s.Now(), How: how, state: rerunPlanning}
	header := how.Header
	run.How.Header = nil
	run.Headers = sortedKeys(header)
	if !s.reruns.add(run) {
		return nil, fail(http.StatusConflict, "Three replays are running.", "More at once would only wait for each other.", "Wait for one to end, or stop one.")
	}
	s.calls.start(run.ID, func(ctx context.Context) { s.play(ctx, run, header) })
	s.bell.ring()
	return run, nil
}

// replayAsk is how a replay is asked for, unchecked.
type replayAsk struct {
	To, Agent, Level string
	Version          a2a.Version
	Pace             float64
	Stop             bool
	Header           http.Header
}

// howToReplay reads the form.
func howToReplay(r *http.Request, ses wire.Session) (Replaying, error) {
	a := replayAsk{To: cmp.Or(strings.TrimSpace(r.FormValue("address")), r.FormValue("to")), Agent: r.FormValue("agent"), Level: r.FormValue("level"),
		Version: a2a.Version(r.FormValue("version")), Stop: r.FormValue("stop") != ""}
	if r.FormValue("timing") == "kept" {
		a.Pace = 1
	}
	var err error
	if a.Header, err = headersTyped(r.FormValue("headers")); err != nil {
		return Replaying{}, err
	}
	return a.check(ses)
}

// check makes of what was asked what can be planned.
func (a replayAsk) check(ses wire.Session) (Replaying, error) {
	o := Replaying{Session: ses.ID, To: strings.TrimSpace(a.To), Agent: a.Agent, Header: a.Header}
	if o.To == "" {
		return o, fail(http.StatusBadRequest, "No agent was chosen.", "The session is run again against an agent.", "Choose one, or type its address.")
	}
	if err := inspector.CheckURL(o.To); strings.Contains(o.To, "://") && err != nil {
		return o, fail(http.StatusBadRequest, "This address cannot be called.", err.Error()+".", "Type the address of an agent, such as 127.0.0.1:9000.")
	}
	level, err := diff.ParseLevel(a.Level)
	if err != nil {
		return o, fail(http.StatusBadRequest, "There is no such level.", err.Error()+".", "Choose one of them.")
	}
	rules, err := diff.ParseRules(ses.Ignore)
	if err != nil {
		return o, fail(http.StatusBadRequest, "A rule kept with the session cannot be read.", err.Error()+".", "Remove it where the session is compared.")
	}
	if _, ok := dialect.For(a.Version); !ok && a.Version != "" {
		return o, fail(http.StatusBadRequest, "The console does not speak this version.", "It was not offered.", "Choose one of the list.")
	}
	if !paceFits(a.Pace) {
		return o, errPace()
	}
	o.Options = replay.Options{Version: a.Version, Diff: diff.Options{Level: level, Ignore: rules, Limit: 100}, StopAtDifference: a.Stop, Pace: a.Pace}
	return o, nil
}

// headersTyped reads one header per line.
func headersTyped(text string) (http.Header, error) {
	h := http.Header{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || !addHeader(h, name, value) {
			return nil, errHeader()
		}
	}
	return h, nil
}

// errHeader does not repeat the header: it may hold a credential.
func errHeader() error {
	return fail(http.StatusBadRequest, "A header cannot be read.", "Each is a name and a value, on one line.", "Write it like Authorization: Bearer and the token.")
}

// addHeader adds a header that may be sent, and reports whether it may.
func addHeader(h http.Header, name, value string) bool {
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !headerName(name) || strings.ContainsFunc(value, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
		return false
	}
	h.Add(name, value)
	return true
}

func headerName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c <= ' ' || c >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}
