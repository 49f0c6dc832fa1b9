package checks

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// examinationKind is a kind of examination, as its form says it.
type examinationKind struct {
	Do       string // last part of the form's address
	Title    string
	Does     string // what is done, a sentence
	Button   string
	Agent    bool   // an agent is chosen
	Messages string // what to know of the messages
	Noun     string // what there is a limit for
	Limit    string // that is usual, in seconds
}

var examinationKinds = []examinationKind{
	{Do: "examine", Title: "Examine an agent", Button: "Examine", Agent: true,
		Does:     "The console judges the answers to good and bad calls.",
		Messages: "One per line. Give one that keeps the agent busy for a while: some checks need a running task."},
	{Do: "client", Title: "Examine a client", Button: "Start", Noun: "step", Limit: "600",
		Does: "The console plays an agent on a bad day. It gives your client an address, and tells you what to do step by step."},
	{Do: "chaos", Title: "Chaos", Button: "Start", Agent: true, Noun: "conversation", Limit: "30",
		Does:     "A tap breaks things while a client talks to an agent. The report says how the client coped.",
		Messages: "One per line. Your own client chooses what it sends."},
}

// examineForm is what an examination is started with.
type examineForm struct {
	examination.Request
	Kind     examinationKind
	Agents   []agents.Entry
	Address  string       // that was typed in place of a known agent's
	Entry    agents.Entry // the agent that is chosen; the zero Entry for an address
	Versions []a2a.Version
	Plan     examine.Plan
	Targets  []string // interfaces that are examined, none while the card is not known
	Signed   bool     // credentials go along
	Err      error    // why it cannot be started, nil for nothing
}

// readForm reads what is asked for.
func (s *Screen) readForm(ctx context.Context, do string, q url.Values) (f examineForm, err error) {
	f.Kind = examinationKinds[slices.IndexFunc(examinationKinds, func(k examinationKind) bool { return k.Do == do })]
	f.Request = examination.Request{Version: a2a.Version(q.Get("version")), Binding: a2a.Binding(q.Get("binding"))}
	for _, d := range dialect.All() {
		f.Versions = append(f.Versions, d.Version())
	}
	switch do {
	case "client":
		f.Client = &examine.ClientRequest{Steps: q["step"]}
	case "chaos":
		f.Chaos = &examine.ChaosRequest{Presets: q["preset"], Times: int(numberOf(q, "times", 1)), Seed: seedOf(q), ByClient: q.Get("by") == "client"}
	default:
		f.Rate, f.Budget = numberOf(q, "rate", examine.DefaultRate), int(numberOf(q, "budget", examine.DefaultBudget))
	}
	f.Limit = time.Duration(numberOf(q, "limit", 0) * float64(time.Second))
	if f.Kind.Agent {
		if err := s.chooseAgent(ctx, &f, q); err != nil {
			return f, err
		}
	}
	if f.Kind.Agent && f.Agent == "" && q.Get("agent") == "" && q.Get("address") == "" {
		return f, nil // nothing was chosen yet; who begins without is told
	}
	f.Err = f.Check()
	if d := f.Entry.CardInfo.Discovery; f.Err == nil && d != nil && d.Card != nil {
		f.Plan, f.Targets = f.Request.Plan(d)
	}
	return f, nil
}

// numberOf is a number of a form; what is none is 0, which is refused.
func numberOf(q url.Values, name string, otherwise float64) float64 {
	if q.Get(name) == "" {
		return otherwise
	}
	n, _ := strconv.ParseFloat(q.Get(name), 64)
	return n
}

// seedOf is the seed of a form. A float would change one above 2^53.
func seedOf(q url.Values) int64 {
	n, _ := strconv.ParseInt(cmp.Or(q.Get("seed"), "1"), 10, 64)
	return n
}

// chooseAgent reads which agent is called, with which messages.
func (s *Screen) chooseAgent(ctx context.Context, f *examineForm, q url.Values) (err error) {
	if f.Agents, err = s.Agents.Entries(ctx); err != nil {
		return err
	}
	f.Address = strings.TrimSpace(q.Get("address"))
	for text := range strings.Lines(q.Get("texts")) {
		if text = strings.TrimSpace(text); text != "" {
			f.Texts = append(f.Texts, text)
		}
	}
	if f.Address != "" {
		f.Agent = f.Address
		return nil
	}
	f.Origin = cmp.Or(q.Get("agent"), s.Agents.Chosen(agents.Ranks(f.Agents)))
	if i := slices.IndexFunc(f.Agents, func(a agents.Entry) bool { return a.Origin == f.Origin }); i >= 0 {
		f.Entry = f.Agents[i]
		f.Agent, f.Title, f.Signed = cmp.Or(f.Entry.CardURL, f.Origin), f.Entry.DisplayName(), s.signedIn(f.Entry)
	}
	return nil
}

// examinePage shows what would be done, before it is.
func (s *Screen) examinePage(w http.ResponseWriter, r *http.Request) error {
	f, err := s.readForm(r.Context(), r.PathValue("do"), r.URL.Query())
	if err != nil {
		return err
	}
	if f.Entry.Origin != "" {
		s.Agents.Learn(f.Entry.Agent, false)
	}
	if web.FromDatastar(r) {
		return s.Web.Morph(w, r, examinePlan(f))
	}
	return s.Web.Page(w, r, web.Page{Title: f.Kind.Title, Screen: "checks", Styles: []string{"examination"}, Body: examineBody(f)})
}

// startExamination examines an agent or a client in the background and shows how it goes.
func (s *Screen) startExamination(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	f, err := s.readForm(r.Context(), r.PathValue("do"), r.PostForm)
	if err != nil {
		return err
	}
	e, err := s.Examinations.Begin(f.Request)
	if err != nil {
		return err
	}
	return s.Web.GoTo(w, r, link.ExaminationURL(e.ID))
}

// isChosen reports whether one of several is chosen.
func (f examineForm) isChosen(from []string, name string) bool { return slices.Contains(from, name) }

// secondsOf is a limit as the form has it.
func secondsOf(limit time.Duration) string {
	if limit == 0 {
		return ""
	}
	return strconv.FormatFloat(limit.Seconds(), 'f', -1, 64)
}

// calls are how many are made at most, as far as that is known.
func (f examineForm) calls() int { return cmp.Or(f.Plan.Calls, f.Budget) }

// conversations says how many will be held: each preset with each message, some times.
func (f examineForm) conversations() string {
	presets, texts := cmp.Or(len(f.Chaos.Presets), len(preset.All())), f.Texts
	if card := f.Entry.Card(); len(texts) == 0 && card != nil {
		texts = chaos.Examples(card)
	}
	if f.Chaos.ByClient {
		texts = []string{""}
	}
	all := part.Plural(presets*max(f.Chaos.Times, 1)*max(len(texts), 1), "conversation")
	if len(texts) == 0 {
		return all + " for each example of the card's skills."
	}
	return all + " in all."
}

// unknown says why it is not known yet what will be called.
func (f examineForm) unknown() string {
	switch k := f.Entry.CardInfo; {
	case f.Address != "":
		return "The console reads the card at this address first. The card says what can be called."
	case k.Busy:
		return "The console is reading the agent's card."
	case k.Problem != "":
		return part.SentenceOf("The console could not read the agent's card: " + k.Problem)
	}
	return "The console reads the agent's card first. The card says what can be called."
}

// signedIn reports whether the agent's credentials go along.
func (s *Screen) signedIn(a agents.Entry) bool {
	return s.Agents.SignInOf(a).IsSignedIn()
}
