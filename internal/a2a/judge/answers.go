package judge

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// longHistory reports more history than was requested.
func longHistory(v *view) {
	if v.c == nil || v.c.HistoryLength == nil || *v.c.HistoryLength < 0 || v.result == nil {
		return
	}
	most := *v.c.HistoryLength
	tasks := v.result.Tasks
	if t := v.result.Task; t != nil && v.Identity.Op != a2a.SubscribeToTask {
		tasks = append(tasks[:len(tasks):len(tasks)], *t)
	}
	for i := range tasks {
		if n := len(tasks[i].History); n > most {
			v.answers(".history", fmt.Sprintf("the history has %d messages; historyLength is %d", n, most))
			return
		}
	}
}

// foreignHistory reports a message in a task's history from another context.
func foreignHistory(v *view) {
	if v.result == nil || v.result.Task == nil || v.result.Task.ContextID == "" {
		return
	}
	for i, m := range v.result.Task.History {
		if m.ContextID != "" && m.ContextID != v.result.Task.ContextID {
			v.answers(fmt.Sprintf(".history[%d].contextId", i), "the message belongs to the context "+quoteShort(m.ContextID)+", its task to "+quoteShort(v.result.Task.ContextID))
			return
		}
	}
}

// asksToBlock reports whether a request sets blocking. Its absence does not mean the opposite.
func asksToBlock(r a2a.Reading) bool {
	raw := r.JSON()
	if r.Repaired != nil {
		raw = r.Repaired
	}
	var said struct {
		Params        struct{ Configuration struct{ Blocking bool } }
		Configuration struct{ Blocking bool }
	}
	return json.Unmarshal(raw, &said) == nil && (said.Params.Configuration.Blocking || said.Configuration.Blocking)
}

// otherOutput reports content of a media type that was not accepted.
func otherOutput(v *view) {
	if !v.sends() || len(v.c.AcceptedOutputModes) == 0 || v.err != nil {
		return
	}
	for _, o := range v.output {
		if !accepted(v.c.AcceptedOutputModes, o) {
			f := v.answers("", "the answer has "+o.word()+"; the request accepts "+strings.Join(v.c.AcceptedOutputModes, ", "))
			f.Frame = o.frame
			return
		}
	}
}

func (o output) word() string {
	if o.media != "" {
		return "a part of type " + quoteShort(o.media)
	}
	return "a part with " + string(o.kind)
}

// accepted reports whether modes accept a kind of content. Without a media type, text matches any
// text type, XML and JSON, data matches JSON, and a file matches anything.
func accepted(modes []string, o output) bool {
	if o.media != "" {
		return acceptsMedia(modes, o.media)
	}
	return o.kind != a2a.TextPart && o.kind != a2a.DataPart || slices.ContainsFunc(modes, func(m string) bool {
		m = strings.ToLower(m)
		if strings.HasPrefix(m, "*") || strings.Contains(m, "json") {
			return true
		}
		if o.kind == a2a.DataPart {
			return m == "data" || m == "application/*"
		}
		return m == "text" || strings.HasPrefix(m, "text/") || strings.Contains(m, "xml")
	})
}

// acceptsMedia reports whether a media type matches one of some modes, which may have wildcards.
func acceptsMedia(modes []string, media string) bool {
	plain := func(s string) string {
		s, _, _ = strings.Cut(strings.ToLower(s), ";")
		return strings.TrimSpace(s)
	}
	media = plain(media)
	major, _, _ := strings.Cut(media, "/")
	return slices.ContainsFunc(modes, func(m string) bool {
		m = plain(m)
		return m == media || m == "*/*" || m == "*" || m == major+"/*" || m == "text" && media == "text/plain" || m == major
	})
}

// otherArtifacts reports a task whose artifacts differ from those of its stream.
func otherArtifacts(v *view) {
	if !v.op(a2a.GetTask) || v.knownTask == nil || !v.knownTask.streamed.isBefore(v.X) || v.result == nil || v.result.Task == nil || v.digest == nil || v.err != nil || !v.isOver() || v.last != v.knownTask.state {
		return
	}
	was := v.knownTask.digest
	for _, id := range slices.Concat(slices.Sorted(maps.Keys(was)), slices.Sorted(maps.Keys(v.digest))) {
		before, brought := was[id]
		now, is := v.digest[id]
		says := " is not what the stream sent"
		switch {
		case !is:
			says = ", which the stream sent, is not in the task"
		case !brought:
			says = " was not in the stream"
		case now == before:
			continue
		}
		v.answers(".artifacts", "the artifact "+quoteShort(id)+says, v.knownTask.streamed.exchange)
		return
	}
}

