package examination

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Limits of a Request.
const (
	MaxRate      = examine.MaxRate
	MaxBudget    = 10_000
	maxTexts     = 20
	maxTextBytes = 10_000
	MaxTimes     = 20 // most repetitions of a conversation
	maxLimit     = time.Hour
)

// Request says what to examine, and how.
type Request struct {
	Agent   string      // the agent's address: what inspector.Client.Discover accepts as input
	Title   string      // name of the agent or session, "" if unknown
	Origin  string      // origin of the agent, "" if the console does not know the agent
	Version a2a.Version // "" for all that the card offers
	Binding a2a.Binding // "" for all
	Texts   []string    // messages to send; none for the examples of the card's skills
	Rate    float64     // maximum number of calls per second
	Budget  int         // maximum number of calls

	Session string // id of a recorded session to judge without calls, "" for none

	Client *examine.ClientRequest // how to examine a client; nil for others, and for a stored examination that does not say
	Chaos  *examine.ChaosRequest  // how to hold conversations under faults, nil for none
	Limit  time.Duration          // maximum duration of a step or a conversation; 0 for the default
}

func (a Request) IsOfClient() bool { return a.Agent == "" && a.Session == "" }

// Kind returns "session", "client", "chaos" or "agent". Only examinations of one kind are compared.
func (a Request) Kind() string {
	switch {
	case a.Session != "":
		return "session"
	case a.IsOfClient():
		return "client"
	case a.Chaos != nil:
		return "chaos"
	}
	return "agent"
}

// startState returns the state once the examination has begun. Judging a session makes no calls.
func (a Request) startState() State {
	if a.Session != "" {
		return Judging
	}
	return Calling
}

// Check returns an error for a request that cannot be carried out.
func (a Request) Check() error {
	if a.Session != "" {
		if a.Agent != "" || a.Client != nil || a.Chaos != nil {
			return refuse("A session is judged on its own.", "Judging a session makes no calls.", "Leave out the agent, the client and chaos.")
		}
		return nil
	}
	if a.Agent == "" && a.Client == nil {
		return fail("No agent was chosen.", "An examination calls one agent.", "Choose one, or type its address.")
	}
	if err := inspector.CheckURL(a.Agent); a.Agent != "" && strings.Contains(a.Agent, "://") && err != nil {
		return fail("This address cannot be called.", err.Error(), "Type the address of an agent, such as 127.0.0.1:9000.")
	}
	if _, ok := dialect.ByName(a.Version); !ok && a.Version != "" {
		return fail("The console does not support this version.", "It supports "+supportedVersions()+".", "Choose one of them, or none to examine all that the card offers.")
	}
	if a.Binding != "" && !slices.Contains(a2a.Bindings(), a.Binding) {
		return fail("There is no such binding.", "The bindings are jsonrpc, rest and grpc.", "Choose one of them, or none to examine all that the card offers.")
	}
	if a.Client != nil || a.Chaos != nil {
		return a.checkSteps()
	}
	if examine.CheckRate(a.Rate) != nil {
		return fail("Invalid rate.", fmt.Sprintf("The rate is the number of calls per second, from %g to %d.", examine.MinRate, MaxRate), "Type a number such as 10.")
	}
	if a.Budget < 1 || a.Budget > MaxBudget {
		return fail("Invalid budget.", fmt.Sprintf("The budget is the maximum number of calls, from 1 to %d.", MaxBudget), "Type a number such as 600.")
	}
	return a.checkTexts()
}

func fail(what, why, try string) error { return web.Fail(http.StatusBadRequest, what, why, try) }

func refuse(what, why, try string) error {
	return web.Fail(http.StatusUnprocessableEntity, what, why, try)
}

// checkSteps checks the options of a client's steps, or of conversations under faults.
func (a Request) checkSteps() error {
	if v := a.Version; v != "" && a.Binding != "" && !slices.Contains(dialect.Bindings(v), a.Binding) {
		return fail("The version does not have this binding.", "A2A "+string(v)+" has no "+a.Binding.Word()+".", "Choose another, or all.")
	}
	if a.Limit < 0 || a.Limit > maxLimit {
		return fail("Invalid limit.", fmt.Sprintf("The limit must be between 1 second and %s.", maxLimit), "Type a number such as 30.")
	}
	if a.Client != nil && (a.Agent != "" || a.Chaos != nil) {
		return refuse("A client is examined on its own.", "The console plays the agent that it calls.", "Leave the agent out.")
	}
	if c := a.Client; c != nil && (c.Program != "" || len(c.Agents) > 0) {
		return refuse("Only the steps of a client can be chosen.", "The console starts no program, and learns the client's name from its calls.", "Leave out program and agents.")
	}
	if a.Client != nil {
		for _, name := range a.Client.Steps {
			if _, ok := client.Find(name); !ok {
				return fail("There is no such step.", quoted(name)+" is not one of the steps.", "Choose from the list.")
			}
		}
		return nil
	}
	for _, name := range a.Chaos.Presets {
		if _, ok := preset.Find(name); !ok {
			return fail("There is no such preset.", quoted(name)+" is not one of the presets.", "Choose from the list.")
		}
	}
	if a.Chaos.Times < 0 || a.Chaos.Times > MaxTimes {
		return fail("Invalid number of times.", fmt.Sprintf("Each conversation is held from 1 to %d times.", MaxTimes), "Type a number such as 1.")
	}
	return a.checkTexts()
}

