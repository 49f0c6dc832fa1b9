package replay

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// replayForm is what a replay is started with.
type replayForm struct {
	Session  wire.Session
	Agents   []agents.Entry
	To       string   // the agent to begin with
	Recorded []string // agents whose calls can be run again
	Level    string
	Rules    []string
	Secrets  []secrets // by the agent that was called
	SignIns  []signIn  // agents that want credentials, or have some
	Versions []a2a.Version
	Outlines []outline // by the agent that was called
}

// secrets are the names of credentials that clients sent to an agent. They are not on record.
type secrets struct {
	Origin string
	Names  []string // sorted
}

// signIn is how the console stands to an agent that wants credentials.
type signIn struct {
	Origin string
	Done   bool // the console has credentials for it
}

// signIns are the agents of the form whose cards name ways to sign in, to which the console
// is signed in, or whose clients were when they were recorded.
func (s *Screen) signIns(f replayForm) (out []signIn) {
	for _, a := range f.Agents[:min(len(f.Agents), 50)] {
		v := s.Agents.SignInOf(a)
		if v == nil {
			continue
		}
		sent := slices.ContainsFunc(f.Secrets, func(c secrets) bool { return c.Origin == a.Origin })
		if v.IsSignedIn() || sent || len(v.Schemes) > 0 {
			out = append(out, signIn{a.Origin, v.IsSignedIn()})
		}
	}
	return out
}

// goesTo is the agent that the calls to one are made to before anything else is chosen.
func goesTo(f replayForm, origin string) string {
	if len(f.Recorded) > 1 {
		return origin
	}
	return cmp.Or(f.To, origin)
}

// titleOf is what an agent of the record is called, with its host.
func titleOf(known []agents.Entry, origin string) string {
	for _, a := range known {
		if a.Origin == origin && a.Title() != record.HostOf(origin) {
			return part.Short(a.Title(), 48) + ", " + record.HostOf(origin)
		}
	}
	return record.HostOf(origin)
}

// offers says which versions an agent offers, "" where that is not known.
func offers(a agents.Entry) string {
	if len(a.Versions()) == 0 {
		return ""
	}
	return ", offers " + agents.Speaks(a)
}

func (s *Screen) newReplayPage(w http.ResponseWriter, r *http.Request) error {
	f, err := s.replayForm(r.Context(), r.URL.Query().Get("session"))
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, web.Page{Title: "Replay", Screen: "sessions", Styles: []string{"replay"}, Body: newReplayBody(f)})
}

func (s *Screen) replayForm(ctx context.Context, session string) (f replayForm, err error) {
	if f.Session, err = s.Library.Session(ctx, session); err != nil || session == "" {
		return f, rerun.ErrNoSession()
	}
	if f.Agents, err = s.Agents.Entries(ctx); err != nil {
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
	if f.Secrets, err = s.secretsOf(ctx, session); err != nil {
		return f, err
	}
	f.SignIns = s.signIns(f)
	f.Outlines = s.outlines(ctx, f)
	return f, nil
}

// secretsOf are the names of credentials that clients sent in a session.
func (s *Screen) secretsOf(ctx context.Context, session string) (out []secrets, err error) {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Session: session, Not: []wire.Origin{wire.Console, wire.Push}}, wire.Page{Limit: outlinedRows})
	if err != nil {
		return nil, fmt.Errorf("read session %s: %w", session, err)
	}
	for _, x := range xs {
		i := slices.IndexFunc(out, func(c secrets) bool { return c.Origin == x.Agent })
		for _, r := range x.Redactions {
			if r.Where != "request.header" && r.Where != "url" {
				continue
			}
			if i < 0 {
				i, out = len(out), append(out, secrets{Origin: x.Agent})
			}
			if name := part.Short(r.Name, 40); !slices.Contains(out[i].Names, name) {
				out[i].Names = append(out[i].Names, name)
			}
		}
	}
	for _, c := range out {
		slices.Sort(c.Names)
	}
	return out, nil
}

// startReplay runs a session again in the background and shows it.
func (s *Screen) startReplay(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.FormValue("session"))
	if err != nil {
		return rerun.ErrNoSession()
	}
	how, err := rerun.HowToReplay(r, ses)
	if err != nil {
		return err
	}
	run, err := s.Runs.Begin(ses, how)
	if err != nil {
		return err
	}
	return s.Web.GoTo(w, r, link.ReplayURL(run.ID))
}
