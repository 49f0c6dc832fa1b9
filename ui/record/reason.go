package record

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Reason is in a line why an exchange failed, as far as its row tells: what broke it, else
// what the agent said of it, else what its HTTP status means. It is "" for others.
func (r Row) Reason() string {
	switch {
	case !r.Failed():
		return ""
	case r.Broken():
		return part.Short(r.Problem, 240)
	case r.Labels.Error != "" || r.State() == a2a.Failed || r.State() == a2a.Rejected:
		return r.said()
	case r.BadStatus():
		return statusMeans(r.Response.Status)
	case r.Labels.CutOff:
		return "The answer is incomplete: its end is missing."
	}
	return "The answer cannot be read as a task or a message: see its findings."
}

// textWhole is up to how many bytes the text of a row is surely all that was said: more of it
// may have been cut off.
const textWhole = 2000

// said is what an agent said to explain a failure, "" where the row does not tell that from
// what its client said: both are in its text, the client's words first.
func (r Row) said() string {
	if len(r.Labels.Text) > textWhole {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(r.Labels.Text), "\n")
	last := lines[len(lines)-1]
	if r.Asks() && len(lines) != 2 || !r.Asks() && len(lines) != 1 {
		return ""
	}
	return part.Short(last, 240)
}

// statusMeans says what an HTTP error tells whoever sent the request.
func statusMeans(status int) string {
	switch {
	case status == http.StatusUnauthorized:
		return "The agent wants credentials: sign in on its page."
	case status == http.StatusForbidden:
		return "The agent does not allow this to this caller."
	case status == http.StatusNotFound, status == http.StatusGone:
		return "Nothing is at this address: compare it with the one on the card."
	case status == http.StatusMethodNotAllowed:
		return "The address does not take this method: it may be that of another binding."
	case status == http.StatusUnsupportedMediaType:
		return "The agent does not read this Content-Type."
	case status == http.StatusTooManyRequests:
		return "Too many requests came: wait, then send fewer at once."
	case status == http.StatusBadGateway, status == http.StatusServiceUnavailable, status == http.StatusGatewayTimeout:
		return "A gateway answered: the agent behind it is down or too slow."
	case status >= 500:
		return "The agent failed: its log and the body of the response may say why."
	}
	return "The agent refused the request: the body of the response may say why."
}
