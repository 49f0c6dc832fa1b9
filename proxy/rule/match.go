package rule

import (
	"slices"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// head reports whether an exchange may match, by the head of its request. Its agent does.
func (f *force) head(x *wire.Exchange) bool {
	if origins := f.is.Filter.Origins; len(origins) > 0 {
		if !slices.Contains(origins, x.Origin) {
			return false
		}
	} else if x.Origin == wire.Console || x.Origin == wire.Push {
		return false // its own probes, and pushes to its webhook, only where a rule says so
	}
	if slices.Contains(f.is.Filter.Not, x.Origin) || !f.want.head(x) {
		return false
	}
	for i := range f.not {
		if w := &f.not[i]; (w.method != "" || w.callers != nil) && w.head(x) {
			return false
		}
	}
	return true
}

func (w *wanted) head(x *wire.Exchange) bool {
	return (w.method == "" || strings.EqualFold(w.method, x.Method)) && among(w.callers, func(c string) bool { return filter.NamedSo(x.Caller, c) })
}

// among reports whether one of the values wanted fits, or none is wanted.
func among(want []string, fits func(string) bool) bool {
	return len(want) == 0 || slices.ContainsFunc(want, fits)
}

// request reports whether what the request says matches, as far as that tells.
func (f *force) request(l *wire.Labels, said *said) bool {
	if !f.want.call(l) {
		return false
	}
	for i := range f.not {
		if w := &f.not[i]; (w.ops != nil || w.dialects != nil || w.bindings != nil) && w.call(l) {
			return false
		}
	}
	return f.is.Side == wire.Response || said == nil || f.matchesDocument(said)
}

func (w *wanted) call(l *wire.Labels) bool {
	return among(w.ops, func(o string) bool { return filter.Glob(strings.ToLower(l.Op), o) }) &&
		among(w.dialects, func(d string) bool { return strings.Contains("|"+l.Dialect+"|", "|"+d+"|") }) &&
		among(w.bindings, func(b string) bool { return strings.EqualFold(b, l.Binding) })
}

// said is what a request or a frame says, and what is known of its exchange by then.
type said struct {
	wire.FrameLabels
	task, context string // that the exchange was seen to be about
	words         string // of the text, made when it is first asked for
}

// matchesDocument reports whether the parts of WHEN that a document tells match.
func (f *force) matchesDocument(s *said) bool {
	if !f.want.matches(s) {
		return false
	}
	for i := range f.not {
		if w := &f.not[i]; (w.states != nil || w.text != nil || w.task != "" || w.context != "") && w.matches(s) {
			return false
		}
	}
	return true
}

func (w *wanted) matches(s *said) bool {
	if !among(w.states, func(want string) bool { return filter.SameState(s.State, want) }) {
		return false
	}
	if w.task != "" && !isID(w.task, s.task) && !isID(w.task, s.Task) || w.context != "" && !isID(w.context, s.context) && !isID(w.context, s.Context) {
		return false
	}
	for i := range w.text {
		if !w.text[i].in(s) {
			return false
		}
	}
	return true
}

// isID reports whether an id is the one wanted; with a * at its end, whether it begins so.
func isID(want, id string) bool {
	if beginning, end, short := strings.Cut(want, "…"); short {
		return strings.HasPrefix(id, beginning) && strings.HasSuffix(id, end)
	}
	if beginning, ok := strings.CutSuffix(want, "*"); ok {
		return id != "" && strings.HasPrefix(id, beginning)
	}
	return want == id
}

// event reports whether a frame is of the kinds wanted.
func (f *force) event(frame *wire.Frame, l *wire.FrameLabels) bool {
	switch frame.Kind {
	case wire.WSClose, wire.WSPing, wire.WSPong:
		return false // they belong to the connection
	}
	silent := frame.Kind == wire.Comment || l.Kind == comment
	is := func(kind string) bool {
		switch kind {
		case anyEvent:
			return true
		case comment:
			return silent
		case lastChunk:
			return l.Last
		}
		return l.Kind == kind
	}
	if len(f.is.Events) == 0 && silent {
		return false
	}
	return among(f.is.Events, is) && !slices.ContainsFunc(f.is.NotEvents, is)
}

// words is a phrase of whole words: in lower case, a blank before each and after the last,
// but where the last may go on.
type words string

func newWords(phrase string) words {
	text, open := strings.CutSuffix(phrase, "*")
	w := folded(text)
	if open {
		w = strings.TrimSuffix(w, " ")
	}
	return words(w)
}

// folded is a text as its words.
func folded(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 2)
	gap := true
	b.WriteByte(' ')
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			if !gap {
				b.WriteByte(' ')
			}
			gap = true
			continue
		}
		gap = false
		b.WriteRune(unicode.ToLower(r))
	}
	if !gap {
		b.WriteByte(' ')
	}
	return b.String()
}

// in reports whether the phrase is in a text, or is one of the ids beside it.
func (w words) in(s *said) bool {
	if s.words == "" {
		text := s.Text
		if text == "" {
			text = string(s.Doc)
		}
		s.words = folded(text + "\n" + s.Task + "\n" + s.Context + "\n" + s.Artifact)
	}
	return strings.TrimSpace(string(w)) == "" || strings.Contains(s.words, string(w))
}
