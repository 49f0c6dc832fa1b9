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

func redirectedTo(h http.Header) string {
	if to := h.Get("Location"); to != "" {
		return " to " + short(to)
	}
	return ""
}

// status judges redirects and HTTP errors that no error of the protocol explains.
func status(c *Case) (Cause, bool) {
	code := c.X.Response.Status
	switch {
	case code < 300 || code == http.StatusNotModified:
		return Cause{}, false
	case code < 400:
		return Cause{Kind: Status, Says: "The agent redirects the call" + redirectedTo(c.X.Response.Header) + "; clients of A2A do not follow redirects.", Proof: c.statusProof(), Spec: "RFC 9110 §15.4",
			Try: "If it leads to a sign-in page, sign in there. Otherwise put that address into the card, and send the call there."}, true
	}
	other, here := c.calledAt()
	out := Cause{Kind: Status, Says: c.whoAnswered() + " answered with " + words.StatusLine(code) + c.andSays() + ".", Proof: c.statusProof(), Spec: "RFC 9110 §15.5",
		Try: c.orNoBody("Read the body of the response: it may say what is wrong.")}
	switch {
	case c.unseen(&out), c.passedBy(&out):
	case code == http.StatusNotFound && other == "" && c.unknownMethod(&out):
	case (code == http.StatusBadRequest || code == http.StatusUnprocessableEntity || code == http.StatusNotImplemented) && c.unknownMethod(&out):
	case code == http.StatusNotFound || code == http.StatusGone:
		c.wrongPath(&out)
	case code == http.StatusMethodNotAllowed:
		c.otherMethod(&out, here)
	case code == http.StatusUnsupportedMediaType:
		c.otherMedia(&out)
	case code == http.StatusRequestEntityTooLarge:
		out.Kind, out.Spec = Limit, "RFC 9110 §15.5.14"
		out.Says = agentOrServer + " does not accept a request this long" + c.andSays() + "."
		out.Try = "Send less, such as a file by its URL, or raise the limit of the server that answered."
	case code == http.StatusTooManyRequests:
		out.Kind, out.Spec = Limit, "RFC 6585 §4"
		out.Says, out.Try = c.whoAnswered()+" accepts no more requests for now: it received too many"+c.andSays()+".", c.retry("Wait, and send fewer requests at once.")
	case code >= 500:
		c.serverError(&out)
	}
	return out, true
}

// agentOrServer begins what is said of an answer that either may have written.
const agentOrServer = "The agent, or a server before it,"

// whoAnswered is the agent, or perhaps a server before it, where the body is one that servers write by themselves.
func (c *Case) whoAnswered() string {
	if c.isPage() || page.Bare(c.Body, c.X.Response.Status) {
		return agentOrServer
	}
	return "The agent"
}

// otherMethod judges an address that does not take a method of HTTP. Where the call is right for the card, here
// is true.
func (c *Case) otherMethod(out *Cause, here bool) {
	out.Kind, out.Spec = Method, "RFC 9110 §15.5.6"
	says := c.whoAnswered() + " does not take " + short(c.X.Method) + " at this address" + c.andSays()
	out.Try = "Compare the address with the URL of the interface on the card: it may be that of another binding."
	if here {
		out.Try = "Make that address accept it, or correct the URL in the agent's card: the client called that URL."
	}
	if allow := strings.Join(c.X.Response.Header.Values("Allow"), ", "); allow != "" {
		says += "; it allows " + short(allow)
		if strings.Contains(allow, ",") {
			allow = "one of: " + allow
		}
		if !here {
			out.Try += " If the address is right, send the request with " + short(allow) + "."
		}
	}
	out.Says = says + "."
}

// andSays is what the error says, for the end of a sentence.
func (c *Case) andSays() string {
	if text := c.answerText(); c.Error != nil && text != "" {
		return ", and says: “" + strings.TrimRight(short(text), ".") + "”"
	}
	return ""
}

