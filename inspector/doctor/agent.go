package doctor

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/page"
	"github.com/a2a-console/a2a-console/internal/words"
)

// http looks for the card, and says whether anything answered over HTTP.
func (x *examination) http(ctx context.Context) Step {
	input := x.Input
	if x.base != x.bases[0] { // TLS is not spoken there
		input = x.base.String()
	}
	began := x.Now()
	x.found, x.notFound = x.Client.Discover(ctx, input)
	x.searched = x.Now().Sub(began)
	for _, p := range x.found.Trail {
		if p.Status != 0 {
			return Step{Result: Pass, Says: fmt.Sprintf("answers over HTTP: %d after %s", p.Status, words.Took(p.Took))}
		}
	}
	s := Step{Result: Fail, Says: "nothing answered over HTTP", Try: "Check that it is the agent's port, and not that of a database or of a gRPC-only server."}
	if len(x.found.Trail) > 0 {
		s.Says = x.found.Trail[0].Note
	} else if x.notFound != nil {
		s.Says = x.notFound.Error()
	}
	return s
}

// card says whether the search found a card.
func (x *examination) card(context.Context) Step {
	d := x.found
	s := Step{Took: x.searched}
	for _, p := range d.Trail {
		s.Facts = append(s.Facts, Fact{p.URL, fmt.Sprintf("%d %s", p.Status, p.Note)})
	}
	if d.Card == nil {
		s.Result, s.Says = Fail, "no Agent Card was found there"
		if x.notFound != nil {
			s.Says = x.notFound.Error()
		}
		s.Try = "Agents serve it at /.well-known/agent-card.json (before 0.3: agent.json). Give its URL if it is elsewhere, or sign in where it asks for credentials."
		return s
	}
	s.Result, s.Says = Pass, fmt.Sprintf("%s, at %s", d.Card.Name, d.CardURL)
	broken := 0
	for _, f := range d.Findings {
		if f.Severity == a2a.SeverityError {
			broken++
		}
	}
	if broken > 0 {
		s.Result, s.Try = Warn, fmt.Sprintf("The card breaks %s of its version; a2a-console card shows them.", words.Plural(broken, "rule"))
	}
	return s
}

// interfaces compares what the card offers with what can be spoken, and chooses
// one: on the card's own origin if there is one.
func (x *examination) interfaces(context.Context) (s Step) {
	for _, f := range x.found.Card.Interfaces {
		s.Facts = append(s.Facts, Fact{inspector.Offer(f), words.Address(f.URL)})
	}
	t, err := x.found.Choose(x.Version, x.Binding)
	if err != nil {
		s.Result, s.Says, s.Try = Fail, err.Error(), "Have the agent name an interface in its card, or call its endpoint with --dialect."
		return s
	}
	x.target = t
	s.Result, s.Says = Pass, fmt.Sprintf("A2A %s over %s at %s", t.Version, t.Binding.Word(), t.Endpoint)
	if from := wire.OriginOf(x.found.CardURL); from != "" && !inspector.SameOrigin(x.found.CardURL, t.Endpoint) {
		s.Result = Warn
		s.Says += ", another origin than the card's, " + from
		s.Try = "If that is not meant, correct the URL in the card: behind a proxy it is often the inner one."
		x.otherOrigin = !x.Elsewhere
	}
	return s
}

// auth says what the card asks for.
func (x *examination) auth(context.Context) Step {
	s := Step{Result: Pass}
	card := x.found.Card
	var names []string
	for _, c := range card.SecuritySchemes {
		names = append(names, c.Name)
		s.Facts = append(s.Facts, Fact{c.Name, schemeWords(c)})
	}
	asks := len(card.Security) > 0 && !slices.ContainsFunc(card.Security, func(r a2a.Requirement) bool { return len(r) == 0 })
	switch {
	case len(names) == 0:
		s.Says = "the card asks for no credentials"
	case !asks:
		s.Says = "the card knows " + strings.Join(names, ", ") + ", and requires none of them"
	case x.given():
		s.Says = "the card asks for " + card.Wants() + "; credentials were given"
	default:
		s.Result, s.Says, s.Try, s.SignIn = Warn, "the card asks for "+card.Wants()+", and none were given", x.SignIn, true
	}
	return s
}

// schemeWords says how a scheme works, beside its name. 0.1 has no more than
// that.
func schemeWords(s a2a.SecurityScheme) string {
	switch {
	case s.HTTPScheme != "":
		return "HTTP " + s.HTTPScheme
	case strings.EqualFold(s.Type, "apiKey") && s.Param != "":
		return "API key in " + s.In + " " + s.Param
	case s.Type == "" || s.Type == s.Name:
		return "named, and not described"
	}
	return s.Type
}

// call asks for a task that does not exist.
func (x *examination) call(ctx context.Context) Step {
	t := x.target
	if x.otherOrigin {
		return Step{Result: Skip, Says: t.Endpoint + " is on another origin, and is not called unasked", Try: "Call it too with --elsewhere, or a click."}
	}
	if x.found.Withhold(t.Endpoint) == "" {
		t.Header = x.Header
	}
	var last a2a.Reading
	var end inspector.Ending
	p, err := x.Client.Prepare(t, &a2a.Call{Op: a2a.GetTask, TaskID: wire.NewID()})
	if err == nil {
		ctx, cancel := context.WithTimeout(wire.WithCallOptions(ctx, wire.CallOptions{Origin: wire.Console}), x.Timeout)
		defer cancel()
		end, err = x.Client.Send(ctx, p, func(e inspector.Event) { last = e.Reading })
	}
	if err != nil {
		return Step{Result: Fail, Says: err.Error()}
	}
	return x.judge(t, p.HTTP.Header, last, end)
}

