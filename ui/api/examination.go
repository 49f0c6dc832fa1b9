package api

import (
	"cmp"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) examinationRoutes() []web.Route {
	return []web.Route{
		{Pattern: "GET /api/examinations", Handle: s.apiExaminations},
		{Pattern: "POST /api/examinations", Handle: s.apiStartExamination},
		{Pattern: "GET /api/examinations/{id}", Handle: s.apiExamination},
		{Pattern: "DELETE /api/examinations/{id}", Handle: s.apiStopExamination},
		{Pattern: "POST /api/examinations/{id}/next", Handle: s.apiEndStep},
	}
}

type apiExaminationLine struct {
	ID          string      `json:"id"`
	Kind        string      `json:"kind"`
	Agent       string      `json:"agent"`
	Dialect     a2a.Version `json:"dialect,omitempty"` // absent for all that the card offers
	Binding     a2a.Binding `json:"binding,omitempty"` // likewise
	Texts       []string    `json:"texts"`             // empty for the examples of the card
	Rate        float64     `json:"rate,omitempty"`
	Budget      int         `json:"budget,omitempty"`
	State       string      `json:"state"`
	Reason      string      `json:"why,omitempty"`     // why it could not run
	Session     string      `json:"session,omitempty"` // session in which its calls are recorded
	Started     string      `json:"started"`
	Ended       string      `json:"ended,omitempty"`
	Planned     int         `json:"planned"` // maximum number of calls
	Calls       int         `json:"calls"`   // number of calls made so far
	JudgedCount int         `json:"judged"`  // number of exchanges judged so far
	Interface   string      `json:"interface,omitempty"`
	Probe       string      `json:"probe,omitempty"`
	Results     []any       `json:"results,omitempty"` // only if one examination is requested and it is over

	Client *examine.ClientRequest `json:"client,omitempty"`
	Chaos  *examine.ChaosRequest  `json:"chaos,omitempty"`
	URL    string                 `json:"url,omitempty"`  // URL that the client must call
	Step   *int                   `json:"step,omitempty"` // index in Steps of the current step
	Steps  []apiExaminedStep      `json:"steps,omitempty"`
}

// apiExaminedStep is a step of a client, or a conversation, until the examination is over.
type apiExaminedStep struct {
	Name        string         `json:"name"`
	Interface   string         `json:"of,omitempty"`
	Requirement string         `json:"asks"`
	Result      verdict.Result `json:"result,omitempty"` // absent until the step has ended
	Message     string         `json:"message,omitempty"`
}

func examinationState(s examination.State) string {
	switch s {
	case examination.Finding:
		return "reading"
	case examination.Waiting:
		return "waiting"
	case examination.Calling:
		return "calling"
	case examination.Judging:
		return "judging"
	case examination.Stopped:
		return "stopped"
	case examination.Early:
		return "ended_early"
	case examination.Done:
		return "done"
	}
	return "failed"
}

func examinationLine(l *examination.Snapshot) apiExaminationLine {
	a := apiExaminationLine{
		ID: l.ID, Kind: l.Request.Kind(), Client: l.Request.Client, Chaos: l.Request.Chaos, Agent: l.Request.Agent, Dialect: l.Request.Version, Binding: l.Request.Binding, Texts: append([]string{}, l.Request.Texts...), Rate: l.Request.Rate, Budget: l.Request.Budget,
		State: examinationState(l.State), Reason: l.Reason, Session: l.Session, Started: apiTime(l.Started), Ended: apiTime(l.Ended),
		Planned: l.Progress.Planned, Calls: l.Progress.Done, JudgedCount: l.JudgedCount,
	}
	if !l.IsOver() {
		a.Interface, a.Probe = l.Progress.Interface, l.Progress.Probe
		a.takeSteps(l)
	}
	if l.Report != nil {
		a.Calls = l.Report.Calls
	}
	return a
}

