package chaos

import (
	"context"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// call is one exchange of a conversation: what the agent said in it, and what reached the
// client.
type call struct {
	x       wire.Exchange
	op      a2a.Operation
	text    string // of the message that was sent, "" for none
	message string // its id
	touched int    // frames that did not pass as they came
	answer  bool   // a rule answered in place of the agent
	broken  bool   // a rule broke it off

	came, sent side
}

// mostTasks bounds the tasks of one answer that are known.
const mostTasks = 10

// side is what an answer says, as it came or as it was sent on.
type side struct {
	status    int
	events    int
	tasks     []string // ids
	states    []a2a.State
	failed    string         // name of the protocol's error, "" for none
	replied   bool           // a message answered, without a task
	artifacts map[string]int // bytes of each artifact, put together
}

// last is the state that was told last.
func (s *side) last() a2a.State {
	if len(s.states) == 0 {
		return ""
	}
	return s.states[len(s.states)-1]
}

// talk is a conversation as it is on record.
type talk []*call

// read reads the exchanges of a conversation.
func read(ctx context.Context, from Record, list []wire.Exchange) (talk, error) {
	var t talk
	for i := range list {
		c, err := readCall(ctx, from, &list[i])
		if err != nil {
			return nil, err
		}
		t = append(t, c)
	}
	return t, nil
}

func readCall(ctx context.Context, from Record, x *wire.Exchange) (*call, error) {
	passages, err := from.Passages(ctx, x.ID)
	if err != nil {
		return nil, err
	}
	c := &call{x: *x, op: a2a.Operation(x.Labels.Op), broken: x.Outcome == wire.Interrupted, answer: x.Outcome == wire.Refused}
	c.touched = len(passages)
	changed := x.Rewritten || x.ResponseSent != nil
	for _, p := range passages {
		changed = changed || p.Side == wire.Response
	}
	if c.came, err = c.side(ctx, from, *x, wire.Response); err != nil {
		return nil, err
	}
	c.sent = c.came
	if !changed {
		return c, nil
	}
	sent := *x
	if x.ResponseSent != nil {
		sent.Response = *x.ResponseSent
	}
	if c.answer { // it is whole
		sent.Outcome = wire.ByAgent
	}
	c.sent, err = c.side(ctx, from, sent, wire.ResponseSent)
	return c, err
}

// side reads one side of the answers.
func (c *call) side(ctx context.Context, from wire.Bodies, x wire.Exchange, which wire.Side) (side, error) {
	s := side{status: x.Response.Status, artifacts: map[string]int{}}
	r := reading.New(&x, reading.Options{Each: func(p reading.Piece) { s.take(&p) }})
	err := r.Whole(func(one wire.Side, take func(wire.Chunk) error) error {
		if one == wire.Response {
			one = which
		}
		return wire.Pieces(ctx, from, x.ID, one, take)
	})
	if err != nil {
		return s, err
	}
	if q := r.Request().Call; q != nil && q.Message != nil && which == wire.Response {
		c.message = q.Message.ID
		for _, p := range q.Message.Parts {
			c.text += p.Text
		}
	}
	if t := r.Task(); t != nil {
		for i := range t.Artifacts {
			s.artifacts[t.Artifacts[i].ID] = size(t.Artifacts[i].Parts)
		}
	}
	return s, nil
}

func size(parts []a2a.Part) (n int) {
	for i := range parts {
		n += len(parts[i].Text) + len(parts[i].Bytes) + len(parts[i].Data) + len(parts[i].URL)
	}
	return n
}

// take takes a part of the answer.
func (s *side) take(p *reading.Piece) {
	if p.Part == reading.Event && !p.Comment() {
		s.events++
	}
	if e := p.Reading.Error; e != nil {
		s.failed = string(e.Name)
		if s.failed == "" {
			s.failed = "an error"
		}
	}
	if task, _ := p.Reading.Result.About(); task != "" && !slices.Contains(s.tasks, task) && len(s.tasks) < mostTasks {
		s.tasks = append(s.tasks, task)
	}
	if status := p.Reading.Result.TaskStatus(); status != nil && status.State != "" {
		s.states = append(s.states, status.State)
	}
	if r := p.Reading.Result; r != nil && r.Message != nil {
		s.replied = true
	}
}

// open lists the tasks that had not ended when the agent last said something of them.
func (t talk) open() (tasks []string) {
	for _, c := range t {
		over := c.came.last().Terminal()
		for _, task := range c.came.tasks {
			i := slices.Index(tasks, task)
			switch {
			case over && i >= 0:
				tasks = slices.Delete(tasks, i, i+1)
			case !over && i < 0 && c.came.last() != "":
				tasks = append(tasks, task)
			}
		}
	}
	return tasks
}

// refusal says how the client was told that the call failed, "" when it was not.
func (c *call) refusal() string {
	switch {
	case c.sent.failed != "":
		return c.sent.failed
	case c.sent.status >= http.StatusBadRequest:
		return http.StatusText(c.sent.status)
	}
	return ""
}