// given reports whether credentials go along with the first call.
func (o Options) given() bool { return len(o.Header) > 0 || o.SignedIn != nil && o.SignedIn() }

// turnedAway is what it means that the agent wants credentials, where header went along with
// the call.
func (o Options) turnedAway(header http.Header, status int) Step {
	o.Header = header
	switch given := o.given(); {
	case given:
		return Step{Result: Fail, Says: "what was sent as credentials is not accepted", Try: "Check it, or give another credential.", SignIn: true}
	case status == http.StatusForbidden: // which asks for nothing
		return Step{Result: Fail, Says: "it does not allow the call, and no credentials were sent", Try: o.SignIn, SignIn: true}
	}
	return Step{Result: Fail, Says: "it asks for credentials, and none were sent", Try: o.SignIn, SignIn: true}
}

// judge says what the answer to the first call means, which was made with the headers sent.
func (x *examination) judge(t inspector.Target, sent http.Header, r a2a.Reading, end inspector.Ending) (s Step) {
	away := x.turnedAway(t.Header, end.Status)
	spoken := fmt.Sprintf("A2A %s over %s", t.Version, t.Binding.Word())
	s.Facts = []Fact{{"endpoint", t.Endpoint}, {"status", fmt.Sprint(end.Status)}}
	if end.Exchange != "" {
		s.Facts = append(s.Facts, Fact{"exchange", end.Exchange})
	}
	away.Facts = s.Facts
	switch {
	case end.Status == 0:
		s.Result, s.Says, s.Try = Fail, "no answer came: "+end.Problem, "The card is served there, the endpoint is not: check the URL in the card."
	case wire.Bars(end.Status):
		s = away
		s.Says = fmt.Sprintf("it answers %d: %s", end.Status, away.Says)
		if r.Error == nil && r.Result == nil {
			s.Says += "; it sent " + came(r.Raw)
		}
	case r.Error != nil:
		s.judgeError(away, spoken, r.Error)
		if i := slices.IndexFunc(r.Problems, func(p a2a.Problem) bool { return p.Severity == a2a.SeverityError }); i >= 0 && s.Result == Pass {
			s.Result, s.Try = Warn, "The answer breaks a rule, so other clients may refuse it: "+r.Problems[i].Message
		}
	case r.Result != nil && r.Result.Task != nil && r.Result.Task.ID != "":
		s.Result, s.Says = Warn, "it answers in "+spoken+", but with a task for an id that was never given"
		s.Try = "The agent does not look at the task's id; getting tasks will not work."
	case r.Result != nil:
		s.Result, s.Says = Warn, "it answers in "+spoken+", but with something that is no task where TaskNotFound was expected"
		s.Try = "Getting tasks will not work; see the agent's log."
	case end.Status == http.StatusNotFound || end.Status == http.StatusMethodNotAllowed:
		s.Result, s.Says, s.Try = Fail, fmt.Sprintf("it answers HTTP %d, and nothing of A2A, but %s", end.Status, came(r.Raw)), "The path in the card is not where the agent answers: check its URL."
	default:
		s.Result, s.Says, s.Try = Fail, fmt.Sprintf("it answers HTTP %d with something that is not %s, but %s", end.Status, spoken, came(r.Raw)), x.explainAnswer(t, sent, r, end)
	}
	return s
}

// came is what a body is that is no answer, and what it says.
func came(body []byte) string {
	if said := page.Quote(body); said != "" {
		return page.Sort(body) + ": " + said
	}
	return page.Sort(body)
}

// explainAnswer says why the answer is none and what to try, as of any exchange that failed.
func (x *examination) explainAnswer(t inspector.Target, sent http.Header, r a2a.Reading, end inspector.Ending) string {
	if to := end.Header.Get("Location"); to != "" && end.Status < 400 {
		return "It redirects to " + clip.Bytes(to, 200) + ": correct the URL in the card, or see whether a sign-in page stands before the agent."
	}
	c := cause.Case{Card: x.found.Card, CardURL: x.found.CardURL, X: wire.Exchange{Method: http.MethodPost, URL: t.Endpoint, Outcome: end.Outcome,
		Request: wire.Head{Header: sent}, Response: wire.Head{Status: end.Status, Header: end.Header}, Labels: wire.Labels{Op: string(a2a.GetTask), Dialect: string(t.Version), Binding: string(t.Binding)}}}
	c.Take(r, cause.Response, 0)
	if why, ok := cause.Of(c); ok {
		return why.Says + " " + why.Try
	}
	return "Look at the exchange."
}

func (s *Step) judgeError(away Step, spoken string, e *a2a.Error) {
	switch e.Name {
	case a2a.TaskNotFound:
		s.Result, s.Says = Pass, "it answers in "+spoken+": there is no such task, as it should"
	case a2a.MethodNotFound, a2a.UnsupportedOperation:
		s.Result, s.Says = Warn, fmt.Sprintf("it answers in %s, but does not know tasks (%s)", spoken, e.Name)
		s.Try = "An agent that answers with messages only may do that; sending is not affected."
	case a2a.VersionNotSupported:
		s.Result, s.Says, s.Try = Fail, "it does not speak the version that its card names: "+e.Message, "Ask for another version, or correct the card."
	case a2a.AuthenticationRequired, a2a.AuthorizationFailed:
		*s = away
		s.Says += ": " + e.Message
	default:
		s.Result, s.Says = Warn, fmt.Sprintf("it answers in %s, with %s (%s) where TaskNotFound was expected", spoken, e.Name, e.Message)
		s.Try = "Clients that tell errors apart will be confused; see the agent's log."
	}
}
