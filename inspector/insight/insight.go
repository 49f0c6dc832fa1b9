// Package insight computes figures from many exchanges: how many there were, how fast they were answered, and
// how they failed. It takes a wire.SampleSet, and depends on neither the recorder nor pages.
package insight

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Figures are the figures of a selection of exchanges.
type Figures struct {
	Tally
	From     time.Time `json:"from,omitzero"` // start of the first
	To       time.Time `json:"to,omitzero"`   // start of the last
	HasOlder bool      `json:"more"`          // older exchanges exist that the figures leave out

	Failures   []Failure `json:"failures,omitempty"` // the most frequent first
	Agents     []Group   `json:"agents,omitempty"`
	Operations []Group   `json:"operations,omitempty"`
	Versions   []Group   `json:"versions,omitempty"`
	Clients    []Group   `json:"clients,omitempty"`

	Times      []Bin `json:"times,omitempty"` // the time from From to To, in equal steps
	FirstSpans []Bar `json:"first_byte_spans,omitempty"`
	TotalSpans []Bar `json:"total_spans,omitempty"` // in steps of 1, 2 and 5
}

// Tally counts exchanges and describes how long they took.
type Tally struct {
	Count      int `json:"exchanges"`
	Open       int `json:"open"`
	Failed     int `json:"failed"`
	Wrong      int `json:"wrong"`       // succeeded although the agent broke a MUST
	ClientLeft int `json:"client_left"` // the client left before it had the response
	Findings   int `json:"findings"`    // without muted ones and those of severity info

	First Quantiles `json:"first_byte,omitzero"` // of streams, to the first byte of the body
	Total Quantiles `json:"total,omitzero"`      // of exchanges that the agent ended
}

// Group counts the exchanges with a common value, such as the same agent.
type Group struct {
	Name string `json:"name"`
	Term string `json:"filter,omitempty"` // filter that finds exactly these exchanges; "" if there is none
	Tally
	Last  wire.Sample `json:"-"` // the newest
	Times []Bin       `json:"-"` // of agents only, in the steps of Figures.Times
}

// Failure counts one kind of failure.
type Failure struct {
	Name  string `json:"name"`
	Term  string `json:"filter,omitempty"`
	Count int    `json:"exchanges"`
}

// Bin counts the exchanges that began in an interval, which excludes To.
type Bin struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	Tally
}

// Bar counts the durations from LowerBound up to, but excluding, UpperBound.
type Bar struct {
	LowerBound, UpperBound time.Duration // an UpperBound of 0 means unlimited
	Count                  int
}

const maxBins = 60

// Limits of a page: it computes the figures of at most MaxSamples exchanges, the newest ones, and reads them
// for at most MaxReadTime.
const (
	MaxSamples  = 20_000
	MaxReadTime = 500 * time.Millisecond
)

// OverviewOf computes only the figures over time from samples, which come newest first.
func OverviewOf(s wire.SampleSet) Figures {
	f := Figures{HasOlder: s.HasMore, Tally: tally(s.Samples)}
	if f.Count == 0 {
		return f
	}
	f.From, f.To = s.Samples[0].Started, s.Samples[0].Started
	for _, x := range s.Samples { // clocks may be set back
		f.From, f.To = minTime(f.From, x.Started), maxTime(f.To, x.Started)
	}
	f.Times = bins(s.Samples, f.From, f.To)
	return f
}

// IsBefore reports whether the first exchange of f started before that of other; false if one of them has none.
func (f Figures) IsBefore(other Figures) bool {
	return !f.From.IsZero() && !other.From.IsZero() && f.From.Before(other.From)
}

// FiguresOf computes all figures from samples, which come newest first.
func FiguresOf(s wire.SampleSet) Figures {
	f := OverviewOf(s)
	if f.Count == 0 {
		return f
	}
	f.Agents = groups(s.Samples, "agent", func(x *wire.Sample) string { return x.Agent })
	for i, g := range f.Agents {
		if g.Term == "" {
			continue
		}
		f.Agents[i].Times = bins(slices.DeleteFunc(slices.Clone(s.Samples), func(x wire.Sample) bool { return x.Agent != g.Name }), f.From, f.To)
	}
	f.Operations = groups(s.Samples, "op", func(x *wire.Sample) string { return x.Op })
	f.Versions = groups(s.Samples, "dialect", func(x *wire.Sample) string { return x.Dialect })
	f.Clients = groups(s.Samples, "caller", func(x *wire.Sample) string { return words.Product(x.Caller) })
	for i := range f.Clients {
		f.Clients[i].Name = words.ClientName(f.Clients[i].Name)
	}
	f.Failures = failures(s.Samples)
	f.FirstSpans, f.TotalSpans = bars(durations(s.Samples, first)), bars(durations(s.Samples, total))
	return f
}

