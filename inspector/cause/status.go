package cause

import (
	"bytes"
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/page"
	"github.com/a2a-console/a2a-console/internal/words"
)

func redirectTarget(h http.Header) string {
	if to := h.Get("Location"); to != "" {
		return " to " + shorten(to)
	}
	return ""
}

// judgeStatus judges redirects and HTTP errors that no error of the protocol explains.
func judgeStatus(c *Case) (Cause, bool) {
	code := c.Exchange.Response.Status
	switch {
	case code < 300 || code == http.StatusNotModified:
		return Cause{}, false
	case code < 400:
		return Cause{Kind: Status, Text: "The agent redirects the call" + redirectTarget(c.Exchange.Response.Header) + "; clients of A2A do not follow redirects.", Proof: c.statusProof(), Spec: "RFC 9110 §15.4",
			Advice: "If it leads to a sign-in page, sign in there. Otherwise put the new address into the card, and send the call there."}, true
	}
	other, here := c.listedURL()
	out := Cause{Kind: Status, Text: c.responder() + " answered with " + words.StatusLine(code) + c.quoteError() + ".", Proof: c.statusProof(), Spec: "RFC 9110 §15.5",
		Advice: c.adviceWithoutBody("Read the body of the response: it may say what is wrong.")}
	switch {
	case c.judgeMissingBody(&out), c.judgeGatewayStatus(&out):
	case code == http.StatusNotFound && other == "" && c.judgeUnknownMethod(&out):
	case (code == http.StatusBadRequest || code == http.StatusUnprocessableEntity || code == http.StatusNotImplemented) && c.judgeUnknownMethod(&out):
	case code == http.StatusNotFound || code == http.StatusGone:
		c.judgePath(&out)
	case code == http.StatusMethodNotAllowed:
		c.judgeMethod(&out, here)
	case code == http.StatusUnsupportedMediaType:
		c.judgeMedia(&out)
	case code == http.StatusRequestEntityTooLarge:
		out.Kind, out.Spec = Limit, "RFC 9110 §15.5.14"
		out.Text = agentOrServer + " does not accept a request this long" + c.quoteError() + "."
		out.Advice = "Send less, such as a file by its URL, or raise the limit of the server that answered."
	case code == http.StatusTooManyRequests:
		out.Kind, out.Spec = Limit, "RFC 6585 §4"
		out.Text, out.Advice = c.responder()+" accepts no more requests for now: it received too many"+c.quoteError()+".", c.retryAdvice("Wait, and send fewer requests at once.")
	case code >= 500:
		c.judgeServerError(&out)
	}
	return out, true
}

// agentOrServer is the subject of sentences about a response that either may have written.
const agentOrServer = "The agent, or a server in front of it,"

// responder returns the agent, or agentOrServer if servers write such a body on their own.
func (c *Case) responder() string {
	if c.isWebPage() || page.IsStock(c.Body, c.Exchange.Response.Status) {
		return agentOrServer
	}
	return "The agent"
}

// judgeMethod judges an address that does not accept the HTTP method. The parameter here means that the call
// fits the card.
func (c *Case) judgeMethod(out *Cause, here bool) {
	out.Kind, out.Spec = Method, "RFC 9110 §15.5.6"
	says := c.responder() + " does not accept " + shorten(c.Exchange.Method) + " at this address" + c.quoteError()
	out.Advice = "Compare the address with the URL of the interface on the card: it may be that of another binding."
	if here {
		out.Advice = "Make the agent accept the method there, or correct the URL in the agent's card: the client called that URL."
	}
	if allow := strings.Join(c.Exchange.Response.Header.Values("Allow"), ", "); allow != "" {
		says += "; it allows " + shorten(allow)
		if strings.Contains(allow, ",") {
			allow = "one of: " + allow
		}
		if !here {
			out.Advice += " If the address is right, send the request with " + shorten(allow) + "."
		}
	}
	out.Text = says + "."
}

// quoteError quotes the error's message for the end of a sentence.
func (c *Case) quoteError() string {
	if text := c.answerText(); c.Error != nil && text != "" {
		return ", and says: “" + strings.TrimRight(shorten(text), ".") + "”"
	}
	return ""
}

