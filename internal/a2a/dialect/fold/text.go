package fold

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// MaxText bounds the text extracted for search, in bytes.
const MaxText = 2048

// extract gathers text that people may search for, in the order it crossed the
// wire, up to a limit.
type extract struct {
	b        strings.Builder
	limit    int    // in bytes; 0 is MaxText
	artifact string // whose chunk came last
	chunk    string // and its text, when it may be resent whole
}

func (x *extract) String() string { return x.b.String() }

func (x *extract) max() int { return cmp.Or(x.limit, MaxText) }

func (x *extract) full() bool { return x.b.Len() >= x.max() }

// TextOf is what people read in one document: what labels have of it, but as much as limit
// bytes.
func TextOf(r a2a.Reading, limit int) string {
	x := extract{limit: limit}
	switch {
	case r.Call != nil && r.Call.Message != nil:
		x.message(r.Call.Message)
	case r.Result != nil:
		x.result(r.Result)
	case r.Card != nil:
		x.card(r.Card)
	case r.Error != nil:
		x.line(r.Error.Message)
	}
	return x.String()
}

// line adds a piece of text on a line of its own.
func (x *extract) line(s string) {
	if s == "" || x.full() {
		return
	}
	if x.b.Len() > 0 {
		x.b.WriteByte('\n')
	}
	x.more(s)
}

// more goes on with the line. Invalid UTF-8 is left out.
func (x *extract) more(s string) {
	s = s[:min(len(s), max(x.max()-x.b.Len(), 0))]
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "") // a character cut in half goes, too
	}
	x.b.WriteString(s)
	x.artifact = ""
}

func (x *extract) result(r *a2a.Result) {
	if x.full() {
		return
	}
	switch {
	case r.Task != nil:
		x.task(r.Task)
	case r.Message != nil:
		x.message(r.Message)
	case r.Status != nil:
		x.message(r.Status.Status.Message)
	case r.Artifact != nil:
		x.update(r.Artifact)
	case r.Card != nil:
		x.card(r.Card)
	}
	for i := range r.Tasks {
		x.task(&r.Tasks[i])
	}
}

// task leaves out the history, which repeats what crossed before.
func (x *extract) task(t *a2a.Task) {
	x.message(t.Status.Message)
	for _, a := range t.Artifacts {
		x.line(a.Name)
		for _, p := range a.Parts {
			x.line(x.part(p))
		}
	}
}

func (x *extract) message(m *a2a.Message) {
	if m == nil {
		return
	}
	for _, p := range m.Parts {
		x.line(x.part(p))
	}
}

// update adds a chunk of an artifact so that words cut between chunks stay
// whole, and an artifact that is resent with every chunk is there once.
func (x *extract) update(u *a2a.ArtifactUpdate) {
	var b strings.Builder
	for _, p := range u.Artifact.Parts {
		b.WriteString(x.part(p))
		if b.Len() > x.max() {
			break
		}
	}
	text := b.String()
	same := x.artifact == u.Artifact.ID && x.artifact != ""
	switch {
	case same && u.Append:
		x.more(text)
	case same && x.chunk != "" && strings.HasPrefix(text, x.chunk):
		x.more(text[len(x.chunk):])
	default:
		x.line(u.Artifact.Name)
		x.line(text)
	}
	x.artifact, x.chunk = u.Artifact.ID, text
	if x.full() { // nothing is added any more
		x.artifact, x.chunk = "", ""
	}
}

func (x *extract) card(c *a2a.Card) {
	x.line(c.Name)
	x.line(c.Description)
	for _, s := range c.Skills {
		x.line(s.Name)
		x.line(s.Description)
	}
}

// part is what there is to search in a part: its text, its data as JSON, or
// a file's name and address. Content in base64 is left out.
func (x *extract) part(p a2a.Part) string {
	switch p.Kind {
	case a2a.TextPart:
		return p.Text
	case a2a.DataPart:
		return string(p.Data[:min(len(p.Data), x.max())])
	}
	return strings.TrimSpace(p.Filename + " " + p.URL)
}
