package cause

import (
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// otherMedia judges a body that is not taken as it was sent: because of its type, its encoding, or what is in
// it. The answer may say which, in the header of what it takes instead (RFC 9110 §15.5.16).
func (c *Case) otherMedia(out *Cause) {
	head, takes := c.X.Request.Header, c.X.Response.Header
	media, coding := head.Get("Content-Type"), head.Get("Content-Encoding")
	sends := c.X.Labels.Op == string(a2a.SendMessage) || c.X.Labels.Op == string(a2a.SendStreamingMessage)
	right := wire.MediaType(head) == c.media()
	out.Kind, out.Spec, out.Try = Media, "RFC 9110 §15.5.16", "Send "+c.media()+"."
	switch encoded := coding != "" && !strings.EqualFold(coding, "identity"); {
	case encoded && (takes.Get("Accept-Encoding") != "" || takes.Get("Accept") == "" && right):
		out.Says = fmt.Sprintf(agentOrServer+" does not accept the Content-Encoding %q of the request.", short(coding))
		out.Try = "Send the body as it is, without Content-Encoding."
		if takes.Get("Accept-Encoding") == "" {
			out.Says = fmt.Sprintf(agentOrServer+" does not accept the body: because of its Content-Encoding %q, or of its Content-Type %q.", short(coding), short(media))
			out.Try += " If the answer stays the same, its log may say what it accepts."
		}
	case encoded && takes.Get("Accept") == "":
		out.Says = fmt.Sprintf(agentOrServer+" does not read the Content-Type %q, or the Content-Encoding %q.", short(media), short(coding))
		out.Try = "Send " + c.media() + ", without Content-Encoding."
	case media == "":
		out.Says = c.whoAnswered() + " does not read a body without a Content-Type."
	case right && sends && takes.Get("Accept") == "" && c.X.Labels.Binding == string(a2a.REST):
		out.Says = fmt.Sprintf(agentOrServer+" does not accept the Content-Type %q of the request, or the type of a part of the message.", short(media))
		out.Try = "Compare the parts with the input modes on the card. If they fit, the agent's log may say what it accepts."
	default:
		out.Says = fmt.Sprintf("%s does not read the Content-Type %q.", c.whoAnswered(), short(media))
		if right {
			out.Says = fmt.Sprintf(agentOrServer+" is at fault: it does not accept the Content-Type %q, which the version has.", short(media))
			out.Try = "Its log may say what it accepts."
		}
	}
}

// media is the Content-Type that requests of the version and binding have.
func (c *Case) media() string {
	v := c.version()
	if c.X.Labels.Binding == string(a2a.GRPC) {
		return "application/grpc"
	}
	if c.X.Labels.Binding == string(a2a.REST) && v.REST != nil && v.REST.MediaType != "" {
		return v.REST.MediaType
	}
	return "application/json"
}
