package cause

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/page"
	"github.com/a2a-console/a2a-console/internal/words"
)

// gatewayStatuses are statuses that only servers in front of agents use: who defined each, and what it says.
var gatewayStatuses = map[int]struct{ who, says string }{
	407: {"a proxy's", "the proxy requires its own credentials"},
	460: {"an AWS load balancer's", "the client closed the connection before the agent answered"},
	463: {"an AWS load balancer's", "X-Forwarded-For lists too many addresses"},
	464: {"an AWS load balancer's", "the request does not use the version of HTTP that the agent accepts"},
	494: {"nginx's", "the headers of the request are too large"},
	495: {"nginx's", "the client's certificate is not valid"},
	496: {"nginx's", "the client sent no certificate"},
	497: {"nginx's", "the request used http where https is expected"},
	499: {"nginx's", "the client closed the connection before the agent answered"},
	511: {"a network's", "the network requires a sign-in before it lets calls out"},
	520: {"Cloudflare's", "the agent's server sent an answer that could not be read"},
	521: {"Cloudflare's", "the agent's server refused the connection"},
	522: {"Cloudflare's", "the agent's server did not accept the connection in time"},
	523: {"Cloudflare's", "the agent's server cannot be reached"},
	524: {"Cloudflare's", "the agent's server did not answer in time"},
	525: {"Cloudflare's", "the TLS handshake with the agent's server failed"},
	526: {"Cloudflare's", "the certificate of the agent's server is not valid"},
	527: {"Cloudflare's", "the connection to the agent's server broke"},
	530: {"Cloudflare's", "the agent's server cannot be found, or the call is blocked: the body says more"},
	561: {"an AWS load balancer's", "the sign-in service answered with an error"},
	598: {"a proxy's", "the agent's server did not answer in time"},
	599: {"a proxy's", "the agent's server did not accept the connection in time"},
}

// judgeGatewayStatus judges a status of gatewayStatuses. This is a guess, and the text says so.
func (c *Case) judgeGatewayStatus(out *Cause) bool {
	code := c.Exchange.Response.Status
	of, known := gatewayStatuses[code]
	if !known || page.DetectTrace(c.Body) != "" { // a gateway writes no stack trace
		return false
	}
	out.Kind, out.Spec = Server, ""
	out.Text = fmt.Sprintf("A server in front of the agent seems to have answered, not the agent: %s is %s, and says that %s.", words.StatusLine(code), of.who, of.says)
	out.Advice = "Check that server and its connection to the agent: the agent may not have received the request."
	return true
}

// answerText returns the message of the response's error, or of its JSON; "" if there is none, or if it only repeats the
// status's name.
func (c *Case) answerText() string {
	code := c.Exchange.Response.Status
	if c.Error == nil {
		return page.Message(c.Body, code)
	}
	text := strings.TrimPrefix(c.Error.Message, "HTTP "+words.StatusLine(code))
	if strings.EqualFold(strings.TrimSpace(text), http.StatusText(code)) {
		return ""
	}
	return text
}

// mentionsMissing reports whether a 404 says in its own words that something is missing, which may not be the path.
func (c *Case) mentionsMissing() bool {
	said, at := strings.TrimSpace(c.answerText()), pathOf(c.Exchange.URL)
	return said != "" && !page.IsNoRoute(said) && (at == "/" || !strings.Contains(said, at))
}

// mayMissTask reports whether a path names a task and the response does not mention the path, so that the task may be
// what is missing.
func (c *Case) mayMissTask(at string) bool {
	task, _ := c.Call.Call.About()
	_, rest, found := strings.Cut(at, "/tasks/"+url.PathEscape(task))
	whole := rest == "" || rest[0] == '/' || rest[0] == ':'
	return task != "" && found && whole && !strings.Contains(c.answerText()+page.Quote(c.Body), strings.TrimPrefix(at, "/"))
}
