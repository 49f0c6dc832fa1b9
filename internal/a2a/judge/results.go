package judge

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// longHistory finds more history than was asked for.
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

// asksToBlock reports whether a request says so: that it does not is no call to go on.
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

// otherOutput finds content of a media type that was not asked for.
func otherOutput(v *view) {
	if !v.sends() || len(v.c.AcceptedOutputModes) == 0 || v.err != nil {
		return
	}
	for _, o := range v.output {
		if !accepted(v.c.AcceptedOutputModes, o) {
			f := v.answers("", "the answer has "+o.word()+"; accepted are "+strings.Join(v.c.AcceptedOutputModes, ", "))
			f.Frame = o.frame
			return
		}
	}
}

func (o output) word() string {
	if o.media != "" {
		return "a part of type " + brief(o.media)
	}
	return "a part with " + string(o.kind)
}

// accepted reports whether one of some modes takes a kind of content. That text is plain,
// and data JSON, need not be said; nor is it where text is JSON.
func accepted(modes []string, o output) bool {
	if o.media != "" {
		return takes(modes, o.media)
	}
	switch o.kind {
	case a2a.TextPart:
		return slices.ContainsFunc(modes, func(m string) bool {
			m = strings.ToLower(m)
			return m == "text" || strings.HasPrefix(m, "text/") || strings.HasPrefix(m, "*") || strings.Contains(m, "json") || strings.Contains(m, "xml")
		})
	case a2a.DataPart:
		return slices.ContainsFunc(modes, func(m string) bool {
			m = strings.ToLower(m)
			return m == "data" || strings.Contains(m, "json") || strings.HasPrefix(m, "*") || m == "application/*"
		})
	}
	return true
}

// takes reports whether a media type is one of some modes, which may have wildcards.
func takes(modes []string, media string) bool {
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

// otherArtifacts finds a task whose artifacts are not those of its stream.
func otherArtifacts(v *view) {
	if !v.op(a2a.GetTask) || v.known == nil || !v.known.streamed.before(v.X) || v.result == nil || v.result.Task == nil || v.digest == nil || v.err != nil {
		return
	}
	if !v.isOver() || v.last != v.known.state {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(v.known.digest)) {
		got, ok := v.digest[id]
		switch {
		case !ok:
			v.answers(".artifacts", "the artifact "+brief(id)+", which the stream brought, is not in the task", v.known.streamed.exchange)
			return
		case got != v.known.digest[id]:
			v.answers(".artifacts", "the artifact "+brief(id)+" is not what the stream brought", v.known.streamed.exchange)
			return
		}
	}
	for _, id := range slices.Sorted(maps.Keys(v.digest)) {
		if _, ok := v.known.digest[id]; !ok {
			v.answers(".artifacts", "the artifact "+brief(id)+" was not in the stream", v.known.streamed.exchange)
			return
		}
	}
}

// repeatedArtifact finds two artifacts of a task with one id.
func repeatedArtifact(v *view) {
	if v.result == nil || v.result.Task == nil {
		return
	}
	var seen []string
	for i, a := range v.result.Task.Artifacts {
		if a.ID != "" && slices.Contains(seen, a.ID) {
			v.answers(fmt.Sprintf(".artifacts[%d].artifactId", i), "another artifact of the task has the id "+brief(a.ID)+", too")
			return
		}
		if len(seen) < mostKinds {
			seen = append(seen, a.ID)
		}
	}
}
