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

// call is one exchange of a conversation, with what the agent sent and what reached the client.
type call struct {
	exchange      wire.Exchange
	op            a2a.Operation
	text          string // of the message sent, "" for none
	message       string // the message's id
	changedFrames int    // frames that rules changed
	isRuleAnswer  bool   // a rule answered instead of the agent
	isRuleBreak   bool   // a rule cut the connection

	fromAgent, toClient side
}

// side is the content of a response, as the agent sent it or as the client received it.
type side struct {
	account.AnswerSummary
	status    int
	artifacts map[string]int // bytes of each artifact, by its id
}

type conversation []*call

func readConversation(ctx context.Context, from Store, list []wire.Exchange) (conversation, error) {
	var t conversation
	for i := range list {
		c, err := readCall(ctx, from, &list[i])
		if err != nil {
			return nil, err
		}
		t = append(t, c)
	}
	return t, nil
}

func readCall(ctx context.Context, from Store, x *wire.Exchange) (*call, error) {
	passages, err := from.Passages(ctx, x.ID)
	if err != nil {
		return nil, err
	}
	c := &call{exchange: *x, op: a2a.Operation(x.Labels.Op), isRuleBreak: x.Outcome == wire.Interrupted, isRuleAnswer: x.Outcome == wire.Refused}
	c.changedFrames = len(passages)
	changed := x.Rewritten || x.ResponseSent != nil
	for _, p := range passages {
		changed = changed || p.Side == wire.Response
	}
	if c.fromAgent, err = c.readSide(ctx, from, *x, wire.Response); err != nil {
		return nil, err
	}
	c.toClient = c.fromAgent
	if !changed {
		return c, nil
	}
	sent := *x
	if x.ResponseSent != nil {
		sent.Response = *x.ResponseSent
	}
	if c.isRuleAnswer { // a rule's response is complete
		sent.Outcome = wire.ByAgent
	}
	c.toClient, err = c.readSide(ctx, from, sent, wire.ResponseSent)
	return c, err
}

func (c *call) readSide(ctx context.Context, from wire.Bodies, x wire.Exchange, which wire.Side) (side, error) {
	s := side{status: x.Response.Status, artifacts: map[string]int{}}
	r := reading.New(&x, reading.Options{Each: func(p reading.Piece) { s.Add(&p.Reading) }})
	err := r.ReadAll(func(one wire.Side, take func(wire.Chunk) error) error {
		if one == wire.Response {
			one = which
		}
		return wire.EachChunk(ctx, from, x.ID, one, take)
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

// openTasks lists the tasks that had not ended when the agent last mentioned them.
func (t conversation) openTasks() (tasks []string) {
	for _, c := range t {
		task, over := c.fromAgent.Task, c.fromAgent.State.Terminal()
		i := slices.Index(tasks, task)
		switch {
		case over && i >= 0:
			tasks = slices.Delete(tasks, i, i+1)
		case !over && i < 0 && task != "" && c.fromAgent.State != "":
			tasks = append(tasks, task)
		}
	}
	return tasks
}

// refusal names the error that the client received, "" for none.
func (c *call) refusal() string {
	switch {
	case c.toClient.Err != nil:
		return cmp.Or(string(c.toClient.Err.Name), "an error")
	case c.toClient.status >= http.StatusBadRequest:
		return http.StatusText(c.toClient.status)
	}
	return ""
}
