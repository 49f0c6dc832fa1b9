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

// examinationKind is a kind of examination, as its form presents it.
type examinationKind struct {
	Do       string // last segment of the form's URL
	Title    string
	Does     string // a sentence that says what is done
	Button   string
	Agent    bool   // the form asks for an agent
	Messages string // advice on the messages
	Noun     string // what Limit applies to
	Limit    string // default limit, in seconds
}

var examinationKinds = []examinationKind{
	{Do: "examine", Title: "Examine an agent", Button: "Examine", Agent: true,
		Does:     "The console sends valid and invalid calls and checks the answers.",
		Messages: "One per line. Include one that keeps the agent busy for a while: some checks need a running task."},
	{Do: "client", Title: "Examine a client", Button: "Start", Noun: "step", Limit: "600",
		Does: "The console acts as a misbehaving agent. It gives your client an address, and says what to do step by step."},
	{Do: "chaos", Title: "Chaos", Button: "Start", Agent: true, Noun: "conversation", Limit: "30",
		Does:     "A tap causes faults while a client talks to an agent. The report says how the client coped.",
		Messages: "One per line. Your own client chooses what it sends."},
}

type examineForm struct {
	examination.Request
	Kind     examinationKind
	Agents   []agents.Entry
	Address  string       // as typed, "" if a known agent was chosen
	Entry    agents.Entry // the chosen agent; zero for an address
	Versions []a2a.Version
	Plan     examine.Plan
	Targets  []string // interfaces to examine; none until the card is known
	Signed   bool     // the console has credentials to send
	Err      error    // why the examination cannot start, nil if it can
}

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
		return f, nil // nothing chosen yet; starting fails
	}
	f.Err = f.Check()
	if d := f.Entry.CardInfo.Discovery; f.Err == nil && d != nil && d.Card != nil {
		f.Plan, f.Targets = f.Request.Plan(d)
	}
	return f, nil
}

// numberOf parses a form field as a number. An empty field is otherwise; one that is not a number
// is 0, which is refused later.
func numberOf(q url.Values, name string, otherwise float64) float64 {
	if q.Get(name) == "" {
		return otherwise
	}
	n, _ := strconv.ParseFloat(q.Get(name), 64)
	return n
}

// seedOf parses the seed as an integer, because a float would change seeds above 2^53.
func seedOf(q url.Values) int64 {
	n, _ := strconv.ParseInt(cmp.Or(q.Get("seed"), "1"), 10, 64)
	return n
}

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

func (f examineForm) isChosen(from []string, name string) bool { return slices.Contains(from, name) }

func secondsOf(limit time.Duration) string {
	if limit == 0 {
		return ""
	}
	return strconv.FormatFloat(limit.Seconds(), 'f', -1, 64)
}

// calls returns the maximum number of calls: that of the plan, or the budget until there is one.
func (f examineForm) calls() int { return cmp.Or(f.Plan.Calls, f.Budget) }

// conversations says how many conversations there will be: each preset with each message, Times
// times.
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
		return all + " for each example of the card's skills. Choose an agent to see the total."
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

func (s *Screen) signedIn(a agents.Entry) bool {
	return s.Agents.SignInOf(a).IsSignedIn()
}