func minTime(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func maxTime(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func tally(xs []wire.Sample) (t Tally) {
	for _, x := range xs {
		t.Count++
		t.Findings += x.Findings
		switch {
		case x.Failed:
			t.Failed++
		case x.Wrong:
			t.Wrong++
		}
		switch x.Outcome {
		case wire.Open:
			t.Open++
		case wire.Cancelled:
			t.ClientLeft++
		}
	}
	t.First, t.Total = quantiles(durations(xs, first)), quantiles(durations(xs, total))
	return t
}

// first returns the time to the first byte of a stream, negative if there is none.
func first(x *wire.Sample) time.Duration {
	switch a2a.Operation(x.Op) {
	case a2a.SendStreamingMessage, a2a.SubscribeToTask:
		return x.FirstByte
	}
	return -1
}

// total returns the time that the agent took, negative if it did not end the exchange.
func total(x *wire.Sample) time.Duration {
	if x.Outcome != wire.ByAgent {
		return -1
	}
	return x.Duration
}

// durations returns the known durations, shortest first.
func durations(xs []wire.Sample, of func(*wire.Sample) time.Duration) []time.Duration {
	out := make([]time.Duration, 0, len(xs))
	for i := range xs {
		if d := of(&xs[i]); d >= 0 {
			out = append(out, d)
		}
	}
	slices.Sort(out)
	return out
}

// maxGroups limits how many values of a kind have a group, because clients can call themselves anything. The
// rest are otherGroups.
const maxGroups = 50

const otherGroups = "others"

// groups groups samples by value, the largest group first.
func groups(xs []wire.Sample, key string, value func(*wire.Sample) string) []Group {
	lists := map[string][]wire.Sample{}
	for i := range xs {
		name := value(&xs[i])
		lists[name] = append(lists[name], xs[i])
	}
	names := slices.SortedFunc(maps.Keys(lists), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(lists[b]), len(lists[a])), cmp.Compare(a, b))
	})
	var others []wire.Sample
	out := make([]Group, 0, min(len(names), maxGroups))
	for i, name := range names {
		if list := lists[name]; i < maxGroups {
			out = append(out, Group{Name: cmp.Or(name, "not known"), Term: termAmong(key, name, names), Tally: tally(list), Last: list[0]})
		} else {
			others = append(others, list...)
		}
	}
	if len(others) > 0 {
		out = append(out, Group{Name: otherGroups, Tally: tally(others), Last: others[0]})
	}
	return out
}

// termAmong returns a filter that finds a value and none of the others, "" if there is none. It excludes others
// where needed, because operations and clients match by parts of their names.
func termAmong(key, name string, all []string) string {
	if name == "" || strings.ContainsAny(name, "*|") || !utf8.ValidString(name) {
		return ""
	}
	found, left := term(key, name), 0
	for _, other := range all {
		if (key == "op" || key == "caller") && other != name && strings.Contains(strings.ToLower(other), strings.ToLower(name)) {
			found += " -" + term(key, other)
			if left++; left > maxExclusions {
				return ""
			}
		}
	}
	return found
}

// maxExclusions limits the exclusions of a filter, which has room for 64 terms.
const maxExclusions = 20

func term(key, value string) string { return key + ":" + filter.Quote(value) }

func failures(xs []wire.Sample) []Failure {
	counts := map[[2]string]int{}
	for i := range xs {
		if xs[i].Failed {
			name, find := failure(&xs[i])
			counts[[2]string{name, find}]++
		}
	}
	out := make([]Failure, 0, len(counts))
	for kind, n := range counts {
		out = append(out, Failure{kind[0], kind[1], n})
	}
	slices.SortFunc(out, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// unansweredFilter excludes failures by status or error; answeredFilter finds the others that the agent answered.
const (
	unansweredFilter = "-status:3xx -status:4xx -status:5xx -error:*"
	answeredFilter   = "is:failed outcome:agent " + unansweredFilter
)

// invalidFilter finds responses that lack what was expected, which no other term finds.
const invalidFilter = answeredFilter + " -state:failed -state:rejected -state:working -state:submitted"

// failure returns how an exchange failed, in words and as a filter.
func failure(x *wire.Sample) (name, find string) {
	state := a2a.State(x.State)
	switch {
	case x.Error != "":
		return words.ErrorWord(x.Error), term("error", x.Error)
	case words.IsBroken(x.Outcome):
		return words.OutcomeWord(x.Outcome), term("outcome", string(x.Outcome)) + " is:failed -error:*"
	case x.Status >= 300:
		return words.StatusLine(x.Status), term("status", strconv.Itoa(x.Status)) + " is:failed outcome:agent -error:*"
	case x.Outcome != wire.ByAgent && x.Outcome != wire.Open:
		return words.OutcomeWord(x.Outcome), term("outcome", string(x.Outcome)) + " is:failed " + unansweredFilter
	case x.Outcome != wire.ByAgent:
		return "other", ""
	case state == a2a.Failed, state == a2a.Rejected:
		return "task " + state.Word(), term("state", state.Word()) + " " + answeredFilter
	case state == a2a.Working, state == a2a.Submitted:
		return "ended while " + state.Word(), term("state", state.Word()) + " " + answeredFilter
	}
	return words.InvalidAnswer, invalidFilter
}
