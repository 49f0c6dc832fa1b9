package rerun

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Snapshots returns all replays, at the levels at which they ran.
func (s *Runs) Snapshots(ctx context.Context) []Snapshot {
	var out []Snapshot
	for _, r := range s.Reruns.All() {
		out = append(out, s.snapshot(ctx, r, 0))
	}
	return out
}

func ErrNoReplay() error {
	return &web.Failure{Status: http.StatusNotFound, Problem: "There is no such replay.", Reason: "The console keeps only the newest replays, and only while it runs.",
		Advice:   "The replay's calls are on record. Its session links to the comparison with the original.",
		LinkText: "Sessions of replays", LinkURL: link.SessionsOfReplays}
}

// SnapshotOf returns the replay that an address names, at the level that it asks for.
func (s *Runs) SnapshotOf(r *http.Request) (Snapshot, error) {
	run, ok := s.Reruns.Get(r.PathValue("id"))
	if !ok {
		return Snapshot{}, ErrNoReplay()
	}
	level, _ := diff.ParseLevel(r.URL.Query().Get("level")) // no level: the level at which it ran
	l := s.snapshot(r.Context(), run, level)
	l.OnlyDiffering = r.URL.Query().Get("only") == "differs"
	return l, nil
}

// snapshot adds the current title of the session. A deleted session keeps the title that it had.
func (s *Runs) snapshot(ctx context.Context, r *Rerun, level diff.Level) Snapshot {
	l, ses := r.Snapshot(level), r.Session
	if now, err := s.Library.Session(ctx, ses.ID); err == nil {
		ses = now
	}
	l.Title = record.SessionTitle(ses)
	return l
}

func (r *Rerun) Pause(paused bool) {
	r.change(func() {
		r.paused = paused
		if r.run != nil {
			r.run.Pause(paused)
		}
	})
}

// End ends a replay for good and cancels the call in progress.
func (s *Runs) End(r *Rerun) {
	if s.Background.Stop(r.ID) {
		return
	}
	r.change(func() {
		if r.State == RerunStopped {
			r.State = RerunEnded
			r.markUnfinished()
		}
	})
	s.close(r)
}

// Resume continues a replay that stopped at a difference.
func (s *Runs) Resume(r *Rerun) {
	r.mu.Lock()
	again := r.State == RerunStopped
	if again {
		r.State, r.ended = RerunRunning, time.Time{}
		r.rev++
	}
	r.mu.Unlock()
	if again {
		s.Background.Start(r.ID, func(ctx context.Context) { s.play(ctx, r, nil) })
	}
}

// Hide stores a rule with the session, so that it also counts in the next replay, and hides
// what it covers in this one.
func (s *Runs) Hide(ctx context.Context, r *Rerun, rule string) error {
	if _, err := diff.ParseIgnoreRule(rule); err != nil {
		return web.Fail(http.StatusBadRequest, "The rule was not saved.", err.Error(), "Use the button beside a difference.")
	}
	ses, err := s.Library.Session(ctx, r.Session.ID)
	if err != nil {
		return web.Fail(http.StatusConflict, "The rule was not saved.", "The session is no longer on record.", "Compare two other sessions.")
	}
	if !slices.Contains(ses.Ignore, rule) {
		if err := s.Desk.SaveComparison(ctx, ses.ID, ses.Level, append(slices.Clone(ses.Ignore), rule)); err != nil {
			return fmt.Errorf("keep the rule: %w", err)
		}
	}
	r.change(func() {
		r.hidden = append(r.hidden, rule)
		for i := range r.Steps {
			r.Steps[i].Rev = r.rev
		}
	})
	return nil
}

func ErrNoSession() error {
	return web.Fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Choose one in Sessions.")
}

