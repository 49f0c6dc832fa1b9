package checks

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// examineForm is what an examination is started with.
type examineForm struct {
	examination.Ask
	Agents   []agents.Entry
	Address  string       // that was typed in place of a known agent's
	Entry    agents.Entry // the agent that is chosen; the zero Entry for an address
	Versions []a2a.Version
	Plan     examine.Plan
	Targets  []string // interfaces that are examined, none while the card is not known
	Signed   bool     // credentials go along
	Wrong    error    // why it cannot be started, nil for nothing
}

// askOf reads what is asked for.
func (s *Screen) askOf(ctx context.Context, q url.Values) (f examineForm, err error) {
	if f.Agents, err = s.Agents.Entries(ctx); err != nil {
		return f, err
	}
	f.Address = strings.TrimSpace(q.Get("address"))
	f.Ask = examination.Ask{Version: a2a.Version(q.Get("version")), Binding: a2a.Binding(q.Get("binding")), Rate: examine.DefaultRate, Budget: examine.DefaultBudget}
	for text := range strings.Lines(q.Get("texts")) {
		if text = strings.TrimSpace(text); text != "" {
			f.Texts = append(f.Texts, text)
		}
	}
	if v := q.Get("rate"); v != "" {
		f.Rate, _ = strconv.ParseFloat(v, 64) // 0 is refused
	}
	if v := q.Get("budget"); v != "" {
		f.Budget, _ = strconv.Atoi(v)
	}
	for _, d := range dialect.All() {
		f.Versions = append(f.Versions, d.Version())
	}
	if f.Address != "" {
		f.Agent = f.Address
	} else {
		f.Origin = cmp.Or(q.Get("agent"), s.Agents.Chosen(agents.Ranks(f.Agents)))
	}
	if i := slices.IndexFunc(f.Agents, func(a agents.Entry) bool { return a.Origin == f.Origin }); i >= 0 && f.Address == "" {
		f.Entry = f.Agents[i]
		f.Agent, f.Title, f.Signed = cmp.Or(f.Entry.CardURL, f.Origin), f.Entry.Called(), s.signedIn(f.Entry)
	}
	f.Wrong = f.Check()
	if d := f.Entry.Known.Discovery; f.Wrong == nil && d != nil && d.Card != nil {
		f.Plan, f.Targets = f.Ask.Plan(d)
	}
	return f, nil
}

// examinePage shows what would be done, before it is.
func (s *Screen) examinePage(w http.ResponseWriter, r *http.Request) error {
	f, err := s.askOf(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	if f.Entry.Origin != "" {
		s.Agents.Learn(f.Entry.Agent, false)
	}
	if web.FromDatastar(r) {
		return s.Web.Morph(w, r, examinePlan(f))
	}
	return s.Web.Page(w, r, web.Page{Title: "Examine an agent", Screen: "checks", Styles: []string{"examination"}, Body: examineBody(f)})
}

// startExamination examines an agent in the background and shows how it goes.
func (s *Screen) startExamination(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	f, err := s.askOf(r.Context(), r.PostForm)
	if err != nil {
		return err
	}
	e, err := s.Examinations.Begin(f.Ask)
	if err != nil {
		return err
	}
	return s.Web.GoTo(w, r, link.ExaminationURL(e.ID))
}

// unknown says why it is not known yet what will be called.
func (f examineForm) unknown() string {
	switch k := f.Entry.Known; {
	case f.Address != "":
		return "The card at this address is read first; it tells what is called."
	case k.Busy:
		return "The agent's card is being read."
	case k.Problem != "":
		return part.SentenceOf("The agent's card could not be read: " + k.Problem)
	}
	return "The agent's card is read first; it tells what is called."
}

// signedIn reports whether the agent's credentials go along.
func (s *Screen) signedIn(a agents.Entry) bool {
	return s.Agents.SignInOf(a).Kept()
}