// retryAdvice says when to retry, as Retry-After asks. Without that header it returns otherwise, and with a
// malformed one adds a remark to it.
func (c *Case) retryAdvice(otherwise string) string {
	after, now := c.Exchange.Response.Header.Get("Retry-After"), c.Exchange.Answered
	if date, err := http.ParseTime(c.Exchange.Response.Header.Get("Date")); err == nil {
		now = date // the clock of the server that answered
	}
	at, err := http.ParseTime(after)
	switch {
	case after == "":
		return otherwise
	case strings.Trim(after, "0123456789") == "":
		return "Retry after " + after[:min(len(after), 9)] + " s, which Retry-After asks for."
	case err != nil:
		return otherwise + " Retry-After does not say when: “" + shorten(after) + "” is neither a number of seconds nor a date."
	case !at.After(now) && !now.IsZero():
		return otherwise + " Retry-After does not say when: " + shorten(after) + " had passed when the answer arrived."
	}
	return "Retry after " + shorten(after) + ", which Retry-After asks for."
}

// judgeServerError separates a gateway that cannot reach the agent from a failure of the agent itself.
func (c *Case) judgeServerError(out *Cause) {
	out.Kind = Server
	switch c.Exchange.Response.Status {
	case http.StatusServiceUnavailable, http.StatusBadGateway, http.StatusGatewayTimeout:
		c.judgeUnavailable(out)
	case http.StatusHTTPVersionNotSupported:
		out.Spec = "RFC 9110 §15.6.6"
		out.Text, out.Advice = agentOrServer+" does not accept the version of HTTP that the request used.", "Check which versions of HTTP that server accepts, and make the client use one of them."
	case http.StatusNotImplemented:
		out.Spec = "RFC 9110 §15.6.2"
		out.Text, out.Advice = "The server does not implement this request.", "Compare the card's capabilities with what was requested."
	default:
		c.judgeInternalFailure(out)
		return
	}
	switch {
	case page.DetectTrace(c.Body) != "": // no gateway writes one
		out.Text, out.Advice = "The agent failed while it handled the request.", correctBody
	case c.isWebPage():
		out.Text += " The answer is a web page, so the agent itself may not have seen the request."
	}
}

// judgeUnavailable judges what a gateway says about the agent behind it, or an agent about a service that it calls.
func (c *Case) judgeUnavailable(out *Cause) {
	code := c.Exchange.Response.Status
	if code == http.StatusServiceUnavailable {
		out.Spec = "RFC 9110 §15.6.4"
		out.Text, out.Advice = agentOrServer+" accepts no calls for now"+c.quoteError()+".", c.retryAdvice("See whether the agent runs and is not overloaded, then retry.")
		return
	}
	out.Spec = map[int]string{502: "RFC 9110 §15.6.3", 504: "RFC 9110 §15.6.5"}[code]
	out.Text = "A server in front of the agent answered " + words.StatusLine(code) + ": the agent behind it is down or too slow."
	out.Advice = "See whether the agent runs behind its gateway, then retry."
	if !c.hasNoBody() && !c.isWebPage() && !page.IsStock(c.Body, code) {
		out.Text = agentOrServer + " answered " + words.StatusLine(code) + ": a service that it called is down or too slow."
		out.Advice = "Read the body of the response, and see the agent's log at this time."
	}
}

// judgeInternalFailure judges a failure for which the responder blames nobody else.
func (c *Case) judgeInternalFailure(out *Cause) {
	out.Spec = "RFC 9110 §15.6.1"
	out.Text, out.Advice = "The agent failed while it handled the request.", "See the agent's log at this time. The body of the response may say more."
	if c.hasNoBody() {
		out.Advice = c.adviceWithoutBody("")
	} else if page.IsStock(c.Body, c.Exchange.Response.Status) {
		out.Text = "The agent, or a gateway in front of it, failed while it handled the request, and does not say why."
		out.Advice = "See the agent's log at this time. If the request is not in it, a gateway or proxy in front of the agent failed: see its log."
	} else if page.DetectTrace(c.Body) != "" || page.Quote(c.Body) != "" {
		out.Advice = correctBody
	}
	if c.isWebPage() && page.DetectTrace(c.Body) == "" { // no gateway writes one
		out.Text = "The agent, or a gateway in front of it, failed while it handled the request: the answer is a web page."
	}
	out.Advice = c.suspect() + out.Advice
}

const correctBody = "Correct what the body names; the agent's log at this time may say more."