// Begin starts a replay in the background.
func (s *Runs) Begin(ses wire.Session, how host.ReplayOptions) (*Rerun, error) {
	if s.Desk.Paused() {
		return nil, web.Fail(http.StatusConflict, "Recording is paused.", "A replay must be recorded, so that each difference can link to its exchange.", "Resume recording, then start again.")
	}
	into, err := s.Desk.BeginSideSession(context.Background(), NamePrefix+record.SessionTitle(ses))
	if err != nil {
		return nil, fmt.Errorf("begin a session for the replay: %w", err)
	}
	how.TargetSession = into.ID
	run := &Rerun{ID: wire.NewID(), Session: ses, Into: into.ID, Started: s.Web.Now(), Options: how, State: RerunPlanning}
	header := how.Header
	run.Options.Header = nil
	run.Headers = part.SortedKeys(header)
	if s.Reruns.Add(run) != nil {
		run.State = RerunFailed
		s.close(run)
		return nil, web.Fail(http.StatusConflict, "Three replays are running.", "More replays at once would not be faster.", "Wait for one to end, or stop one.")
	}
	s.Background.Start(run.ID, func(ctx context.Context) { s.play(ctx, run, header) })
	s.Web.Notify(web.Runs)
	return run, nil
}

// Request is the unchecked input for a replay.
type Request struct {
	To, Agent, Level string
	Version          a2a.Version
	Pace             float64
	Stop             bool
	Header           http.Header
}

func ParseOptions(r *http.Request, ses wire.Session) (host.ReplayOptions, error) {
	a := Request{To: cmp.Or(strings.TrimSpace(r.FormValue("address")), r.FormValue("to"), r.FormValue("agent")), Agent: r.FormValue("agent"), Level: r.FormValue("level"),
		Version: a2a.Version(r.FormValue("version")), Stop: r.FormValue("stop") != ""}
	if r.FormValue("timing") == "kept" {
		a.Pace = 1
	}
	var err error
	if a.Header, err = web.Headers(r.FormValue("headers")); err != nil {
		return host.ReplayOptions{}, ErrHeader()
	}
	return a.Check(ses)
}

func (a Request) Check(ses wire.Session) (host.ReplayOptions, error) {
	o := host.ReplayOptions{Session: ses.ID, To: strings.TrimSpace(a.To), Agent: a.Agent, Header: a.Header}
	if o.To == "" {
		return o, web.Fail(http.StatusBadRequest, "No agent was chosen.", "A replay needs an agent to call.", "Choose an agent, or type its address.")
	}
	if err := inspector.CheckURL(o.To); strings.Contains(o.To, "://") && err != nil {
		return o, web.Fail(http.StatusBadRequest, "This address cannot be called.", err.Error(), "Type the address of an agent, such as 127.0.0.1:9000.")
	}
	level, err := diff.ParseLevel(a.Level)
	if err != nil {
		return o, web.Fail(http.StatusBadRequest, "There is no such level.", err.Error(), "Choose a listed level.")
	}
	rules, err := diff.ParseIgnoreRules(ses.Ignore)
	if err != nil {
		return o, web.Fail(http.StatusBadRequest, "A rule kept with the session cannot be read.", err.Error(), "Remove the rule on the page that compares the session.")
	}
	if _, ok := dialect.ByName(a.Version); !ok && a.Version != "" {
		return o, web.Fail(http.StatusBadRequest, "The console does not support this version.", "The page does not offer this version.", "Choose a listed version.")
	}
	if !paceFits(a.Pace) {
		return o, ErrPace()
	}
	o.Options = replay.Options{Version: a.Version, Diff: diff.Options{Level: level, Ignore: rules, Limit: 100}, StopAtDifference: a.Stop, Pace: a.Pace}
	return o, nil
}

// ErrHeader does not repeat the header, because it may contain a credential.
func ErrHeader() error {
	return web.Fail(http.StatusBadRequest, "A header cannot be read.", "A header is a name and a value on one line.", "Write each header like this: Authorization: Bearer TOKEN.")
}
