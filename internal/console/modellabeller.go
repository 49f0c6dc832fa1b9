package console

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/model"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// modelLabeller reads a call of a model: its request once that is complete, and the whole when it has ended.
// Nothing is checked in it.
type modelLabeller struct {
	request, response []byte
	isRequestRead     bool
	labels            wire.Labels
}

func (l *modelLabeller) Feed(side wire.Side, _ time.Time, p []byte) {
	to := &l.request
	if side == wire.Response {
		to = &l.response
	}
	*to = append(*to, p[:min(len(p), modelcall.MaxBody-len(*to))]...)
}

func (l *modelLabeller) Update(x *wire.Exchange) {
	if isOver := !x.Ended.IsZero(); isOver || !l.isRequestRead && !x.RequestDone.IsZero() {
		l.isRequestRead = true
		l.read(x)
	}
}

func (l *modelLabeller) BufferedBytes() int       { return len(l.request) + len(l.response) }
func (l *modelLabeller) Labels() wire.Labels      { return l.labels }
func (l *modelLabeller) Findings() []wire.Finding { return nil }
func (l *modelLabeller) Defer(*wire.Exchange)     { l.request, l.response = nil, nil }

func (l *modelLabeller) read(x *wire.Exchange) {
	c, ok := modelcall.Read(x, l.request, l.response)
	if !ok {
		return
	}
	if c.Error == "" && c.IsUnfinished && x.Outcome == wire.ByAgent && !x.HasMissingBytes() && len(l.response) < modelcall.MaxBody {
		c.Error, c.ErrorKind = "the stream ended before the answer was finished", "unfinished"
	}
	m := &wire.ModelLabels{API: c.API, Method: c.Method, Model: c.Model, Input: c.Tokens.Input, Output: c.Tokens.Output, Cached: c.Tokens.CachedInput,
		Finish: c.Finish, Error: clip.Bytes(c.Error, maxModelError), IDs: namedIDs(x.Request.Header, modelcall.Decode(x.Request.Header, l.request))}
	m.Kind = map[model.Kind]string{model.KindModel: "model", model.KindTool: "tool"}[c.Kind]
	if m.Kind == "" {
		m.Kind = "other"
	}
	if c.Requested != c.Model {
		m.Requested = c.Requested
	}
	for _, t := range c.ToolCalls {
		if !slices.Contains(m.Tools, t.Name) && len(m.Tools) < maxModelTools {
			m.Tools = append(m.Tools, t.Name)
		}
	}
	l.labels = wire.Labels{Model: m, Text: modelText(&c)}
	if c.Error != "" {
		l.labels.Error = cmp.Or(c.ErrorKind, "error")
	}
}

// Limits of the labels of model calls: bytes of an error, and numbers of tools and ids.
const (
	maxModelError = 400
	maxModelTools = 32
	maxModelIDs   = 32
)

// modelText is what can be searched of a call: the end of its prompt, because agents send the whole
// conversation with each call, and the answer.
func modelText(c *model.Call) string {
	var all []string
	for i, m := range slices.Backward(c.Prompt) {
		all = append(all, m.Text)
		for _, t := range m.Tools {
			all = append(all, t.Result)
		}
		if i == len(c.Prompt)-2 {
			break
		}
	}
	all = append(all, c.Answer)
	for _, t := range c.ToolCalls {
		all = append(all, t.Name, t.Arguments)
	}
	all = append(all, c.ErrorKind, c.Error)
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), "\n")
}

// idMember finds the ids of tasks and contexts in JSON: members that are named so, and UUIDs.
var idMember = regexp.MustCompile(`"(?i:task|context|conversation|session|thread)_?(?i:id)"\s*:\s*"([^"\\]{1,200})"|\b([0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})\b`)

// idHeader finds the headers that may have such an id.
var idHeader = regexp.MustCompile(`(?i)(task|context|conversation|session|thread).?id$|^baggage$`)

// maxIDText bounds the bytes in which ids are looked for.
const maxIDText = 1 << 20

// namedIDs returns ids of tasks and contexts that a request seems to name. Whether they are any is for others to
// find out.
func namedIDs(h http.Header, body []byte) (out []string) {
	add := func(id string) {
		if strings.Trim(id, "*") != "" && len(id) <= 200 && !slices.Contains(out, id) {
			out = append(out, id)
		}
		out = out[max(0, len(out)-maxModelIDs):]
	}
	// Agents send the whole conversation again with each call: what is new is at the end.
	for _, m := range idMember.FindAllSubmatch(body[max(0, len(body)-maxIDText):], -1) {
		add(string(m[1]))
		add(string(m[2]))
	}
	for name, values := range h {
		if !idHeader.MatchString(name) {
			continue
		}
		for _, v := range values {
			for _, pair := range strings.Split(v, ",") {
				_, id, isPair := strings.Cut(pair, "=")
				if !isPair {
					id = pair
				}
				add(strings.TrimSpace(id))
			}
		}
	}
	slices.Sort(out) // headers come in any order
	return out
}
