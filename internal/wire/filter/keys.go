package filter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"

	"github.com/a2a-console/a2a-console/internal/wire"
)

type key struct {
	name    string
	help    string      // what it selects
	example string      // an example term
	values  [][2]string // fixed values, each with its meaning

	normalize func(string) string                     // how a value is stored; nil: unchanged
	check     func(p *parser, k *key, v string) error // rejects values; nil accepts all

	// field is where a filter stores the values: alternatives (a slice), one value or a time.
	field func(*wire.Filter) any
}

// keys are all keys, in the order in which String writes them.
var keys = []key{
	{name: "op", help: "operation", example: "op:send", check: (*parser).op, field: func(f *wire.Filter) any { return &f.Ops }},
	{name: "state", help: "state of the task", example: "state:failed", check: (*parser).state, field: func(f *wire.Filter) any { return &f.States }},
	{name: "dialect", help: "protocol version", example: "dialect:1.0", check: (*parser).version, field: func(f *wire.Filter) any { return &f.Dialects }},
	{name: "binding", help: "protocol binding", example: "binding:jsonrpc", normalize: strings.ToLower, check: (*parser).binding, field: func(f *wire.Filter) any { return &f.Bindings }},
	{name: "error", help: "protocol error: a part of its name, or a pattern", example: "error:TaskNotFound", values: [][2]string{{"Other", "an error of the agent's own"}}, field: func(f *wire.Filter) any { return &f.Errors }},
	{name: "origin", help: "who caused it", example: "origin:client", values: [][2]string{
		{string(wire.Client), "other programs, through a tap"}, {string(wire.Compose), "sent from the pages"}, {string(wire.Terminal), "sent by a command"}, {string(wire.Console), "the console's own probes"},
		{string(wire.Replay), "recorded exchanges sent again"}, {string(wire.Push), "agents, calling the webhook"}, {string(wire.Model), "agents, calling a model or a tool server"},
	}, check: (*parser).setNamed, normalize: strings.ToLower, field: func(f *wire.Filter) any { return &f.Origins }},
	{name: "outcome", help: "how it ended", example: "outcome:cut", values: [][2]string{
		{outcomeWords[wire.Open], "not ended yet"}, {string(wire.ByAgent), "ended by the agent"}, {string(wire.Cut), "the connection to the agent broke"}, {outcomeWords[wire.Cancelled], "the client disconnected"},
		{string(wire.TimedOut), "a deadline passed"}, {string(wire.Refused), "the console did not forward it"}, {string(wire.Unreachable), "the agent could not be reached"},
		{string(wire.Interrupted), "the console, a rule or a person ended it"},
	}, check: (*parser).setNamed, normalize: normalizeOutcome, field: func(f *wire.Filter) any { return &f.Outcomes }},
	{name: "agent", help: "called agent", example: "agent:127.0.0.1:7430", field: func(f *wire.Filter) any { return &f.Agents }},
	{name: "caller", help: "calling program: a part of its name, or a pattern", example: "caller:curl", field: func(f *wire.Filter) any { return &f.Callers }},
	{name: "task", help: "task id", example: "task:ID", check: (*parser).id, field: func(f *wire.Filter) any { return &f.Task }},
	{name: "context", help: "context id", example: "context:ID", check: (*parser).id, field: func(f *wire.Filter) any { return &f.Context }},
	{name: "session", help: "session", example: "session:ID", normalize: trimStar, check: (*parser).rejectGlob, field: func(f *wire.Filter) any { return &f.Session }},
	{name: "tag", help: "tag of the session", example: "tag:demo", check: (*parser).rejectGlob, field: func(f *wire.Filter) any { return &f.Tags }},
	{name: "note", help: "note of the exchange or its session", example: "note:customer", field: func(f *wire.Filter) any { return &f.Notes }},
	{name: "pinned", help: "session is pinned", example: "pinned:yes", values: [][2]string{{"yes", "kept for good"}, {"no", "not pinned"}},
		normalize: strings.ToLower, check: (*parser).choice, field: func(f *wire.Filter) any { return &f.Pinned }},
	{name: "id", help: "exchange id, its beginning or its end", example: "id:01993c5e", normalize: func(v string) string { return trimStar(strings.ToLower(v)) }, check: (*parser).rejectGlob, field: func(f *wire.Filter) any { return &f.ID }},
	{name: "link", help: "id of the exchange that it repeats", example: "link:ID", normalize: strings.ToLower, check: (*parser).rejectGlob, field: func(f *wire.Filter) any { return &f.Link }},
	{name: "method", help: "HTTP method", example: "method:POST", values: [][2]string{{"POST", ""}, {"GET", ""}, {"DELETE", ""}, {"PUT", ""}},
		normalize: strings.ToUpper, check: (*parser).rejectGlob, field: func(f *wire.Filter) any { return &f.Method }},
	{name: "status", help: "HTTP status", example: "status:4xx", values: [][2]string{{"2xx", "success"}, {"4xx", "the client's fault"}, {"5xx", "the agent's fault"}},
		normalize: strings.ToLower, check: (*parser).status, field: func(f *wire.Filter) any { return &f.Statuses }},
	{name: "dur", help: "duration", example: "dur:>500ms", values: [][2]string{{">500ms", "slower"}, {">5s", "much slower"}, {"<100ms", "faster"}},
		field: func(f *wire.Filter) any { return [2]*time.Duration{&f.MinTime, &f.MaxTime} }},
	{name: "first", help: "time to the first byte of the response body", example: "first:>500ms", values: [][2]string{{">500ms", "slower"}, {"<100ms", "faster"}},
		field: func(f *wire.Filter) any { return [2]*time.Duration{&f.MinFirst, &f.MaxFirst} }},
	{name: "quiet", help: "open, and without a new byte for that long", example: "quiet:>30s", values: [][2]string{{">30s", "quiet"}, {">5m", "quiet for long"}, {"<1s", "active"}},
		field: func(f *wire.Filter) any { return [2]*time.Duration{&f.MinQuiet, &f.MaxQuiet} }},
	{name: "since", help: "started since", example: "since:10m", values: sinceExamples, field: func(f *wire.Filter) any { return &f.Since }},
	{name: "before", help: "started before", example: "before:2026-11-21T10:00", values: sinceExamples, field: func(f *wire.Filter) any { return &f.Until }},
	{name: "is", help: "failed, wrong, stream, pinned, examined or model", example: "is:failed", values: [][2]string{{"failed", "an error, a failed task, no content, or a broken connection"}, {"wrong", "succeeded, although the agent broke a mandatory rule"}, {"stream", "answered with several events"}, {"pinned", "the exchange is pinned"}, {"examined", "made by an examination of an agent or by chaos, in this record"}, {"model", "a call of a model or a tool server by an agent"}},
		normalize: strings.ToLower, check: (*parser).choice, field: func(f *wire.Filter) any { return &f.Conditions }},
	{name: "finding", help: "what the checks found", example: "finding:error", values: [][2]string{{"any", "any finding"}, {"error", "an error"}, {"warning", "a warning or worse"}, {"info", "an info or worse"}, {"muted", "a finding of a muted check"}},
		normalize: normalizeFinding, check: (*parser).finding, field: func(f *wire.Filter) any { return &f.Findings }},
	{name: "passed", help: "what a rule or a person did to frames", example: "passed:held", values: [][2]string{
		{"any", "any of these"}, {string(wire.PassageHeld), "forwarded after a hold"}, {string(wire.PassageDelayed), "forwarded later"}, {string(wire.PassageEdited), "forwarded with changes"},
		{string(wire.PassageDropped), "not forwarded"}, {string(wire.PassageInjected), "sent by the console, not by the sender"},
	}, normalize: strings.ToLower, check: (*parser).choice, field: func(f *wire.Filter) any { return &f.PassageKinds }},
	{name: "rule", help: "rule that acted on it, by id, preset or text", example: "rule:lose-terminal-event", values: [][2]string{{"any", "any rule"}},
		field: func(f *wire.Filter) any { return &f.Rules }},
	{name: "model", help: "called model: a part of its name, or a pattern", example: "model:gpt-4o", field: func(f *wire.Filter) any { return &f.Models }},
	{name: "tool", help: "tool that a model asked for, or that was called", example: "tool:search", field: func(f *wire.Filter) any { return &f.Tools }},
	{name: "tokens", help: "tokens of a model call, in and out", example: "tokens:>1000", values: [][2]string{{">1000", "more"}, {"<100", "fewer"}},
		field: func(f *wire.Filter) any { return [2]*int64{&f.MinTokens, &f.MaxTokens} }},
	{name: "text", help: "words in its text", example: "text:joke"}, // written last, without its key
}