// retry is what to try when an answer says when to, in a header that may be wrong.
func (c *Case) retry(otherwise string) string {
	after, now := c.X.Response.Header.Get("Retry-After"), c.X.Answered
	if date, err := http.ParseTime(c.X.Response.Header.Get("Date")); err == nil {
		now = date // by the clock of whoever answered
	}
	at, err := http.ParseTime(after)
	switch {
	case after == "":
		return otherwise
	case strings.Trim(after, "0123456789") == "":
		return "Retry after " + after[:min(len(after), 9)] + " s, which Retry-After asks for."
	case err != nil:
		return otherwise + " Retry-After does not say when: “" + short(after) + "” is neither a number of seconds nor a date."
	case !at.After(now) && !now.IsZero():
		return otherwise + " Retry-After does not say when: " + short(after) + " was over when the answer came."
	}
	return "Retry after " + short(after) + ", which Retry-After asks for."
}

// serverError tells a gateway that misses the agent from the agent's own failure.
func (c *Case) serverError(out *Cause) {
	out.Kind = Server
	switch c.X.Response.Status {
	case http.StatusServiceUnavailable, http.StatusBadGateway, http.StatusGatewayTimeout:
		c.unavailable(out)
	case http.StatusHTTPVersionNotSupported:
		out.Spec = "RFC 9110 §15.6.6"
		out.Says, out.Try = agentOrServer+" does not accept the version of HTTP that the request came in.", "See which versions of HTTP that server takes, and have the client speak one of them."
	case http.StatusNotImplemented:
		out.Spec = "RFC 9110 §15.6.2"
		out.Says, out.Try = "The server does not implement this request.", "Compare the card's capabilities with what was asked for."
	default:
		c.failedWithin(out)
		return
	}
	switch {
	case page.Trace(c.Body) != "": // no gateway writes one
		out.Says, out.Try = "The agent failed while it handled the request.", correctBody
	case c.isPage():
		out.Says += " The answer is a web page, so the agent itself may not have seen the request."
	}
}

// unavailable judges what gateways say of the agent behind them, and agents of what they call in turn.
func (c *Case) unavailable(out *Cause) {
	code := c.X.Response.Status
	if code == http.StatusServiceUnavailable {
		out.Spec = "RFC 9110 §15.6.4"
		out.Says, out.Try = agentOrServer+" accepts no calls for now"+c.andSays()+".", c.retry("See whether the agent runs and is not overloaded, then retry.")
		return
	}
	out.Spec = map[int]string{502: "RFC 9110 §15.6.3", 504: "RFC 9110 §15.6.5"}[code]
	out.Says = "A server before the agent answered " + words.StatusLine(code) + ": the agent behind it is down or too slow."
	out.Try = "See whether the agent runs behind its gateway, then retry."
	if !c.silent() && !c.isPage() && !page.Bare(c.Body, code) {
		out.Says = agentOrServer + " answered " + words.StatusLine(code) + ": what it called in turn is down or too slow."
		out.Try = "Read the body of the response, and see the agent's log at this time."
	}
}

// failedWithin judges a failure that whoever answered does not lay on others.
func (c *Case) failedWithin(out *Cause) {
	out.Spec = "RFC 9110 §15.6.1"
	out.Says, out.Try = "The agent failed while it handled the request.", "See the agent's log at this time. The body of the response may say more."
	if c.silent() {
		out.Try = c.orNoBody("")
	} else if page.Bare(c.Body, c.X.Response.Status) {
		out.Says = "The agent, or a gateway before it, failed while it handled the request, and does not say why."
		out.Try = "See the agent's log at this time. If the request is not in it, a gateway or proxy before the agent failed: see its log."
	} else if page.Trace(c.Body) != "" || page.Quote(c.Body) != "" {
		out.Try = correctBody
	}
	if c.isPage() && page.Trace(c.Body) == "" { // no gateway writes one
		out.Says = "The agent, or a gateway before it, failed while it handled the request: the answer is a web page."
	}
	out.Try = c.suspect() + out.Try
}