// adviceWithoutBody returns try, or other advice if there is no body or nobody read it.
func (c *Case) adviceWithoutBody(try string) string {
	if !c.hasNoBody() {
		return try
	}
	if c.Exchange.Outcome == wire.Cut {
		return "See the agent's log at this time: the body of the response, which may say more, did not arrive."
	}
	if c.Exchange.Outcome != wire.ByAgent || c.Exchange.HasMissingResponseBytes() {
		return "See the agent's log at this time: nobody read the body of the response."
	}
	return "See the agent's log at this time: the body of the response is empty."
}

// judgePath compares the URL with those on the card.
func (c *Case) judgePath(out *Cause) {
	if slices.ContainsFunc(c.Findings, func(f PlacedFinding) bool { return f.Place != Request && f.CutOff }) {
		out.Advice = "Find what stopped the writer: the end of the body, which may say what is wrong, is missing."
		return
	}
	out.Kind, out.Spec = Path, "RFC 9110 §15.5.5"
	at := pathOf(c.Exchange.URL)
	out.Text = "Nothing is at " + shorten(at) + "."
	out.Advice = "Check the path. The agent's card names the URL to call; Diagnose connection on the agent's page finds the card."
	if c.Exchange.Labels.Op == string(a2a.GetCard) {
		c.judgeMissingCard(out, at)
		return
	}
	other, here := c.listedURL()
	if c.Exchange.Labels.Binding == string(a2a.GRPC) {
		out.Advice = "See what listens at the card's address: a gRPC server answers 200, and reports a method that it does not have as UNIMPLEMENTED."
	}
	if here {
		out.Advice = "Serve the agent there, or correct the URL in its card: the client called that URL."
	}
	if c.mentionsMissing() {
		out.Kind = Status
		out.Text = agentOrServer + " answered " + words.StatusLine(c.Exchange.Response.Status) + ", and says: “" + shorten(c.answerText()) + "”."
		out.Advice = "Read the body of the response: something other than the path may be missing. " + out.Advice
		return
	}
	older := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool {
		return f.Place == Request && (f.Check == "REST-01" || f.Check == "REST-02")
	})
	switch {
	case c.hasOtherPath(other):
		out.Text = fmt.Sprintf("Nothing is at %s; the card names %s for this binding.", shorten(at), shorten(other))
		out.Advice = "Send the call to the URL of the card."
	case older >= 0:
		out.Advice = shorten(c.Findings[older].Message) + " " + out.Advice
	case c.mayMissTask(at):
		out.Text = "The agent has no task with this id, or nothing is at " + shorten(at) + ": the answer does not say which."
		out.Advice = "Check the id: the task may have expired, or belong to another account. Check the path, too: the agent's card names the URL to call."
	}
}

func (c *Case) judgeMissingCard(out *Cause, at string) {
	out.Text, out.Spec = "No Agent Card is at "+shorten(at)+".", c.sections().Place
	out.Advice = "Serve the card at the well-known path of the version, or give clients the card's full URL."
	if c.CardURL != "" && pathOf(c.CardURL) != at {
		out.Text = fmt.Sprintf("No Agent Card is at %s; the card of this agent was found at %s.", shorten(at), shorten(c.CardURL))
		out.Advice = "Point the client at the card's address, or serve the card at this path too."
	}
}

// hasOtherPath reports whether the card's URL for the call's binding has another path.
func (c *Case) hasOtherPath(named string) bool {
	return named != "" && pathOf(named) != pathOf(c.Exchange.URL) && c.Exchange.Labels.Binding != ""
}

// listedURL returns the card's URL for the exchange's binding if the call went elsewhere, "" otherwise. The
// result here means that the call fits one of the card's URLs. A path below a URL of HTTP+JSON is one of its
// operations.
func (c *Case) listedURL() (other string, here bool) {
	if c.Card == nil {
		return "", false
	}
	at := pathOf(c.Exchange.URL)
	for _, f := range c.Card.Interfaces {
		if string(f.Binding) != c.Exchange.Labels.Binding && c.Exchange.Labels.Binding != "" {
			continue
		}
		base := strings.TrimSuffix(pathOf(f.URL), "/")
		if at == base || at == base+"/" {
			return "", c.Exchange.Method == http.MethodPost && !strings.Contains(c.Exchange.URL, "?") && !slices.ContainsFunc(c.Findings, func(f PlacedFinding) bool { return f.Place == Request })
		} else if strings.HasPrefix(at, base+"/") && f.Binding != a2a.JSONRPC {
			return "", false // the card does not list the operations there
		}
		other = cmp.Or(other, f.URL)
	}
	return other, false
}

