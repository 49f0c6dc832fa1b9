package agent

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent/conformance"
)

type input struct {
	message   *a2a.Message
	text      string   // the text parts, one per line
	command   string   // the text in lower case, with single spaces
	words     []string // of command
	fields    map[string]json.RawMessage
	accepts   []string // output modes; empty accepts any
	behaviour version.Agent

	timestamps bool // the client activates the extension

	scenario *conformance.Scenario // replaces all skills; nil for none

	kit    *version.Kit // of the conformance profile, or nil
	isOpen bool         // nobody waits for the task, and the kit wants it to stay open
}

func inputOf(c *a2a.Call, b version.Agent) *input {
	in := &input{message: c.Message, accepts: c.AcceptedOutputModes, behaviour: b, timestamps: slices.Contains(c.Extensions, timestamps)}
	var lines []string
	for _, p := range c.Message.Parts {
		switch p.Kind {
		case a2a.TextPart:
			lines = append(lines, p.Text)
		case a2a.DataPart:
			in.addFields(p.Data)
		}
	}
	in.text = strings.Join(lines, "\n")
	in.words = strings.Fields(strings.ToLower(in.text))
	in.command = strings.Join(in.words, " ")
	return in
}

// addFields adds the members of a data part that no earlier part has.
func (in *input) addFields(data json.RawMessage) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return
	}
	if in.fields == nil {
		in.fields = map[string]json.RawMessage{}
	}
	for k, v := range fields {
		if _, taken := in.fields[k]; !taken {
			in.fields[k] = v
		}
	}
}

// value returns a named parameter: a member of a data part, else the word after the name in the
// text; "" if there is neither.
func (in *input) value(name string) string {
	if raw, ok := in.fields[name]; ok {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return s
		}
		return string(raw)
	}
	for i, w := range in.words[:max(0, len(in.words)-1)] {
		if w == name {
			return in.words[i+1]
		}
	}
	return ""
}

// number returns a named parameter as an integer, otherwise if it is not one, clamped to low and
// high.
func (in *input) number(name string, otherwise, low, high int) int {
	n, err := strconv.Atoi(strings.Trim(in.value(name), ",.;"))
	if err != nil {
		n = otherwise
	}
	return min(max(n, low), high)
}

// interval returns the parameter "every", at most a minute: "100ms", "2s", or a number of
// milliseconds.
func (in *input) interval(otherwise time.Duration) time.Duration {
	v := strings.Trim(in.value("every"), ",.;")
	if ms, err := strconv.Atoi(v); err == nil {
		v = strconv.Itoa(ms) + "ms"
	}
	d, err := time.ParseDuration(v)
	if err != nil {
		d = otherwise
	}
	return min(max(d, 0), time.Minute)
}

func (in *input) file(prefix string) (a2a.Part, bool) {
	for _, p := range in.message.Parts {
		if p.Kind == a2a.FilePart && strings.HasPrefix(strings.ToLower(p.MediaType), prefix) {
			return p, true
		}
	}
	return a2a.Part{}, false
}

// canAnswerIn reports whether the client accepts one of a skill's output modes. No modes on either side
// means any.
func (in *input) canAnswerIn(modes ...string) bool {
	if len(modes) == 0 || len(in.accepts) == 0 {
		return true
	}
	return slices.ContainsFunc(in.accepts, func(want string) bool {
		return slices.ContainsFunc(modes, func(have string) bool { return matchesMediaType(want, have) })
	})
}

// matchesMediaType compares media types, with wildcards and the bare word "text" of 0.1.
func matchesMediaType(want, have string) bool {
	want, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(want)), ";")
	if want == "text" {
		want = "text/plain"
	}
	if major, any := strings.CutSuffix(want, "/*"); any {
		return major == "*" || strings.HasPrefix(have, major+"/")
	}
	return want == have || want == "*"
}
