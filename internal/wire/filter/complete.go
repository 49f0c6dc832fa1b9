package filter

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Suggestion is one way to go on with a filter: put Insert in place of the
// bytes From to To.
type Suggestion struct {
	Insert string `json:"insert"`
	From   int    `json:"from"`
	To     int    `json:"to"`
	Help   string `json:"help,omitempty"` // what it selects; "" for values from the record
}

// Complete suggests how to go on with a filter at a cursor, a number of bytes:
// keys, and the values of the key that is being written. values, which may be
// nil, gives the values on record of a key that has no fixed ones, or more of
// one that has. A filter that is too long to be one has none: each would repeat it.
func (w Words) Complete(text string, cursor int, values func(key, prefix string) []string) []Suggestion {
	if len(text) > MaxBytes {
		return nil
	}
	cursor = min(max(cursor, 0), len(text))
	from := termAt(text, cursor)
	to := cursor
	if n := strings.IndexAny(text[cursor:], " \t\r\n"); n >= 0 {
		to += n
	} else {
		to = len(text)
	}
	term := text[from:cursor]
	word := strings.TrimPrefix(term, "-")
	from += len(term) - len(word)
	key, value, isValue := strings.Cut(word, ":")
	if !isValue || strings.HasPrefix(key, `"`) {
		return keysLike(key, from, to)
	}
	key = strings.ToLower(key)
	prefix := strings.TrimPrefix(value, `"`)
	var out []Suggestion
	add := func(v, help string) {
		s := Suggestion{Insert: key + ":" + quoted(v, ""), From: from, To: to, Help: help}
		if hasFold(v, prefix) && !slices.ContainsFunc(out, func(o Suggestion) bool { return strings.EqualFold(o.Insert, s.Insert) }) {
			out = append(out, s)
		}
	}
	for _, v := range w.values(key) {
		add(v[0], v[1])
	}
	if values != nil && slices.Contains(Keys(), key) {
		for _, v := range values(key, prefix) {
			add(v, "")
		}
	}
	return out
}

// termAt is where the term that holds the cursor begins.
func termAt(text string, cursor int) int {
	from, quote := 0, false
	for i := 0; i < cursor; i++ {
		switch c := text[i]; {
		case c == '\\' && quote:
			i++
		case c == '"':
			quote = !quote
		case !quote && strings.IndexByte(" \t\r\n", c) >= 0:
			from = i + 1
		}
	}
	return from
}

func keysLike(prefix string, from, to int) []Suggestion {
	var out []Suggestion
	for _, k := range Keys() {
		if hasFold(k, prefix) {
			out = append(out, Suggestion{Insert: k + ":", From: from, To: to, Help: keyHelp(k)})
		}
	}
	return out
}

func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// values are the values of a key that do not come from the record, each
// with what it means.
func (w Words) values(key string) [][2]string {
	switch key {
	case "op":
		return suggested(w.OpKinds)
	case "state":
		return suggested(w.States)
	case "binding":
		return suggested(w.Bindings)
	case "origin":
		return [][2]string{{string(wire.Client), "other programs, through a tap"}, {string(wire.Compose), "sent from here"}, {string(wire.Console), "the console's own probes"},
			{string(wire.Replay), "recorded exchanges sent again"}, {string(wire.Push), "agents, calling the webhook"}}
	case "outcome":
		return [][2]string{{"open", "not ended yet"}, {string(wire.ByAgent), "ended by the agent"}, {string(wire.Cut), "broke off"}, {string(wire.Cancelled), "the client went away"},
			{string(wire.TimedOut), "a deadline passed"}, {string(wire.Refused), "the console did not pass it on"}, {string(wire.Unreachable), "nobody answered"},
			{string(wire.Interrupted), "the console stopped"}}
	case "status":
		return [][2]string{{"2xx", "success"}, {"4xx", "the client's fault"}, {"5xx", "the agent's fault"}}
	case "method":
		return [][2]string{{"POST", ""}, {"GET", ""}, {"DELETE", ""}, {"PUT", ""}}
	case "dur":
		return [][2]string{{">500ms", "slower"}, {">5s", "much slower"}, {"<100ms", "faster"}}
	case "since", "before":
		return [][2]string{{"10m", "ten minutes ago"}, {"1h", "an hour ago"}, {"24h", "a day ago"}, {"7d", "a week ago"}}
	case "is":
		return [][2]string{{"failed", "an error, a failed task or a broken connection"}, {"stream", "answered with several events"}}
	case "finding":
		return [][2]string{{"any", "anything to say"}, {"error", "broke a rule"}, {"warning", "a warning or worse"}, {"info", "a remark or worse"}}
	case "pinned":
		return [][2]string{{"yes", "kept for good"}, {"no", "not pinned"}}
	}
	return nil
}

func keyHelp(key string) string {
	return map[string]string{
		"op": "operation", "state": "state of the task", "dialect": "protocol version", "binding": "protocol binding",
		"origin": "whose doing it was", "outcome": "how it ended", "agent": "called agent", "caller": "calling program",
		"task": "task id", "context": "context id", "session": "session", "tag": "tag of the session", "note": "note of the session",
		"pinned": "session is pinned", "id": "exchange id", "link": "repeats this exchange", "method": "HTTP method", "status": "HTTP status",
		"dur": "duration", "since": "begun since", "before": "begun before", "is": "failed, or a stream", "finding": "what the checks say", "text": "words in it",
	}[key]
}
