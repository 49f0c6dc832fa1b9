package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// diagram collects the arrows of a sequence diagram.
type diagram struct {
	lanes   []string // the parties, as shown
	lines   []string
	omitted int // exchanges over the limit
}

// maxLines limits the arrows of a diagram. People cannot read more, and code hosts do not draw more.
const maxLines = 240

// lane returns the id of a party, and adds it if it is new.
func (d *diagram) lane(name string) string {
	i := slices.Index(d.lanes, name)
	if i < 0 {
		i, d.lanes = len(d.lanes), append(d.lanes, name)
	}
	return fmt.Sprintf("p%d", i)
}

func (d *diagram) add(number int, w *archive.FullExchange, v *exchangeView, l wire.Labels) {
	if len(d.lines) >= maxLines {
		d.omitted++
		return
	}
	party, _ := callerOf(w)
	from, to := d.lane(label(party)), d.lane(label(w.Agent))
	if w.Origin == wire.Push {
		from, to = to, from
	}
	d.lines = append(d.lines, fmt.Sprintf("%s->>%s: %d. %s", from, to, number, label(title(w, l))))
	const most = 6
	for i, s := range v.states {
		if i >= most {
			d.lines = append(d.lines, fmt.Sprintf("%s-->>%s: and %d more states", to, from, len(v.states)-most))
			break
		}
		d.lines = append(d.lines, fmt.Sprintf("%s-->>%s: %s", to, from, label(s)))
	}
	answer := describeEnd(w, v, l)
	if answer == "" {
		return
	}
	arrow := "-->>"
	if w.Outcome != wire.ByAgent && w.Outcome != wire.Open {
		arrow = "--x"
	}
	d.lines = append(d.lines, fmt.Sprintf("%s%s%s: %s", to, arrow, from, label(answer)))
}

// callerOf names the caller of an exchange, as a party of the diagram and for a sentence.
func callerOf(w *archive.FullExchange) (party, phrase string) {
	switch {
	case w.Origin == wire.Compose, w.Origin == wire.Terminal:
		return "developer", "the developer"
	case w.Origin == wire.Replay:
		return "replay", "a replay"
	case w.Origin == wire.Push:
		return "webhook", "an agent"
	case w.Caller == "":
		return "client", "a client"
	}
	return w.Caller, codeSpan(w.Caller)
}

// describeEnd says how an exchange ended, "" if its states show that.
func describeEnd(w *archive.FullExchange, v *exchangeView, l wire.Labels) string {
	switch {
	case w.Outcome == wire.Open:
		return "still open"
	case l.Error != "":
		return "error " + l.Error
	case len(v.states) > 0 && w.Outcome == wire.ByAgent:
		return ""
	case w.Outcome == wire.ByAgent:
		return fmt.Sprintf("HTTP %d", w.Response.Status)
	}
	return words.EndPhrase(&w.Exchange)
}

// mermaid returns the diagram as a fenced block, "" if there is nothing to draw.
func (d *diagram) mermaid() string {
	if len(d.lines) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Sequence\n\n```mermaid\nsequenceDiagram\n")
	for i, l := range d.lanes {
		fmt.Fprintf(&b, "    participant p%d as %s\n", i, l)
	}
	for _, l := range d.lines {
		b.WriteString("    " + l + "\n")
	}
	b.WriteString("```\n")
	if d.omitted > 0 {
		fmt.Fprintf(&b, "\n%s not drawn.\n", words.Plural(d.omitted, "more exchange"))
	}
	return b.String()
}

// label returns text without anything that Mermaid would interpret.
func label(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune(" ._-/:|()", r), r > 0xa0 && r < 0x2000:
			return r
		}
		return ' '
	}, clip.Bytes(s, 80))
	if s = strings.Join(strings.Fields(s), " "); s == "" || strings.EqualFold(s, "end") {
		return "(" + s + ")" // a bare "end" closes a block
	}
	return s
}
