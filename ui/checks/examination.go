package checks

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) examinationRoutes() []web.Route {
	var does []string
	for _, k := range examinationKinds {
		does = append(does, k.Do)
	}
	return slices.Concat(web.Verbs(web.Route{Pattern: "GET /checks/{do}", Handle: s.examinePage}, does...), web.Verbs(web.Route{Pattern: "POST /checks/{do}", Handle: s.startExamination}, does...), []web.Route{
		{Pattern: "POST /checks/session", Handle: s.judgeSession},
		{Pattern: "GET /examinations/{id}", Handle: s.examinationPage, Live: s.examinationLive},
		{Pattern: "GET /checks/compare", Handle: s.comparePage},
		{Pattern: "GET /examinations/{id}/report", Handle: s.report},
		{Pattern: "POST /examinations/{id}/stop", Handle: s.stopExamination},
		{Pattern: "POST /examinations/{id}/next", Handle: s.nextStep},
	})
}

type examinationView struct {
	*examination.Snapshot
	Name        string // name of the agent, session or client
	Lines       []examination.Line
	Failing     []examination.Line
	OtherGroups []examination.Group
	Ops         map[string]string       // operation called, by exchange
	Against     []*examination.Snapshot // examinations to compare it with
}

func (s *Screen) readExamination(ctx context.Context, id string) (*examinationView, error) {
	e, err := s.Examinations.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	l, err := s.Examinations.Snapshot(ctx, e)
	if err != nil {
		return nil, err
	}
	names, err := s.Names(ctx)
	if err != nil {
		return nil, err
	}
	v := newView(l, names)
	v.Lines, v.Ops = examination.Lines(l.Report), map[string]string{}
	for _, id := range l.StepCalls {
		s.readOp(ctx, v, id)
	}
	if v.Against, err = s.againstOf(ctx, l); err != nil {
		return nil, err
	}
	v.Failing, v.OtherGroups = examination.Failing(v.Lines), examination.GroupRest(v.Lines)
	for _, f := range v.Failing {
		for _, p := range f.Places {
			s.readOp(ctx, v, p.Exchange)
		}
	}
	return v, nil
}

// newView returns a view that names the examined agent as the lists do.
func newView(l *examination.Snapshot, names map[string]string) *examinationView {
	v := &examinationView{Snapshot: l}
	origin := v.origin()
	v.Name = cmp.Or(names[origin], l.Request.Title, record.HostOf(origin), agentOf(l))
	return v
}

// readOp stores the operation of an exchange in v.Ops, unless the exchange was deleted.
func (s *Screen) readOp(ctx context.Context, v *examinationView, id string) {
	if _, known := v.Ops[id]; known {
		return
	}
	if x, err := s.Library.Exchange(ctx, id); err == nil {
		v.Ops[id] = record.Row{Exchange: x}.Operation()
	}
}

func (s *Screen) judgeSession(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Session(r.Context(), r.FormValue("session"))
	if err != nil {
		return errNoSession()
	}
	e, err := s.Examinations.Begin(examination.Request{Session: x.ID, Title: record.SessionTitle(x)})
	if err != nil {
		return err
	}
	return s.Web.GoTo(w, r, link.ExaminationURL(e.ID))
}

func (s *Screen) examinationPage(w http.ResponseWriter, r *http.Request) error {
	v, err := s.readExamination(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, web.Page{Title: v.title(), Screen: "checks", Styles: []string{"examination", "checks"}, Body: examinationBody(v), Live: true})
}

func (s *Screen) examinationLive(r *http.Request, _ int64) (web.View, error) {
	id := r.PathValue("id")
	if _, err := s.Examinations.Get(r.Context(), id); err != nil {
		return nil, err
	}
	seen := -1
	return web.ViewFunc(func(ctx context.Context, p *web.Patches) error {
		e, err := s.Examinations.Get(ctx, id)
		if err != nil {
			return err
		}
		l, err := s.Examinations.Snapshot(ctx, e)
		if err != nil || l.Rev == seen {
			return err
		}
		seen = l.Rev
		v := &examinationView{Snapshot: l}
		if l.IsOver() || len(l.Rows) > 0 {
			if v, err = s.readExamination(ctx, id); err != nil {
				return err
			}
		}
		p.Changed("status", examinationStatus(v))
		p.Changed("steps", examinationSteps(v))
		if l.IsOver() {
			p.Changed("results", examinationResults(v))
		}
		return nil
	}, web.Jobs), nil
}

func (s *Screen) stopExamination(w http.ResponseWriter, r *http.Request) error {
	e, err := s.Examinations.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	s.Examinations.Stop(e)
	return s.Web.Done(w, r, web.Jobs)
}

// nextStep handles the report that the client has done the current step, or cannot do it.
func (s *Screen) nextStep(w http.ResponseWriter, r *http.Request) error {
	e, err := s.Examinations.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	step, err := strconv.Atoi(r.FormValue("step"))
	if err != nil {
		step = -1
	}
	if err := s.Examinations.Next(e, step, r.FormValue("unable") != ""); err != nil {
		return err
	}
	return s.Web.Done(w, r, web.Jobs)
}

func (s *Screen) report(w http.ResponseWriter, r *http.Request) error {
	v, err := s.readExamination(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if v.Report == nil {
		return web.Fail(http.StatusConflict, "There is no report yet.", "The examination is still running, or could not call anything.", "Wait until it ends. If it called nothing, run it again.")
	}
	if v.Report.Checks != nil {
		v.Report.ExcludeOwn()
	}
	name := v.Request.Name()
	var out bytes.Buffer
	ending, kind := "", ""
	switch r.URL.Query().Get("format") {
	case "junit":
		ending, kind = "xml", "application/xml"
		err = examine.WriteJUnit(&out, name, v.Report, check.Must)
	case "md":
		ending, kind = "md", "text/markdown; charset=utf-8"
		err = examine.WriteMarkdown(&out, name, v.Report)
	case "json":
		ending, kind = "jsonl", "application/x-ndjson"
		to := json.NewEncoder(&out)
		for line := range v.Report.Lines(name, v.Session) {
			if err = to.Encode(line); err != nil {
				break
			}
		}
	default:
		return web.Fail(http.StatusBadRequest, "There is no such format.", "A report is a JUnit file, JSON or Markdown.", "Use format=junit, json or md.")
	}
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="check-`+v.Started.UTC().Format("20060102-150405")+"."+ending+`"`)
	_, err = w.Write(out.Bytes())
	return err
}

func placeURL(p examination.Place) string { return link.FindingURL(p.Exchange, p.Check) }

func (v *examinationView) op(exchange string) string {
	op := v.Ops[exchange]
	return cmp.Or(words.OperationWord(a2a.Operation(op)), part.Short(op, 24), "exchange")
}

// moreURL returns the URL of the list of the exchanges that break a check or, for a probe, of all.
func (v *examinationView) moreURL(l examination.Line) string {
	terms := []string{link.Term("session", v.Session)}
	if l.IsCheck {
		terms = append(terms, link.Term("finding", l.Name))
	}
	return link.Query{Text: strings.Join(terms, " "), Probes: true}.URL("/traffic")
}
