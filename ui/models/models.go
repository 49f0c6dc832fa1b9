// Package models draws calls of models and tools: those that an agent made for a task or an exchange as a section
// with a lane, and one call as a conversation.
package models

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/model"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
)

// maxRows bounds the calls of a section.
const maxRows = 200

// Section holds the calls that agents made beneath exchanges.
type Section struct {
	Calls   []modelcall.Child // the oldest first, at most maxRows
	Omitted int               // calls that are left out
	isCut   bool              // there are more than were read
	from    time.Time         // where the lane begins
	until   time.Time
	now     time.Time
	total   total
}

// total sums calls, including those that are left out.
type total struct {
	calls, failed, inferred int
	input, output           int64
	spent                   time.Duration
}

// Read returns the calls beneath exchanges, or beneath the task of the last one.
func Read(ctx context.Context, lib host.Library, xs []wire.Exchange, now time.Time) (*Section, error) {
	out := &Section{now: now}
	if len(xs) == 0 {
		return out, nil
	}
	last, ids := &xs[len(xs)-1], map[string]bool{}
	for i := range xs {
		ids[xs[i].ID] = true
	}
	from, to := modelcall.TimeOf(xs)
	if out.from, out.until = from, to; to.IsZero() {
		out.until = now
	}
	all, err := modelcall.Load(ctx, lib, from, to)
	out.isCut = len(all) == modelcall.MaxCalls
	for _, c := range all {
		if ids[c.Parent] || c.Task != "" && c.Task == last.Labels.Task {
			out.add(c)
		}
	}
	return out, err
}

func (v *Section) add(c modelcall.Child) {
	t := &v.total
	t.calls++
	t.spent += c.Duration(v.now)
	if c.HasFailed() {
		t.failed++
	}
	if c.Basis == modelcall.Inferred {
		t.inferred++
	}
	if m := c.Labels.Model; m != nil {
		t.input, t.output = t.input+m.Input, t.output+m.Output
	}
	if len(v.Calls) == maxRows {
		v.Omitted++
		return
	}
	v.Calls = append(v.Calls, c)
}

// Summary says what the calls amount to.
func (v *Section) Summary() string {
	t := &v.total
	all := []string{part.Plural(t.calls, "call")}
	if v.isCut {
		all[0] = "at least " + all[0]
	}
	if t.input+t.output > 0 {
		all = append(all, part.Count(int(t.input))+" tokens in, "+part.Count(int(t.output))+" out")
	}
	all = append(all, part.Duration(t.spent)+" of calls")
	if t.failed > 0 {
		all = append(all, part.Count(t.failed)+" failed")
	}
	return strings.Join(all, " · ")
}

// timeFilter selects the model calls in the time of the lane, also those of other tasks.
func (v *Section) timeFilter() string {
	return "is:model since:" + v.from.UTC().Format(time.RFC3339Nano) + " before:" + v.until.UTC().Format(time.RFC3339Nano)
}

// inferredNote explains calls that rest on time alone; "" if there are none.
func (v *Section) inferredNote() string {
	switch n := v.total.inferred; {
	case n == 0:
		return ""
	case n == v.total.calls:
		return "Inferred: no trace or id joins these calls to the task, but no other task was open."
	}
	return "Dashed calls are inferred: no trace or id joins them to the task, but no other task was open."
}

// bar returns where a call lies in the lane, in percent.
func (v *Section) bar(c *modelcall.Child) (x, width string) {
	span := v.until.Sub(v.from)
	if span <= 0 {
		return "0", "100"
	}
	end := c.Ended
	if end.IsZero() {
		end = v.now
	}
	at := func(t time.Time) float64 { return min(100, max(0, 100*float64(t.Sub(v.from))/float64(span))) }
	from, to := at(c.Started), at(end)
	const least = 0.8 // percent, to be seen
	from = min(from, 100-least)
	return format(from), format(max(to-from, least))
}

func format(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }

func barClass(c *modelcall.Child) string {
	switch {
	case c.HasFailed():
		return "failed"
	case isTool(c.Labels.Model):
		return "tool"
	}
	return "model"
}

