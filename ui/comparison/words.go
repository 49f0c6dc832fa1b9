package comparison

import (
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// LevelHelp says what a level compares.
func LevelHelp(level string) string {
	switch level {
	case "structure":
		return "State paths, part kinds, artifact names and data shapes: what stays the same when a model answers"
	case "exact":
		return "Also each JSON document on the wire: chunking, unknown members, the spelling of numbers"
	}
	return "Structure, plus text, data, files, names and metadata"
}

func levelWords(l diff.Level) string {
	switch l {
	case diff.Structure:
		return "Compared by structure: state paths, part kinds, artifact names, data shapes. Words, times and ids are ignored."
	case diff.Exact:
		return "Compared exactly. For pairs that mean the same, each JSON document is also compared as it was on the wire: chunking, unknown members, the spelling of numbers. " +
			"For other pairs, use the bytes links to compare the rest."
	}
	return "Compared by meaning. Times, member order, chunking, and ids that both sides have are ignored."
}

// messageOf returns the message of a pair, or both messages if two exchanges with different ones
// are compared.
func (c *Comparison) messageOf(p diff.Pair) string {
	if c.A.Exchange != nil && c.B.Exchange != nil {
		if a, b := c.A.words(), c.B.words(); a != b && a != "" && b != "" {
			return "“" + part.Short(a, 60) + "” in A, “" + part.Short(b, 60) + "” in B"
		}
	}
	if p.Excerpt == "" {
		return ""
	}
	return "“" + part.Short(p.Excerpt, 80) + "”"
}

func (c *Comparison) row(i int) Row {
	p := c.Report.Pairs[i]
	r := Row{At: i, Pair: p, Mark: MarkOf(p, "only in A", "only in B"), Op: c.op(p), Says: c.messageOf(p), Extra: pollWords(p), Most: len(p.Differences), Keeps: Keeps{"A", "B", "/compare/ignore", "the session of A"}}
	if said := c.versionCompared(p); said != "" {
		r.Notes = []string{said}
	}
	return r
}

func (r Row) notes() []string {
	out := slices.Clone(r.Notes)
	for _, n := range r.Pair.Notes {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func openPair(p diff.Pair) templ.Attributes {
	if p.Outcome == diff.OutcomeSame {
		return nil
	}
	return templ.Attributes{"open": true}
}

// versionCompared says that the exchanges of a pair were compared as their senders sent them, if a
// rule or a person changed one on its way. It is "" if nothing was changed.
func (c *Comparison) versionCompared(p diff.Pair) string {
	var said []string
	for _, o := range []struct {
		name, id string
		of       Subject
	}{{"A", p.A, c.A}, {"B", p.B, c.B}} {
		i := slices.IndexFunc(o.of.All, func(x wire.Exchange) bool { return x.ID == o.id })
		if i < 0 {
			continue
		}
		var words []string
		for _, how := range o.of.All[i].PassageKinds.List() {
			glyph, word := record.PassedMark(how)
			words = append(words, glyph+" "+word)
		}
		if len(words) > 0 {
			said = append(said, strings.Join(words, ", ")+" in "+o.name)
		}
	}
	if len(said) == 0 {
		return ""
	}
	return "The comparison uses what both sides sent, before intercept rules changed it: " + strings.Join(said, "; ") + "."
}

func SideWord(s wire.Side) string {
	if s == wire.Request {
		return "Requests"
	}
	return "Responses"
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func differWord(n int) string {
	if n == 1 {
		return "differs"
	}
	return "differ"
}

func (c *Comparison) kind() string {
	if c.A.Exchange != nil {
		return "exchange"
	}
	return "session"
}