// trimStar removes the final * of an id prefix, which is implied.
func trimStar(v string) string { return strings.TrimSuffix(v, "*") }

// normalizeFinding returns a severity, which may also be given as the level of its rule, or the id of a check
// as the list of checks spells it.
func normalizeFinding(v string) string {
	switch low := strings.ToLower(v); low {
	case "must":
		return "error"
	case "should":
		return "warning"
	case "any", "error", "warning", "info", "muted":
		return low
	}
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}, v)
}

var sinceExamples = [][2]string{{"10m", "ten minutes ago"}, {"1h", "an hour ago"}, {"24h", "a day ago"}, {"7d", "a week ago"}}

// outcomeWords are the words of the filter language for outcomes that are stored otherwise.
// A2A spells "canceled"; the record had another spelling before.
var outcomeWords = map[wire.Outcome]string{wire.Open: "open", wire.Cancelled: "canceled"}

// normalizeOutcome returns the filter language's word for an outcome as it is stored or written.
func normalizeOutcome(v string) string {
	v = strings.ToLower(v)
	return cmp.Or(outcomeWords[wire.Outcome(v)], v)
}

// parseOutcome returns the outcome that a word of the filter language stands for.
func parseOutcome(word string) wire.Outcome {
	for o, w := range outcomeWords {
		if w == word {
			return o
		}
	}
	return wire.Outcome(word)
}

