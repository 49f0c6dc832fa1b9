package rule

import (
	"slices"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// matchesHead reports whether an exchange may match, judging by the head of its request. The caller has
// checked the agent.
func (f *activeRule) matchesHead(x *wire.Exchange) bool {
	if origins := f.parsed.Filter.Origins; len(origins) > 0 {
		if !slices.Contains(origins, x.Origin) {
			return false
		}
	} else if x.Origin == wire.Console || x.Origin == wire.Push || x.Origin == wire.Model {
		return false // the console's own probes, pushes to its webhook and calls of models match only if a rule names their origin
	}
	if slices.Contains(f.parsed.Filter.ExcludedOrigins, x.Origin) || !f.match.matchesHead(x) {
		return false
	}
	for i := range f.exclude {
		if w := &f.exclude[i]; (w.method != "" || w.callers != nil) && w.matchesHead(x) {
			return false
		}
	}
	return true
}

func (w *matcher) matchesHead(x *wire.Exchange) bool {
	return (w.method == "" || strings.EqualFold(w.method, x.Method)) && matchesAny(w.callers, func(c string) bool { return filter.MatchName(x.Caller, c) })
}

// matchesAny reports whether one of want fits. An empty want fits everything.
func matchesAny(want []string, fits func(string) bool) bool {
	return len(want) == 0 || slices.ContainsFunc(want, fits)
}

// matchesRequest reports whether the exchange may match, judging by the whole request.
func (f *activeRule) matchesRequest(l *wire.Labels, said *frameContent) bool {
	if !f.match.matchesCall(l) {
		return false
	}
	for i := range f.exclude {
		if w := &f.exclude[i]; (w.ops != nil || w.dialects != nil || w.bindings != nil) && w.matchesCall(l) {
			return false
		}
	}
	return f.parsed.Side == wire.Response || said == nil || f.matchesDocument(said)
}

func (w *matcher) matchesCall(l *wire.Labels) bool {
	return matchesAny(w.ops, func(o string) bool { return filter.Glob(strings.ToLower(l.Op), o) }) &&
		matchesAny(w.dialects, func(d string) bool { return strings.Contains("|"+l.Dialect+"|", "|"+d+"|") }) &&
		matchesAny(w.bindings, func(b string) bool { return strings.EqualFold(b, l.Binding) })
}

// frameContent is what a request or a frame says, with the ids known so far for its exchange.
type frameContent struct {
	wire.FrameLabels
	task, context string // ids seen in the exchange
	foldedText    string // folded text, computed on first use
}

// matchesDocument reports whether the parts of WHEN match that depend on a document.
func (f *activeRule) matchesDocument(s *frameContent) bool {
	if !f.match.matches(s) {
		return false
	}
	for i := range f.exclude {
		if w := &f.exclude[i]; (w.states != nil || w.text != nil || w.task != "" || w.context != "") && w.matches(s) {
			return false
		}
	}
	return true
}

func (w *matcher) matches(s *frameContent) bool {
	if !matchesAny(w.states, func(want string) bool { return filter.MatchState(s.State, want) }) {
		return false
	}
	if w.task != "" && !matchesID(w.task, s.task) && !matchesID(w.task, s.Task) || w.context != "" && !matchesID(w.context, s.context) && !matchesID(w.context, s.Context) {
		return false
	}
	for i := range w.text {
		if !w.text[i].occursIn(s) {
			return false
		}
	}
	return true
}

// matchesID reports whether an id is the wanted one, which may be a prefix with a final *, or a prefix and a
// suffix around a ….
func matchesID(want, id string) bool {
	if beginning, end, short := strings.Cut(want, "…"); short {
		return strings.HasPrefix(id, beginning) && strings.HasSuffix(id, end)
	}
	if beginning, ok := strings.CutSuffix(want, "*"); ok {
		return id != "" && strings.HasPrefix(id, beginning)
	}
	return want == id
}

// matchesEvent reports whether a frame has one of the kinds that the rule selects.
func (f *activeRule) matchesEvent(frame *wire.Frame, l *wire.FrameLabels) bool {
	switch frame.Kind {
	case wire.WSClose, wire.WSPing, wire.WSPong:
		return false // control frames belong to the connection
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
	if len(f.parsed.Events) == 0 && silent {
		return false
	}
	return matchesAny(f.parsed.Events, is) && !slices.ContainsFunc(f.parsed.ExcludedEvents, is)
}

// foldedPhrase is a phrase of whole words in lower case, with a blank before each word and after
// the last. It has no final blank if the last word is a prefix.
type foldedPhrase string

func newPhrase(phrase string) foldedPhrase {
	text, open := strings.CutSuffix(phrase, "*")
	w := foldWords(text)
	if open {
		w = strings.TrimSuffix(w, " ")
	}
	return foldedPhrase(w)
}

// foldWords returns a text as its words, in the form of a foldedPhrase.
func foldWords(text string) string {
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

// occursIn reports whether the phrase occurs in the text or the ids of s.
func (w foldedPhrase) occursIn(s *frameContent) bool {
	if s.foldedText == "" {
		text := s.Text
		if text == "" {
			text = string(s.Doc)
		}
		s.foldedText = foldWords(text + "\n" + s.Task + "\n" + s.Context + "\n" + s.Artifact)
	}
	return strings.TrimSpace(string(w)) == "" || strings.Contains(s.foldedText, string(w))
}