// judgeWebPage judges a web page with a status of success.
func judgeWebPage(c *Case) (Cause, bool) {
	if !c.isWebPage() || c.Exchange.Response.Status == 0 {
		return Cause{}, false
	}
	out := Cause{Kind: HTML, Text: "The answer is a web page (HTML), not JSON.",
		Proof: Proof{Text: "Content-Type " + shorten(c.Exchange.Response.Header.Get("Content-Type")), Place: Response}, Spec: c.sections().Envelope,
		Advice: "The address may be that of a web site or a sign-in page: check the path against the card's URL, and whether a gateway asks for a sign-in by redirect."}
	if title := page.Quote(c.Body); namesGatewayError(title) {
		out.Text, out.Proof.Text = "The answer is a web page (HTML), not JSON: a gateway's error page.", "The page says "+title
		out.Advice = "See whether the agent runs behind its gateway, then retry."
	}
	return out, true
}

// namesGatewayError reports whether a page's title is the name of a status that gateways send.
func namesGatewayError(title string) bool {
	for _, code := range []int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout} {
		if strings.Contains(title, words.StatusLine(code)) {
			return true
		}
	}
	return false
}

// isWebPage reports whether the response is a web page. Agents may send JSON, or nothing, with that Content-Type.
func (c *Case) isWebPage() bool {
	kind, _, err := mime.ParseMediaType(c.Exchange.Response.Header.Get("Content-Type"))
	body := bytes.TrimSpace(c.Body)
	return err == nil && (kind == "text/html" || kind == "application/xhtml+xml") && len(body) > 0 && body[0] != '{' && body[0] != '['
}

func (c *Case) hasNoBody() bool {
	return c.Exchange.ResponseBytes == 0 && len(bytes.TrimSpace(c.Body)) == 0 && c.Error == nil
}

// judgeMissingBody judges a status that only a body would explain, if that body is not available, because the
// recording lost it or the caller did not load it: the body of the response, or of a request that is not a
// known call.
func (c *Case) judgeMissingBody(out *Cause) bool {
	code, l := c.Exchange.Response.Status, &c.Exchange.Labels
	answer := c.Exchange.ResponseBytes > 0 && len(c.Body) == 0 && c.Error == nil && c.Status == nil
	request := l.Op == "" && c.Exchange.RequestBytes > 0 && len(c.Call.Raw) == 0
	if !answer && !request || code < 500 && code != http.StatusNotFound && code != http.StatusGone || l.Op == string(a2a.GetCard) {
		return false
	}
	if code >= 500 {
		out.Kind = Server
	}
	out.Text = agentOrServer + " answered " + words.StatusLine(code) + "."
	return true
}

// statusProof returns the status as the proof, with the error in the body if there is one.
func (c *Case) statusProof() Proof {
	p := Proof{Text: "Status " + words.StatusLine(c.Exchange.Response.Status), Place: Response}
	if c.Exchange.Response.Status < 400 && c.Error != nil {
		return c.errorProof()
	}
	if said := page.Quote(c.Body); said != "" && c.Error == nil {
		p.Text += ": " + said
	} else if said := c.answerText(); said != "" {
		p.Text += ": “" + shorten(said) + "”"
	}
	return p
}

// version returns the version whose rules apply to the exchange, the newest one if it is unknown.
func (c *Case) version() *version.Version {
	names := strings.Split(c.Exchange.Labels.Dialect, "|")
	v, ok := registry.ByName(a2a.Version(names[len(names)-1]))
	if !ok {
		return registry.Newest()
	}
	return v
}

func (c *Case) sections() version.Sections { return c.version().Sections }

func (c *Case) offeredVersions() (out []a2a.Version) {
	if c.Card == nil {
		return nil
	}
	for _, f := range c.Card.Interfaces {
		if f.Version != "" && !slices.Contains(out, f.Version) {
			out = append(out, f.Version)
		}
	}
	return out
}

func pathOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.EscapedPath()
}
