package api

import (
	"cmp"
	"context"
	"net/http"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

type apiReplay struct {
	ID        string      `json:"id"`
	Session   string      `json:"session"` // session that is replayed
	Into      string      `json:"into"`    // session in which the new exchanges are recorded
	To        string      `json:"to"`
	Agent     string      `json:"agent,omitempty"`   // agent whose calls are replayed, if one was named
	Dialect   a2a.Version `json:"dialect,omitempty"` // absent for the recorded one
	Level     string      `json:"level"`
	Pace      float64     `json:"pace"`
	Stop      bool        `json:"stop_at_difference"`
	Headers   []string    `json:"headers"` // names only
	State     string      `json:"state"`
	Reason    string      `json:"why,omitempty"`
	Paused    bool        `json:"paused"`
	Notes     []string    `json:"notes"`
	Started   string      `json:"started"`
	Ended     string      `json:"ended,omitempty"`
	Planned   int         `json:"planned"` // number of steps
	Finished  int         `json:"finished"`
	SameCount int         `json:"same"`
	Differs   int         `json:"differs"`
	Missing   int         `json:"missing"`
	Extra     int         `json:"extra"`
	Stopped   int         `json:"stopped,omitempty"`
	Steps     []apiStep   `json:"steps,omitempty"` // only if one replay is requested
}

// apiStep is a step of a replay, with the members that the command line prints for it. It has no
// verdict until it is over.
type apiStep struct {
	A               string            `json:"a"`
	B               string            `json:"b"` // id of the new exchange, "" until it is sent
	Outcome         diff.Outcome      `json:"verdict,omitempty"`
	Differences     []diff.Difference `json:"differences"`
	MoreDifferences int               `json:"more,omitempty"` // number of differences beyond the limit
	Op              a2a.Operation     `json:"op,omitempty"`
	Text            string            `json:"says,omitempty"`
	Skip            string            `json:"skip,omitempty"` // why it was not sent
	Notes           []string          `json:"notes,omitempty"`
}

func apiState(s rerun.State) string {
	switch s {
	case rerun.RerunPlanning:
		return "planning"
	case rerun.RerunRunning:
		return "running"
	case rerun.RerunStopped:
		return "differs" // stopped at a difference; it can be resumed
	case rerun.RerunEnded:
		return "stopped"
	case rerun.RerunDone:
		return "done"
	}
	return "failed"
}

func replayLine(l rerun.Snapshot) apiReplay {
	return apiReplay{
		ID: l.ID, Session: l.Session.ID, Into: l.Into, To: l.Options.To, Agent: l.Options.Agent, Dialect: l.Options.Version, Level: l.Level.String(), Pace: l.Options.Pace,
		Stop: l.Options.StopAtDifference, Headers: append([]string{}, l.Headers...), State: apiState(l.State), Reason: l.Reason, Paused: l.Paused,
		Notes: append([]string{}, l.Notes...), Started: apiTime(l.Started), Ended: apiTime(l.Ended), Planned: len(l.Steps), Finished: l.Finished,
		SameCount: l.Report.SameCount, Differs: l.Report.DifferentCount, Missing: l.Report.MissingCount, Extra: l.Report.ExtraCount, Stopped: l.Report.StoppedCount,
	}
}

func apiStepOf(t rerun.Step) apiStep {
	a := apiStep{A: t.Exchange, B: t.NewExchange, Op: t.Op, Text: t.Excerpt, Skip: t.SkipReason, Differences: []diff.Difference{}}
	if t.Push != "" {
		a.Notes = []string{t.Push} // the notes of a pair begin with it, too
	}
	if p := t.Pair; p != nil {
		a.A, a.B, a.Outcome, a.MoreDifferences, a.Notes = p.A, p.B, p.Outcome, p.OmittedCount, p.Notes
		a.Differences = append(a.Differences, p.Differences...)
	}
	return a
}

// apiReplays lists the replays since the program started, newest first.
func (s *Screen) apiReplays(w http.ResponseWriter, r *http.Request) error {
	return writeList(w, "replays", s.Runs.Snapshots(r.Context()), replayLine)
}

func (s *Screen) apiOneReplay(w http.ResponseWriter, r *http.Request) error {
	l, err := s.Runs.SnapshotOf(r)
	if err != nil {
		return err
	}
	out := replayLine(l)
	for _, t := range l.Steps {
		out.Steps = append(out.Steps, apiStepOf(t))
	}
	return web.WriteJSON(w, out)
}

func (s *Screen) apiStartReplay(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Session string            `json:"session"`
		To      string            `json:"to"`
		Agent   string            `json:"agent"`
		Dialect a2a.Version       `json:"dialect"`
		Level   string            `json:"level"`
		Pace    float64           `json:"pace"`
		Stop    bool              `json:"stop_at_difference"`
		Headers map[string]string `json:"headers"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	ses, err := s.Library.Session(r.Context(), in.Session)
	if err != nil || in.Session == "" {
		return rerun.ErrNoSession()
	}
	if in.To == "" {
		if in.To, err = s.defaultAgent(r.Context(), ses.ID, in.Agent); err != nil {
			return err
		}
	}
	ask := rerun.Request{To: in.To, Agent: in.Agent, Level: cmp.Or(in.Level, ses.Level, diff.Meaning.String()), Version: in.Dialect, Pace: in.Pace, Stop: in.Stop, Header: http.Header{}}
	for name, value := range in.Headers {
		if web.AddHeader(ask.Header, name, value) != nil {
			return rerun.ErrHeader()
		}
	}
	how, err := ask.Check(ses)
	if err != nil {
		return err
	}
	run, err := s.Runs.Begin(ses, how)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/api"+link.ReplayURL(run.ID))
	return web.WriteCreated(w, replayLine(run.Snapshot(0)))
}

// defaultAgent returns the agent to replay against if none is named: the one whose calls are
// replayed, or else the one with the most calls; "" if there is none.
func (s *Screen) defaultAgent(ctx context.Context, session, agent string) (string, error) {
	if agent != "" {
		return agent, nil
	}
	all, _, err := s.Player.Recorded(ctx, session)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return all[0].Origin, nil
}

// apiReplayDo returns a handler that applies do to a replay and responds with its state.
func (s *Screen) apiReplayDo(do func(*rerun.Rerun)) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		run, ok := s.Runs.Reruns.Get(r.PathValue("id"))
		if !ok {
			return rerun.ErrNoReplay()
		}
		do(run)
		s.Web.Notify(web.Runs)
		return web.WriteJSON(w, replayLine(run.Snapshot(0)))
	}
}

func (s *Screen) resume(r *rerun.Rerun) {
	r.Pause(false)
	s.Runs.Resume(r)
}

type apiMock struct {
	ID            string        `json:"id"`
	Session       string        `json:"session"`
	URL           string        `json:"url"` // where clients connect
	Pace          float64       `json:"pace"`
	Started       string        `json:"started"`
	Calls         int           `json:"calls"`
	Conversations int           `json:"conversations"`
	Dialects      []a2a.Version `json:"dialects"`
	Notes         []string      `json:"notes"`

	Answered   int             `json:"answered"`   // number of calls answered so far
	Unanswered []apiUnanswered `json:"unanswered"` // latest first
}

// apiUnanswered is a request for which the mock's recording has no response.
type apiUnanswered struct {
	Request string `json:"asked"`
	Times   int    `json:"times"`
	Last    string `json:"last"`
}

func mockLine(m host.Mock) apiMock {
	unanswered := make([]apiUnanswered, len(m.Unanswered))
	for i, u := range m.Unanswered {
		unanswered[i] = apiUnanswered{u.Request, u.Times, apiTime(u.LastAt)}
	}
	return apiMock{m.ID, m.Session, m.URL, m.Pace, apiTime(m.Started), m.Calls, m.Conversations, append([]a2a.Version{}, m.Versions...), append([]string{}, m.Notes...), m.Answered, unanswered}
}

func (s *Screen) apiMocks(w http.ResponseWriter, _ *http.Request) error {
	return writeList(w, "mocks", s.Runs.Mocks(), mockLine)
}

func (s *Screen) apiStartMock(w http.ResponseWriter, r *http.Request) error {
	in := struct {
		Session string  `json:"session"`
		Agent   string  `json:"agent"`
		Pace    float64 `json:"pace"`
	}{Pace: 1}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	m, err := s.Runs.ServeMock(r.Context(), in.Session, in.Agent, in.Pace)
	if err != nil {
		return err
	}
	s.Web.Notify(web.Runs)
	return web.WriteCreated(w, mockLine(m))
}

func (s *Screen) apiStopMock(w http.ResponseWriter, r *http.Request) error {
	for _, m := range s.Runs.Mocks() {
		if m.ID != r.PathValue("id") {
			continue
		}
		if err := s.Player.StopMock(m.ID); err != nil {
			return err
		}
		s.Web.Notify(web.Runs)
		return noContent(w)
	}
	return web.Fail(http.StatusNotFound, "There is no such mock.", "It may have been stopped.", "List the running mocks: GET /api/mocks.")
}