// correctBody is what to try where a body tells of the failure.
const correctBody = "Correct what the body names; the agent's log at this time may say more."

// orNoBody is what to try, but where there is no body, or none that anybody saw.
func (c *Case) orNoBody(try string) string {
	if !c.silent() {
		return try
	}
	if c.X.Outcome == wire.Cut {
		return "See the agent's log at this time: the body of the response, which may say more, did not come."
	}
	if c.X.Outcome != wire.ByAgent || c.X.LacksResponse() {
		return "See the agent's log at this time: nobody read the body of the response."
	}
	return "See the agent's log at this time: the body of the response is empty."
}

// wrongPath compares the address with those that the card names.
func (c *Case) wrongPath(out *Cause) {
	if slices.ContainsFunc(c.Found, func(f Found) bool { return f.Place != Request && f.CutOff }) {
		out.Try = "Find what stopped the writer: the end of the body, which may say what is wrong, is missing."
		return
	}
	out.Kind, out.Spec = Path, "RFC 9110 §15.5.5"
	at := pathOf(c.X.URL)
	out.Says = "Nothing is at " + short(at) + "."
	out.Try = "Check the path. The agent's card names the URL to call; Doctor on the agent's page finds the card."
	if c.X.Labels.Op == string(a2a.GetCard) {
		c.cardless(out, at)
		return
	}
	other, here := c.calledAt()
	if c.X.Labels.Binding == string(a2a.GRPC) {
		out.Try = "See what listens at the card's address: a server of gRPC answers 200, and tells of a method that it does not have by UNIMPLEMENTED."
	}
	if here {
		out.Try = "Serve the agent there, or correct the URL in its card: the client called that URL."
	}
	if c.missesOther() {
		out.Kind = Status
		out.Says = agentOrServer + " answered " + words.StatusLine(c.X.Response.Status) + ", and says: “" + short(c.answerText()) + "”."
		out.Try = "Read the body of the response: what is missing may be something else than the path. " + out.Try
		return
	}
	older := slices.IndexFunc(c.Found, func(f Found) bool { return f.Place == Request && (f.Check == "REST-01" || f.Check == "REST-02") })
	switch {
	case c.isElsewhere(other):
		out.Says = fmt.Sprintf("Nothing is at %s; the card names %s for this binding.", short(at), short(other))
		out.Try = "Send the call to the URL of the card."
	case older >= 0:
		out.Try = short(c.Found[older].Message) + " " + out.Try
	case c.mayMissTask(at):
		out.Says = "The agent knows no task with this id, or nothing is at " + short(at) + ": the answer does not say which."
		out.Try = "Check the id: the task may have expired, or belong to another account. Check the path, too: the agent's card names the URL to call."
	}
}

// cardless says that no card is at a path.
func (c *Case) cardless(out *Cause, at string) {
	out.Says, out.Spec = "No Agent Card is at "+short(at)+".", c.sections().Place
	out.Try = "Serve the card at the well-known path of the version, or give clients the card's full URL."
	if c.CardURL != "" && pathOf(c.CardURL) != at {
		out.Says = fmt.Sprintf("No Agent Card is at %s; the card of this agent was found at %s.", short(at), short(c.CardURL))
		out.Try = "Point the client at that address, or serve the card at this path too."
	}
}

// isElsewhere reports whether the URL that the card names for the call's binding has another path.
func (c *Case) isElsewhere(named string) bool {
	return named != "" && pathOf(named) != pathOf(c.X.URL) && c.X.Labels.Binding != ""
}