func isTool(m *wire.ModelLabels) bool { return m != nil && m.API == "mcp" }

// rowClass marks a call whose place is inferred.
func rowClass(c *modelcall.Child) string {
	if c.Basis == modelcall.Inferred {
		return "inferred"
	}
	return ""
}

// tokensOf formats the tokens of a call: "1,024 → 130", "" if they are not known.
func tokensOf(m *wire.ModelLabels) string {
	if m == nil || m.Input+m.Output == 0 {
		return ""
	}
	return part.Count(int(m.Input)) + " → " + part.Count(int(m.Output))
}

// result says how a call ended, in at most limit characters.
func result(c *modelcall.Child, limit int) string {
	m := c.Labels.Model
	switch {
	case c.Outcome == wire.Open:
		return "open"
	case m != nil && m.Error != "":
		text := m.Error
		if c.Response.Status >= 400 {
			text = strconv.Itoa(c.Response.Status) + " " + text
		}
		return part.Short(text, limit)
	case c.Response.Status == 0 || c.Outcome != wire.ByAgent:
		return words.OutcomeWordsOf(&c.Exchange).Phrase
	case c.Response.Status >= 400:
		return words.StatusLine(c.Response.Status)
	case m == nil || m.Finish == "":
		return "answered"
	}
	return part.Short(m.Finish, 40)
}

// toolsOf names the tools that a model asked for.
func toolsOf(m *wire.ModelLabels) string {
	if m == nil || isTool(m) || len(m.Tools) == 0 {
		return ""
	}
	list := m.Tools
	more := ""
	if len(list) > 3 {
		list, more = list[:3], " and "+part.Count(len(m.Tools)-3)+" more"
	}
	return "asks for " + part.Short(strings.Join(list, ", "), 80) + more
}

// View is one call as it was read.
type View struct {
	model.Call
	X wire.Exchange
}

// ReadCall reads an exchange as a call of a model or a tool. It returns nil if it is none that is known.
func ReadCall(ctx context.Context, lib host.Library, x wire.Exchange) (*View, error) {
	var bodies [2][]byte
	for i, side := range []wire.Side{wire.Request, wire.Response} {
		chunks, err := lib.Chunks(ctx, x.ID, side, 0, modelcall.MaxBody)
		if err != nil {
			return nil, err
		}
		for _, c := range chunks {
			bodies[i] = append(bodies[i], c.Data...)
		}
	}
	c, ok := modelcall.Read(&x, bodies[0], bodies[1])
	if !ok {
		return nil, nil
	}
	return &View{c, x}, nil
}

// shown are the messages of the prompt that are drawn: agents send the whole conversation with each call.
func (r *View) shown() (list []model.Message, omitted int) {
	const maxShown = 40
	omitted = max(0, len(r.Prompt)-maxShown)
	return r.Prompt[omitted:], omitted
}

// facts are what people look for first in a call.
func (r *View) facts() (out [][2]string) {
	add := func(name, value string) {
		if value != "" {
			out = append(out, [2]string{name, part.Short(value, 200)})
		}
	}
	add("API", r.API)
	add("Method", r.Method)
	add("Model", r.Model)
	if t := r.Tokens; t.IsKnown {
		in := part.Count(int(t.Input))
		if t.CachedInput > 0 {
			in += " (" + part.Count(int(t.CachedInput)) + " cached)"
		}
		add("Tokens in", in)
		outTokens := part.Count(int(t.Output))
		if t.Reasoning > 0 {
			outTokens += " (" + part.Count(int(t.Reasoning)) + " for reasoning)"
		}
		add("Tokens out", outTokens)
	}
	add("Finish reason", r.Finish)
	return out
}

// BasisWords says what a join rests on.
func BasisWords(b modelcall.Basis) string {
	switch b {
	case modelcall.SameTrace:
		return "both have the same trace id"
	case modelcall.NamedID:
		return "its request names the task or the context"
	}
	return "inferred: matched by time only"
}
