package record

import (
	"strings"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Reason explains in a line why an exchange failed, as far as its row knows: what broke it, else
// what the agent said, else the cause that its page names, except for causes that only the bodies
// show. It also says that a client left while a rule held its request. It is "" for other exchanges
// that did not fail, and where the row's state says as much.
func (r Row) Reason() string {
	end, _ := words.EndingWords(&r.Exchange)
	switch {
	case r.Origin == wire.Model && r.Labels.Model != nil:
		return part.Short(r.Labels.Model.Error, 240)
	case r.Problem != "" && (r.IsBroken() || r.WasHeldToTheEnd()):
		return part.Short(r.Problem, 240)
	case !r.IsBroken() && (r.Labels.Error != "" || r.State() == a2a.Failed || r.State() == a2a.Rejected):
		return r.agentText()
	case end.HasReason():
		return end.Sentence
	case !end.Failed || end.Sentence != "":
		return ""
	}
	c, _ := cause.Explain(cause.Case{Exchange: r.Exchange})
	if strings.HasSuffix(c.Text, "answered "+words.StatusLine(r.Response.Status)+".") {
		return ""
	}
	return part.Short(c.Text, 240)
}

// maxWholeText is the length in bytes up to which a row's text is certainly complete. A
// longer text may have been cut.
const maxWholeText = 2000

// agentText returns what an agent said to explain a failure. It returns "" if the row's text, which
// begins with the client's words, does not show where the agent's begin.
func (r Row) agentText() string {
	if len(r.Labels.Text) > maxWholeText {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(r.Labels.Text), "\n")
	last := lines[len(lines)-1]
	if r.IsRequestText() && len(lines) != 2 || !r.IsRequestText() && len(lines) != 1 {
		return ""
	}
	return part.Short(last, 240)
}