// takeSteps fills in the steps of a client, or the conversations: those that have ended, then the
// others.
func (a *apiExaminationLine) takeSteps(l *examination.Snapshot) {
	if len(l.Rows) == 0 {
		return
	}
	a.URL, a.Step, a.Planned, a.Calls = l.URL, &l.Progress.Done, 0, 0
	for i, row := range l.Rows {
		s := apiExaminedStep{Name: row.Probe, Interface: row.Interface, Requirement: row.Expectation}
		if i < l.Progress.Done {
			s.Result, s.Message = row.Result, row.Message
		}
		a.Steps = append(a.Steps, s)
	}
}

// apiExaminations lists the newest examinations, both running and recorded, newest first.
func (s *Screen) apiExaminations(w http.ResponseWriter, r *http.Request) error {
	looks, err := s.Examinations.Snapshots(r.Context())
	if err != nil {
		return err
	}
	return writeList(w, "examinations", looks, examinationLine)
}

func (s *Screen) apiStartExamination(w http.ResponseWriter, r *http.Request) error {
	in := struct {
		Agent   string      `json:"agent"`
		Session string      `json:"session"`
		Dialect a2a.Version `json:"dialect"`
		Binding a2a.Binding `json:"binding"`
		Texts   []string    `json:"texts"`
		Rate    float64     `json:"rate"`
		Budget  int         `json:"budget"`

		Client *examine.ClientRequest `json:"client"`
		Chaos  *examine.ChaosRequest  `json:"chaos"`
		Limit  float64                `json:"limit"` // seconds
	}{Rate: examine.DefaultRate, Budget: examine.DefaultBudget}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	ask := examination.Request{Agent: in.Agent, Session: in.Session, Version: in.Dialect, Binding: in.Binding, Texts: in.Texts, Rate: in.Rate, Budget: in.Budget}
	if in.Session != "" {
		x, err := s.Library.Session(r.Context(), in.Session)
		if err != nil {
			return apiFail("There is no such session.", err)
		}
		ask.Rate, ask.Budget, ask.Title = 0, 0, record.SessionTitle(x)
	}
	if in.Client != nil || in.Chaos != nil {
		ask.Rate, ask.Budget, ask.Client, ask.Chaos, ask.Limit = 0, 0, in.Client, in.Chaos, time.Duration(in.Limit*float64(time.Second))
	}
	if a, ok := s.Agents.Find(r.Context(), in.Agent); ok && in.Agent != "" {
		ask.Agent, ask.Title, ask.Origin = cmp.Or(a.CardURL, a.Origin, in.Agent), a.DisplayName(), in.Agent
	}
	return s.beginExamination(w, r, ask)
}

func (s *Screen) beginExamination(w http.ResponseWriter, r *http.Request, ask examination.Request) error {
	e, err := s.Examinations.Begin(ask)
	if err != nil {
		return err
	}
	l, err := s.Examinations.Snapshot(r.Context(), e)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/api"+link.ExaminationURL(e.ID))
	return web.WriteCreated(w, examinationLine(l))
}

// apiExamination responds with an examination, including its results once it is over.
func (s *Screen) apiExamination(w http.ResponseWriter, r *http.Request) error {
	e, err := s.Examinations.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	l, err := s.Examinations.Snapshot(r.Context(), e)
	if err != nil {
		return err
	}
	a := examinationLine(l)
	if l.Report != nil && (l.Report.Checks != nil || l.Report.Chaos) {
		for line := range l.Report.Lines(l.Request.Name(), l.Session) {
			a.Results = append(a.Results, line)
		}
	}
	return web.WriteJSON(w, a)
}

// apiStopExamination ends an examination early. The exchanges made so far are judged.
func (s *Screen) apiStopExamination(w http.ResponseWriter, r *http.Request) error {
	e, err := s.Examinations.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	s.Examinations.Stop(e)
	return noContent(w)
}

// apiEndStep handles the report that the client has done the current step, or cannot do it.
func (s *Screen) apiEndStep(w http.ResponseWriter, r *http.Request) error {
	in := struct {
		Step   int  `json:"step"`
		Unable bool `json:"unable"`
	}{Step: -1}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	e, err := s.Examinations.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := s.Examinations.Next(e, in.Step, in.Unable); err != nil {
		return err
	}
	return noContent(w)
}
