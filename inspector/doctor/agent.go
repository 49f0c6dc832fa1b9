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

// checkHTTP searches for the card, and says whether anything answered over HTTP.
func (x *diagnosis) checkHTTP(ctx context.Context) Step {
	input := x.Input
	if x.base != x.bases[0] { // TLS failed, so this is the plain http base
		input = x.base.String()
	}
	began := x.Now()
	x.discovery, x.discoverErr = x.Client.Discover(ctx, input)
	x.searchTime = x.Now().Sub(began)
	for _, p := range x.discovery.Trail {
		if p.Status != 0 {
			return Step{Result: Pass, Text: fmt.Sprintf("answers over HTTP: %d after %s", p.Status, words.FormatDuration(p.Took))}
		}
	}
	s := Step{Result: Fail, Text: "nothing answered over HTTP", Advice: "Check that this is the agent's port, and not that of a database or a gRPC-only server."}
	if len(x.discovery.Trail) > 0 {
		s.Text = x.discovery.Trail[0].Note
	} else if x.discoverErr != nil {
		s.Text = x.discoverErr.Error()
	}
	return s
}

func (x *diagnosis) checkCard(context.Context) Step {
	d := x.discovery
	s := Step{Took: x.searchTime}
	for _, p := range d.Trail {
		s.Facts = append(s.Facts, Fact{p.URL, fmt.Sprintf("%d %s", p.Status, p.Note)})
	}
	if d.Card == nil {
		s.Result, s.Text = Fail, "no Agent Card was found there"
		if x.discoverErr != nil {
			s.Text = x.discoverErr.Error()
		}
		s.Advice = "Agents serve the card at /.well-known/agent-card.json (before 0.3: agent.json). Give the card's URL if it is elsewhere, or sign in if the agent asks for credentials."
		return s
	}
	s.Result, s.Text = Pass, fmt.Sprintf("%s, at %s", d.Card.Name, d.CardURL)
	broken := 0
	for _, f := range d.Findings {
		if f.Severity == a2a.SeverityError {
			broken++
		}
	}
	if broken > 0 {
		s.Result, s.Advice = Warn, fmt.Sprintf("The card breaks %s of its version; a2a-console card shows them.", words.Plural(broken, "rule"))
	}
	return s
}

// checkInterfaces compares the card's interfaces with what the console speaks, and chooses one. It warns if the
// chosen one has another origin than the card.
func (x *diagnosis) checkInterfaces(context.Context) (s Step) {
	for _, f := range x.discovery.Card.Interfaces {
		s.Facts = append(s.Facts, Fact{inspector.OfferName(f), words.Address(f.URL)})
	}
	t, err := x.discovery.Choose(x.Version, x.Binding)
	if err != nil {
		s.Result, s.Text, s.Advice = Fail, err.Error(), "Add an interface to the agent's card, or call the agent's endpoint with --dialect."
		return s
	}
	x.target = t
	s.Result, s.Text = Pass, fmt.Sprintf("A2A %s over %s at %s", t.Version, t.Binding.Word(), t.Endpoint)
	if from := wire.OriginOf(x.discovery.CardURL); from != "" && !inspector.SameOrigin(x.discovery.CardURL, t.Endpoint) {
		s.Result = Warn
		s.Text += ", another origin than the card's, " + from
		s.Advice = "If that is not intended, correct the URL in the card: behind a proxy, cards often give the inner one."
		x.isOtherOrigin = !x.AllowOtherOrigin
	}
	return s
}

func (x *diagnosis) checkAuth(context.Context) Step {
	s := Step{Result: Pass}
	card := x.discovery.Card
	var names []string
	for _, c := range card.SecuritySchemes {
		names = append(names, c.Name)
		s.Facts = append(s.Facts, Fact{c.Name, schemeWords(c)})
	}
	asks := len(card.Security) > 0 && !slices.ContainsFunc(card.Security, func(r a2a.Requirement) bool { return len(r) == 0 })
	switch {
	case len(names) == 0:
		s.Text = "the card requires no credentials"
	case !asks:
		s.Text = "the card lists " + strings.Join(names, ", ") + ", but requires none of them"
	case x.hasCredentials():
		s.Text = "the card requires " + card.Requirements() + "; credentials were given"
	default:
		s.Result, s.Text, s.Advice, s.SignIn = Warn, "the card requires "+card.Requirements()+", and no credentials were given", x.SignIn, true
	}
	return s
}

// schemeWords says how a security scheme works. In 0.1 a scheme is only a name.
func schemeWords(s a2a.SecurityScheme) string {
	switch {
	case s.HTTPScheme != "":
		return "HTTP " + s.HTTPScheme
	case strings.EqualFold(s.Type, "apiKey") && s.Param != "":
		return "API key in " + s.In + " " + s.Param
	case s.Type == "" || s.Type == s.Name:
		return "named, but not described"
	}
	return s.Type
}

// checkCall asks for a task that does not exist.
func (x *diagnosis) checkCall(ctx context.Context) Step {
	t := x.target
	if x.isOtherOrigin {
		return Step{Result: Skip, Text: t.Endpoint + " is on another origin, and is called only on request", Advice: "Call it too with --elsewhere, or with a click."}
	}
	if x.discovery.WithholdReason(t.Endpoint) == "" {
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
		return Step{Result: Fail, Text: err.Error()}
	}
	return x.judge(t, p.HTTP.Header, last, end)
}

// hasCredentials reports whether the first call carries credentials.
func (o Options) hasCredentials() bool {
	return len(o.Header) > 0 || o.IsSignedIn != nil && o.IsSignedIn()
}

