// Package insight makes figures of many exchanges: how many there were, how fast they were
// answered, and how they failed. It reads samples, and knows neither the record nor pages.
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

// Figures are those of some exchanges.
type Figures struct {
	Tally
	From     time.Time `json:"from,omitzero"` // when the first began
	To       time.Time `json:"to,omitzero"`   // when the last began
	HasOlder bool      `json:"more"`          // there are older ones, which the figures leave out

	Failures   []Failure `json:"failures,omitempty"` // how they failed, the most frequent first
	Agents     []Group   `json:"agents,omitempty"`
	Operations []Group   `json:"operations,omitempty"`
	Versions   []Group   `json:"versions,omitempty"`
	Clients    []Group   `json:"clients,omitempty"`

	Times      []Bin `json:"times,omitempty"` // all of From to To, in equal steps
	FirstSpans []Bar `json:"first_byte_spans,omitempty"`
	TotalSpans []Bar `json:"total_spans,omitempty"` // how many took how long, in steps of 1, 2 and 5
}

// Tally counts exchanges and how long they took.
type Tally struct {
	Count      int `json:"exchanges"`
	Open       int `json:"open"`
	Failed     int `json:"failed"`
	Wrong      int `json:"wrong"`       // did their work although the agent broke a rule that it must keep
	ClientLeft int `json:"client_left"` // the client went away before it had the answer
	Findings   int `json:"findings"`    // muted ones are not counted

	First Quantiles `json:"first_byte,omitzero"` // of streams: to the first byte of the body
	Total Quantiles `json:"total,omitzero"`      // of those that the agent ended
}

// Group is the exchanges that have a value in common.
type Group struct {
	Name string `json:"name"`
	Term string `json:"filter,omitempty"` // in the filter language: what finds them; "" where nothing finds just these
	Tally
	Last  wire.Sample `json:"-"` // the newest of them
	Times []Bin       `json:"-"` // of agents: in the steps of all
}

// Failure is a way to fail.
type Failure struct {
	Name  string `json:"name"`
	Term  string `json:"filter,omitempty"`
	Count int    `json:"exchanges"`
}

// Bin is what began in a stretch of time, the end of which is not part of it.
type Bin struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	Tally
}

// Bar counts the durations from Least up to, and without, Below.
type Bar struct {
	LowerBound, UpperBound time.Duration // a Below of 0 has no bound
	Count                  int
}

// maxBins is in how many stretches a time is cut at most.
const maxBins = 60

// A page makes figures of the newest MaxSamples exchanges at most, and looks for them for MaxReadTime.
const (
	MaxSamples  = 20_000
	MaxReadTime = 500 * time.Millisecond
)

// OverviewOf makes only the figures over time of samples, which come newest first.
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

// FiguresOf makes the figures of samples, which come newest first.
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

// first is the time to the first byte of a stream, negative where there was none.
func first(x *wire.Sample) time.Duration {
	switch a2a.Operation(x.Op) {
	case a2a.SendStreamingMessage, a2a.SubscribeToTask:
		return x.FirstByte
	}
	return -1
}

// total is the time that the agent took, negative where it did not end the exchange.
func total(x *wire.Sample) time.Duration {
	if x.Outcome != wire.ByAgent {
		return -1
	}
	return x.Duration
}

// durations lists what is known, the shortest first.
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

// maxGroups is how many values of one kind have figures of their own: clients can call
// themselves what they like.
const maxGroups = 50

// otherGroups is the name of a group of all other values.
const otherGroups = "others"

// groups puts together what has the same value, the most exchanges first.
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

// termAmong finds a value and none of the others: operations and clients are found by a part of
// their names.
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

// maxExclusions is how many terms may leave something out of a filter, which has room for 64.
const maxExclusions = 20

func term(key, value string) string { return key + ":" + filter.Quote(value) }

// failures counts the ways in which exchanges failed.
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

// answeredFilter leaves out what failed by its status or by an error.
const answeredFilter = "is:failed outcome:agent -status:3xx -status:4xx -status:5xx -error:*"

// invalidFilter finds what no other term does: what was due is not in the answer.
const invalidFilter = answeredFilter + " -state:failed -state:rejected -state:working -state:submitted"

// failure is how an exchange failed, in words and as a filter.
func failure(x *wire.Sample) (name, find string) {
	state := a2a.State(x.State)
	switch {
	case x.Error != "":
		return words.ErrorWord(x.Error), term("error", x.Error)
	case words.IsBroken(x.Outcome):
		return words.OutcomeWord(x.Outcome), term("outcome", string(x.Outcome)) + " is:failed -error:*"
	case x.Status >= 300:
		return words.StatusLine(x.Status), term("status", strconv.Itoa(x.Status)) + " is:failed outcome:agent -error:*"
	case x.Outcome != wire.ByAgent:
		return "other", ""
	case state == a2a.Failed, state == a2a.Rejected:
		return "task " + state.Word(), term("state", state.Word()) + " " + answeredFilter
	case state == a2a.Working, state == a2a.Submitted:
		return "ended while " + state.Word(), term("state", state.Word()) + " " + answeredFilter
	}
	return words.InvalidAnswer, invalidFilter
}
