package cause

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// judgeMedia judges a body that was not accepted because of its type, its encoding or its content. The response may say
// which, in its Accept or Accept-Encoding header (RFC 9110 §15.5.16).
func (c *Case) judgeMedia(out *Cause) {
	head, takes := c.Exchange.Request.Header, c.Exchange.Response.Header
	media, coding := head.Get("Content-Type"), head.Get("Content-Encoding")
	sends := c.Exchange.Labels.Op == string(a2a.SendMessage) || c.Exchange.Labels.Op == string(a2a.SendStreamingMessage)
	right := wire.MediaType(head) == c.media()
	out.Kind, out.Spec, out.Advice = Media, "RFC 9110 §15.5.16", "Send "+c.media()+"."
	switch encoded := coding != "" && !strings.EqualFold(coding, "identity"); {
	case encoded && (takes.Get("Accept-Encoding") != "" || takes.Get("Accept") == "" && right):
		out.Text = fmt.Sprintf(agentOrServer+" does not accept the Content-Encoding %q of the request.", shorten(coding))
		out.Advice = "Send the body as it is, without Content-Encoding."
		if takes.Get("Accept-Encoding") == "" {
			out.Text = fmt.Sprintf(agentOrServer+" does not accept the body, because of its Content-Encoding %q or its Content-Type %q.", shorten(coding), shorten(media))
			out.Advice += " If the answer stays the same, the agent's log may say what it accepts."
		}
	case encoded && takes.Get("Accept") == "":
		out.Text = fmt.Sprintf(agentOrServer+" does not read the Content-Type %q, or the Content-Encoding %q.", shorten(media), shorten(coding))
		out.Advice = "Send " + c.media() + ", without Content-Encoding."
	case media == "":
		out.Text = c.responder() + " does not read a body without a Content-Type."
	case right && sends && takes.Get("Accept") == "" && c.Exchange.Labels.Binding == string(a2a.REST):
		out.Text = fmt.Sprintf(agentOrServer+" does not accept the Content-Type %q of the request, or the type of a part of the message.", shorten(media))
		out.Advice = "Compare the parts with the input modes on the card. If they fit, the agent's log may say what it accepts."
	default:
		out.Text = fmt.Sprintf("%s does not read the Content-Type %q.", c.responder(), shorten(media))
		if right {
			out.Text = fmt.Sprintf(agentOrServer+" is at fault: it does not accept the Content-Type %q, which the version requires.", shorten(media))
			out.Advice = "The agent's log may say what it accepts."
		}
	}
}

// media returns the Content-Type of requests in the exchange's version and binding.
func (c *Case) media() string {
	v := c.version()
	if c.Exchange.Labels.Binding == string(a2a.GRPC) {
		return "application/grpc"
	}
	if c.Exchange.Labels.Binding == string(a2a.REST) && v.REST != nil && v.REST.MediaType != "" {
		return v.REST.MediaType
	}
	return "application/json"
}
