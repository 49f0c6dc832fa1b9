package chaos

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/account"
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

// side is what an answer says, as it came or as it was sent on.
type side struct {
	account.Said
	status    int
	artifacts map[string]int // bytes of each artifact, put together
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
	r := reading.New(&x, reading.Options{Each: func(p reading.Piece) { s.Take(&p.Reading) }})
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

// open lists the tasks that had not ended when the agent last said something of them.
func (t talk) open() (tasks []string) {
	for _, c := range t {
		task, over := c.came.Task, c.came.State.Terminal()
		i := slices.Index(tasks, task)
		switch {
		case over && i >= 0:
			tasks = slices.Delete(tasks, i, i+1)
		case !over && i < 0 && task != "" && c.came.State != "":
			tasks = append(tasks, task)
		}
	}
	return tasks
}

// refusal says how the client was told that the call failed, "" when it was not.
func (c *call) refusal() string {
	switch {
	case c.sent.Err != nil:
		return cmp.Or(string(c.sent.Err.Name), "an error")
	case c.sent.status >= http.StatusBadRequest:
		return http.StatusText(c.sent.status)
	}
	return ""
}