// calledAt is the URL that the card names for the exchange's binding where that is another, "" for none; and
// whether the call is right for one that it names. Paths below one of HTTP+JSON are those of its operations.
func (c *Case) calledAt() (other string, here bool) {
	if c.Card == nil {
		return "", false
	}
	at := pathOf(c.X.URL)
	for _, f := range c.Card.Interfaces {
		if string(f.Binding) != c.X.Labels.Binding && c.X.Labels.Binding != "" {
			continue
		}
		base := strings.TrimSuffix(pathOf(f.URL), "/")
		if at == base || at == base+"/" {
			return "", c.X.Method == http.MethodPost && !strings.Contains(c.X.URL, "?") && !slices.ContainsFunc(c.Found, func(f Found) bool { return f.Place == Request })
		} else if strings.HasPrefix(at, base+"/") && f.Binding != a2a.JSONRPC {
			return "", false // which of its operations are there, the card does not say
		}
		other = cmp.Or(other, f.URL)
	}
	return other, false
}

// webPage judges a web page that came with a status of success.
func webPage(c *Case) (Cause, bool) {
	if !c.isPage() || c.X.Response.Status == 0 {
		return Cause{}, false
	}
	return Cause{Kind: HTML, Says: "The answer is a web page (HTML), not JSON: the address belongs to a web site or a sign-in page, not to the agent.",
		Proof: Proof{Says: "Content-Type " + short(c.X.Response.Header.Get("Content-Type")), Place: Response}, Spec: c.sections().Envelope,
		Try: "Check the path against the card's URL, and whether a gateway asks for a sign-in by redirect."}, true
}

// isPage reports whether the answer came as a web page. An agent may send JSON, or nothing, by that name.
func (c *Case) isPage() bool {
	kind, _, err := mime.ParseMediaType(c.X.Response.Header.Get("Content-Type"))
	body := bytes.TrimSpace(c.Body)
	return err == nil && (kind == "text/html" || kind == "application/xhtml+xml") && len(body) > 0 && body[0] != '{' && body[0] != '['
}

// silent reports whether the answer has no body.
func (c *Case) silent() bool {
	return c.X.ResponseBytes == 0 && len(bytes.TrimSpace(c.Body)) == 0 && c.Error == nil
}

// unseen judges a status that only a body explains, who gave it and of what, where that body is not at
// hand, as the record lost it or a list does without: that of the answer, or of a request that is no
// known call.
func (c *Case) unseen(out *Cause) bool {
	code, l := c.X.Response.Status, &c.X.Labels
	answer := c.X.ResponseBytes > 0 && len(c.Body) == 0 && c.Error == nil && c.Status == nil
	request := l.Op == "" && c.X.RequestBytes > 0 && len(c.Call.Raw) == 0
	if !answer && !request || code < 500 && code != http.StatusNotFound && code != http.StatusGone || l.Op == string(a2a.GetCard) {
		return false
	}
	if code >= 500 {
		out.Kind = Server
	}
	out.Says = agentOrServer + " answered " + words.StatusLine(code) + "."
	return true
}

// statusProof is the status, and the error in the body where there is one.
func (c *Case) statusProof() Proof {
	p := Proof{Says: "Status " + words.StatusLine(c.X.Response.Status), Place: Response}
	if c.X.Response.Status < 400 && c.Error != nil {
		return c.errorProof()
	}
	if said := page.Quote(c.Body); said != "" && c.Error == nil {
		p.Says += ": " + said
	} else if said := c.answerText(); said != "" {
		p.Says += ": “" + short(said) + "”"
	}
	return p
}

// version is the version whose rules hold for the exchange, nil when none is known.
func (c *Case) version() *version.Version {
	names := strings.Split(c.X.Labels.Dialect, "|")
	v, ok := registry.Of(a2a.Version(names[len(names)-1]))
	if !ok {
		return registry.Newest()
	}
	return v
}

func (c *Case) sections() version.Sections { return c.version().Sections }

// offered lists the versions that the card offers, in its order.
func (c *Case) offered() (out []a2a.Version) {
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
