package record

import (
	"strings"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Reason is in a line why an exchange failed, as far as its row tells: what broke it, else what the
// agent said of it, else the cause that its page names, of which a row knows all but what the
// bodies tell. It is "" for others.
func (r Row) Reason() string {
	end, _ := words.EndingWords(&r.Exchange)
	switch {
	case r.IsBroken() && r.Problem != "":
		return part.Short(r.Problem, 240)
	case !r.IsBroken() && (r.Labels.Error != "" || r.State() == a2a.Failed || r.State() == a2a.Rejected):
		return r.agentText()
	case !end.Failed || end.Sentence != "":
		return end.Sentence
	}
	c, _ := cause.Explain(cause.Case{Exchange: r.Exchange})
	return part.Short(c.Text, 240)
}

// maxWholeText is up to how many bytes the text of a row is surely all that was said: more of it
// may have been cut off.
const maxWholeText = 2000

// agentText is what an agent said to explain a failure, "" where the row does not tell that from
// what its client said: both are in its text, the client's words first.
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