// signInStep returns the failed step for an agent that requires credentials. The parameter header was sent with
// the call.
func (o Options) signInStep(header http.Header, status int) Step {
	o.Header = header
	switch given := o.hasCredentials(); {
	case given:
		return Step{Result: Fail, Text: "the credentials that were sent are not accepted", Advice: "Check them, or give others.", SignIn: true}
	case status == http.StatusForbidden: // a 403 does not ask for credentials
		return Step{Result: Fail, Text: "it does not allow the call, and no credentials were sent", Advice: o.SignIn, SignIn: true}
	}
	return Step{Result: Fail, Text: "it asks for credentials, and none were sent", Advice: o.SignIn, SignIn: true}
}

// judge interprets the answer to the first call, which carried the headers in sent.
func (x *diagnosis) judge(t inspector.Target, sent http.Header, r a2a.Reading, end inspector.Ending) (s Step) {
	away := x.signInStep(t.Header, end.Status)
	spoken := fmt.Sprintf("A2A %s over %s", t.Version, t.Binding.Word())
	s.Facts = []Fact{{"endpoint", t.Endpoint}, {"status", fmt.Sprint(end.Status)}}
	if end.Exchange != "" {
		s.Facts = append(s.Facts, Fact{"exchange", end.Exchange})
	}
	away.Facts = s.Facts
	switch {
	case end.Status == 0:
		s.Result, s.Text, s.Advice = Fail, "no answer arrived: "+end.Problem, "The card is served there, but the endpoint is not: check the URL in the card."
	case wire.DeniesAccess(end.Status):
		s = away
		s.Text = fmt.Sprintf("it answers %d: %s", end.Status, away.Text)
		if r.Error == nil && r.Result == nil {
			s.Text += "; it sent " + describeBody(r.Raw)
		}
	case r.Error != nil:
		s.judgeError(away, spoken, r.Error)
		if i := slices.IndexFunc(r.Problems, func(p a2a.Problem) bool { return p.Severity == a2a.SeverityError }); i >= 0 && s.Result == Pass {
			s.Result, s.Advice = Warn, "The answer breaks a rule, so other clients may refuse it: "+r.Problems[i].Message
		}
	case r.Result != nil && r.Result.Task != nil && r.Result.Task.ID != "":
		s.Result, s.Text = Warn, "it answers in "+spoken+", but with a task for an id that was never given"
		s.Advice = "The agent does not look at the task's id; getting tasks will not work."
	case r.Result != nil:
		s.Result, s.Text = Warn, "it answers in "+spoken+", but with something other than a task, where TaskNotFound was expected"
		s.Advice = "Getting tasks will not work; see the agent's log."
	case end.Status == http.StatusNotFound || end.Status == http.StatusMethodNotAllowed:
		s.Result, s.Text, s.Advice = Fail, fmt.Sprintf("it answers HTTP %d with something that is not A2A, but %s", end.Status, describeBody(r.Raw)), "The agent does not answer at the path in the card: check the card's URL."
	default:
		s.Result, s.Text, s.Advice = Fail, fmt.Sprintf("it answers HTTP %d with something that is not %s, but %s", end.Status, spoken, describeBody(r.Raw)), x.explainAnswer(t, sent, r, end)
	}
	return s
}

// describeBody describes a body that is not an A2A response, and quotes it.
func describeBody(body []byte) string {
	if said := page.Quote(body); said != "" {
		return page.Describe(body) + ": " + said
	}
	return page.Describe(body)
}

// explainAnswer says why the response is unusable and what to try, with package cause.
func (x *diagnosis) explainAnswer(t inspector.Target, sent http.Header, r a2a.Reading, end inspector.Ending) string {
	if to := end.Header.Get("Location"); to != "" && end.Status < 400 {
		return "It redirects to " + clip.Bytes(to, 200) + ": correct the URL in the card, or check whether a sign-in page is in front of the agent."
	}
	c := cause.Case{Card: x.discovery.Card, CardURL: x.discovery.CardURL, Exchange: wire.Exchange{Method: http.MethodPost, URL: t.Endpoint, Outcome: end.Outcome,
		Request: wire.Head{Header: sent}, Response: wire.Head{Status: end.Status, Header: end.Header}, Labels: wire.Labels{Op: string(a2a.GetTask), Dialect: string(t.Version), Binding: string(t.Binding)}}}
	c.AddReading(r, cause.Response, 0)
	if why, ok := cause.Explain(c); ok {
		return why.Text + " " + why.Advice
	}
	return "Look at the exchange."
}

func (s *Step) judgeError(away Step, spoken string, e *a2a.Error) {
	switch e.Name {
	case a2a.TaskNotFound:
		s.Result, s.Text = Pass, "it answers in "+spoken+": there is no such task, as expected"
	case a2a.MethodNotFound, a2a.UnsupportedOperation:
		s.Result, s.Text = Warn, fmt.Sprintf("it answers in %s, but does not support tasks (%s)", spoken, e.Name)
		s.Advice = "An agent that answers with messages only may do that; sending is not affected."
	case a2a.VersionNotSupported:
		s.Result, s.Text, s.Advice = Fail, "it does not speak the version that its card names: "+e.Message, "Request another version, or correct the card."
	case a2a.AuthenticationRequired, a2a.AuthorizationFailed:
		*s = away
		s.Text += ": " + e.Message
	default:
		s.Result, s.Text = Warn, fmt.Sprintf("it answers in %s, with %s (%s) where TaskNotFound was expected", spoken, e.Name, e.Message)
		s.Advice = "Clients that distinguish errors will be confused; see the agent's log."
	}
}