// repeatedArtifact reports two artifacts of a task with the same id.
func repeatedArtifact(v *view) {
	if v.result == nil || v.result.Task == nil {
		return
	}
	all := v.result.Task.Artifacts
	for i, a := range all {
		if a.ID != "" && slices.ContainsFunc(all[:min(i, mostKinds)], func(other a2a.Artifact) bool { return other.ID == a.ID }) {
			v.answers(fmt.Sprintf(".artifacts[%d].artifactId", i), "another artifact of the task has the id "+quoteShort(a.ID)+", too")
			return
		}
	}
}

// untaken returns a media type of the message that the card does not accept, "" for none.
func (v *view) untaken() string {
	in := slices.Clone(v.card.InputModes)
	for _, s := range v.card.Skills {
		in = append(in, s.InputModes...)
	}
	for _, p := range v.c.Message.Parts {
		if p.MediaType != "" && len(in) > 0 && !acceptsMedia(in, p.MediaType) {
			return p.MediaType
		}
	}
	return ""
}

// ungiven reports whether the card offers no output that the client accepts.
func (v *view) ungiven() bool {
	out, modes := slices.Clone(v.card.OutputModes), v.c.AcceptedOutputModes
	for _, s := range v.card.Skills {
		out = append(out, s.OutputModes...)
	}
	return len(modes) > 0 && len(out) > 0 && !slices.ContainsFunc(out, func(m string) bool { return acceptsMedia(modes, m) })
}

// wrongParams returns the check that the request's params violate, "" for none.
func (v *view) wrongParams() string {
	for _, p := range v.Request.Problems {
		if p.Severity == a2a.SeverityError && strings.HasPrefix(p.Check, "REQ-") {
			return p.Check
		}
	}
	return ""
}

// violations reports whether an error's details name the wrong members.
func violations(raw json.RawMessage) bool {
	var details []struct {
		Type            string            `json:"@type"`
		FieldViolations []json.RawMessage `json:"fieldViolations"`
		Violations      []json.RawMessage `json:"field_violations"`
	}
	_ = json.Unmarshal(raw, &details) // anything but such a list has none
	for _, d := range details {
		if strings.HasSuffix(d.Type, "google.rpc.BadRequest") && len(d.FieldViolations)+len(d.Violations) > 0 {
			return true
		}
	}
	return false
}

// unoffered returns the version that the call requests and the card does not offer, "" for none.
func (v *view) unoffered() string {
	said, _ := binding.RequestedVersion(binding.Message{URL: v.X.URL, Header: v.X.Request.Header})
	name, known := registry.ParseVersion(said)
	if v.c == nil || said == "" || known && !slices.Contains(v.Identity.Versions, name) {
		return "" // the call may be in another version, with a wrong header
	}
	offers := func(c *a2a.Card) bool { // an agent may have a card for each version
		return slices.ContainsFunc(c.Interfaces, func(i a2a.Interface) bool { return known && i.Version == name || i.DeclaredVersion == said })
	}
	if v.agent.latest(v.X, func(c *a2a.Card) bool { return len(c.Interfaces) > 0 }) == nil || v.agent.latest(v.X, offers) != nil {
		return ""
	}
	return said
}

// otherMeaning reports an error whose message matches its code's meaning in another version.
func otherMeaning(v *view) {
	if v.err == nil || v.Identity.Binding != a2a.JSONRPC || v.err.Code > -32006 || v.err.Code < -32009 {
		return
	}
	said := letters(v.err.Message)
	for _, other := range registry.Versions() {
		name := other.ErrorName(v.err.Code)
		if name == v.err.Name || name == a2a.OtherError || !strings.Contains(said, letters(string(name))) || strings.Contains(said, letters(string(v.err.Name))) {
			continue
		}
		v.answers(".code", "the error's message, "+quoteShort(v.err.Message)+", is what its code means in version "+string(other.Version())+"; in this version the code means "+string(v.err.Name))
		return
	}
}

// letters returns only the letters of a text, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
