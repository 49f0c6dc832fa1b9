package doctor

import (
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// judge says what the answer to the first call means.
func judge(signIn string, t inspector.Target, r a2a.Reading, end inspector.Ending) (s Step) {
	spoken := fmt.Sprintf("A2A %s over %s", t.Version, t.Binding.Word())
	s.Facts = []Fact{{"endpoint", t.Endpoint}, {"status", fmt.Sprint(end.Status)}}
	if end.Exchange != "" {
		s.Facts = append(s.Facts, Fact{"exchange", end.Exchange})
	}
	switch {
	case end.Status == 0:
		s.Result, s.Says, s.Try = Fail, "no answer came: "+end.Problem, "The card is served there, the endpoint is not: check the URL in the card."
	case end.Status == http.StatusUnauthorized || end.Status == http.StatusForbidden:
		s.Result, s.Says, s.Try = Fail, fmt.Sprintf("it answers %d: credentials are missing or not accepted", end.Status), signIn
	case r.Error != nil:
		s.judgeError(signIn, spoken, r.Error)
	case r.Result != nil:
		s.Result, s.Says = Warn, "it answers in "+spoken+", but with a task for an id that was never given"
		s.Try = "The agent does not look at the task's id; getting tasks will not work."
	case end.Status == http.StatusNotFound || end.Status == http.StatusMethodNotAllowed:
		s.Result, s.Says, s.Try = Fail, fmt.Sprintf("it answers HTTP %d, and nothing of A2A", end.Status), "The path in the card is not where the agent answers: check its URL."
	default:
		s.Result, s.Says, s.Try = Fail, fmt.Sprintf("it answers HTTP %d with something that is not %s", end.Status, spoken), "A proxy or a login page may stand before the agent; look at the exchange."
	}
	return s
}

func (s *Step) judgeError(signIn, spoken string, e *a2a.Error) {
	switch e.Name {
	case a2a.TaskNotFound:
		s.Result, s.Says = Pass, "it answers in "+spoken+": there is no such task, as it should"
	case a2a.MethodNotFound, a2a.UnsupportedOperation:
		s.Result, s.Says = Warn, fmt.Sprintf("it answers in %s, but does not know tasks (%s)", spoken, e.Name)
		s.Try = "An agent that answers with messages only may do that; sending is not affected."
	case a2a.VersionNotSupported:
		s.Result, s.Says, s.Try = Fail, "it does not speak the version that its card names: "+e.Message, "Ask for another version, or correct the card."
	case a2a.AuthenticationRequired, a2a.AuthorizationFailed:
		s.Result, s.Says, s.Try = Fail, "it asks for credentials: "+e.Message, signIn
	default:
		s.Result, s.Says = Warn, fmt.Sprintf("it answers in %s, with %s (%s) where TaskNotFound was expected", spoken, e.Name, e.Message)
		s.Try = "Clients that tell errors apart will be confused; see the agent's log."
	}
}