func quoted(s string) string { return strconv.Quote(clip.Runes(s, 40)) }

func (a Request) checkTexts() error {
	if len(a.Texts) > maxTexts || slices.ContainsFunc(a.Texts, func(t string) bool { return len(t) > maxTextBytes }) {
		return fail("Too much text.", fmt.Sprintf("At most %d messages are allowed, each of at most %d bytes.", maxTexts, maxTextBytes), "Send fewer or shorter messages.")
	}
	return nil
}

func supportedVersions() string {
	var names []string
	for _, d := range dialect.All() {
		names = append(names, string(d.Version()))
	}
	return words.Join(names, " and ")
}

// Versions returns the requested versions, nil for all.
func (a Request) Versions() []a2a.Version {
	if a.Version == "" {
		return nil
	}
	return []a2a.Version{a.Version}
}

// Bindings returns the requested bindings, nil for all.
func (a Request) Bindings() []a2a.Binding {
	if a.Binding == "" {
		return nil
	}
	return []a2a.Binding{a.Binding}
}

// Phrase says what is done. name is the name of the agent, the session or the client, "" for none.
func (a Request) Phrase(name string) string {
	if a.IsOfClient() && name == "" {
		return "Examination of a client"
	}
	return map[string]string{"session": "Check of recording: ", "client": "Examination of client ", "chaos": "Chaos at ", "agent": "Examination of "}[a.Kind()] + name
}

// Name returns the name of the examination and of its session, which is that of the command line.
func (a Request) Name() string {
	switch a.Kind() {
	case "session":
		return "check of " + a.Title
	case "client":
		return "check of a client"
	}
	what := map[string]string{"agent": "check of ", "chaos": "chaos of "}[a.Kind()]
	return what + cmp.Or(inspector.FirstAddress(a.Agent), a.Agent)
}

func (a Request) examining() host.ExamineOptions {
	asked := examine.Request{Session: a.Session, Origin: a.Origin, Agent: a.Agent, Versions: a.Versions(), Bindings: a.Bindings(), Texts: a.Texts, Rate: a.Rate, Budget: a.Budget, Client: a.Client, Chaos: a.Chaos, Limit: a.Limit}
	return host.ExamineOptions{Request: asked, Name: a.Name()}
}

// Plan returns what an examination of an agent with the cards in d will do, and the names of the
// interfaces that it will call.
func (a Request) Plan(d *inspector.Discovery) (examine.Plan, []string) {
	o := examine.Options{Discovery: d, Texts: a.Texts, Rate: a.Rate, Budget: a.Budget}
	o.Targets, o.Skipped = examine.OfferedTargets(d, a.Versions(), a.Bindings())
	var names []string
	for _, t := range o.Targets {
		names = append(names, t.Name())
	}
	return o.Plan(), names
}

// Begin starts an examination in the background. It returns a *web.Failure if that is not possible.
func (s *Runs) Begin(a Request) (*Examination, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	if a.Session == "" && s.Desk.Paused() {
		return nil, web.Fail(http.StatusConflict, "Recording is paused.", "An examination must be recorded, so that each result can link to its exchanges.", "Resume recording, then start again.")
	}
	e := &Examination{ID: wire.NewID(), Request: a, Started: s.Web.Now(), state: Finding, done: make(chan struct{}), next: make(chan bool)}
	switch s.Jobs.Add(e) {
	case background.ErrTooMany:
		return nil, web.Fail(http.StatusConflict, "Two examinations are running.", "At most two can run at a time.", "Wait for one to end, or stop one.")
	case background.ErrClosed:
		return nil, web.Fail(http.StatusServiceUnavailable, "The console is stopping.", "No new examination can begin.", "Start it again, then examine the agent.")
	}
	s.Background.Start(e.ID, func(ctx context.Context) { s.run(ctx, e) })
	s.Web.Notify(web.Jobs)
	return e, nil
}

// stepPatience is how long Next waits for the current step to take the report.
const stepPatience = time.Second

// Next reports that the client is done with a step or, with unable, cannot do it. It fails unless
// that step is the current one.
func (s *Runs) Next(e *Examination, step int, unable bool) error {
	e.mu.Lock()
	now := e.progress.Done
	e.mu.Unlock()
	if step == now {
		select {
		case e.next <- unable:
			return nil
		case <-e.done:
		case <-time.After(stepPatience): // the step is just ending
		}
	}
	return web.Fail(http.StatusConflict, "This is not the current step.", "The step has ended, or the examination is over.", "Reload the page, or get the examination, to see the current step.")
}

// Stop ends an examination early. The calls made so far are judged.
func (s *Runs) Stop(e *Examination) { s.Background.Stop(e.ID) }

// Get returns the examination with an id, from memory or from the record.
func (s *Runs) Get(ctx context.Context, id string) (*Examination, error) {
	if e, ok := s.Jobs.Get(id); ok {
		return e, nil
	}
	k, err := s.Examiner.Find(ctx, id)
	if err == nil {
		return fromRecord(&k)
	}
	if !errors.Is(err, wire.ErrNotFound) {
		return nil, err
	}
	return nil, &web.Failure{Status: http.StatusNotFound, Problem: "There is no such examination.", Reason: "Results are kept with the session of the calls. That session was removed, or nothing was called. Results of judging a session are kept only until the console stops.",
		Advice: "Examine the agent, or judge the session, again.", LinkText: "Checks", LinkURL: "/checks"}
}