// Keys lists the keys of the filter language, in the order in which String writes them.
func Keys() []string {
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	return names
}

// findKey returns the key with a name, nil if there is none.
func findKey(name string) *key {
	if i := slices.Index(Keys(), name); i >= 0 {
		return &keys[i]
	}
	return nil
}

// ValuesOf returns the values that a filter has for a key.
func ValuesOf(f wire.Filter, key string) []string { return findKey(key).get(&f) }

// valueWords returns the fixed values without their meanings.
func (k *key) valueWords() (words []string) {
	for _, v := range k.values {
		words = append(words, v[0])
	}
	return words
}

// set checks a value and stores it in a filter.
func (k *key) set(p *parser, f *wire.Filter, v string) error {
	v = p.words.resolveAlias(k, v)
	if k.normalize != nil {
		v = k.normalize(v)
	}
	if k.check != nil {
		if err := k.check(p, k, v); err != nil {
			return err
		}
	}
	if k.field == nil {
		p.addPhrase(v)
		return nil
	}
	switch to := k.field(f).(type) {
	case *[]string:
		*to = append(*to, v)
	case *[]wire.Origin:
		*to = append(*to, wire.Origin(v))
	case *[]wire.Outcome:
		*to = append(*to, parseOutcome(v))
	case *string:
		if *to != "" && *to != v {
			return p.errorf("%s: can be given only once; it is already %q", k.name, clip.Runes(*to, maxShown))
		}
		*to = v
	case *wire.Moment:
		return p.moment(k.name, v, to)
	case [2]*time.Duration:
		return p.duration(k, v, to)
	case [2]*int64:
		return p.count(k, v, to)
	}
	return nil
}

func (k *key) get(f *wire.Filter) (all []string) {
	if k.field == nil {
		return nil
	}
	switch at := k.field(f).(type) {
	case *[]string:
		return *at
	case *[]wire.Origin:
		for _, o := range *at {
			all = append(all, string(o))
		}
	case *[]wire.Outcome:
		for _, o := range *at {
			all = append(all, cmp.Or(outcomeWords[o], string(o)))
		}
	case *string:
		all = append(all, *at)
	case *wire.Moment:
		all = append(all, at.String())
	case [2]*time.Duration:
		for i, d := range at {
			if *d > 0 {
				all = append(all, "><"[i:i+1]+d.String())
			}
		}
	case [2]*int64:
		for i, n := range at {
			if *n > 0 {
				all = append(all, "><"[i:i+1]+strconv.FormatInt(*n, 10))
			}
		}
	}
	return all
}
