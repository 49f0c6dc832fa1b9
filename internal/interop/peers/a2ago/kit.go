package main

import (
	"context"
	"fmt"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
)

// kit sends messages whose ids have the prefixes of conformance kits, and prints the result of each.
func kit(ctx context.Context, base, way string) error {
	card, err := agentcard.DefaultResolver.Resolve(ctx, base, agentcard.WithRequestHeader("A2A-Version", "1.0"))
	if err != nil {
		return err
	}
	c, err := a2aclient.NewFromCard(ctx, only(card, way), transports(way)...)
	if err != nil {
		return err
	}
	w := &walker{ctx: ctx, c: c, way: way}
	for _, id := range []string{
		"tck-complete-task", "tck-artifact-text", "tck-artifact-file-url", "tck-artifact-data", "tck-message-response", "tck-reject-task",
	} {
		w.sendAs(id, nil)
	}
	waits := w.sendAs("tck-input-required", nil)
	w.sendAs("tck-complete-task", waits)
	w.streamAs("tck-stream-003")
	w.streamAs("tck-stream-artifact-chunked")
	w.try(func() error {
		_, err := c.CancelTask(ctx, &a2a.CancelTaskRequest{ID: waits.ID})
		if err == nil {
			return fmt.Errorf("a finished task was canceled")
		}
		say(line{Step: "cancel", Kind: "error"})
		return nil
	})
	return w.err
}

// as is a message whose id has a given prefix.
func as(prefix string) *a2a.Message {
	m := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart("Hello from TCK"))
	m.ID = prefix + "-" + m.ID
	return m
}

func (w *walker) sendAs(prefix string, task *a2a.Task) (got *a2a.Task) {
	w.try(func() error {
		m, step := as(prefix), prefix
		if task != nil {
			m.TaskID, step = task.ID, "then "+prefix
		}
		r, err := w.c.SendMessage(w.ctx, &a2a.SendMessageRequest{Message: m})
		if m, ok := r.(*a2a.Message); ok && err == nil {
			say(line{Step: step, Kind: "message", Text: textOf(m.Parts)})
			return nil
		}
		got, _ = r.(*a2a.Task)
		return w.show(step, got, err)
	})
	return got
}

func (w *walker) streamAs(prefix string) {
	w.try(func() error {
		w.events(prefix, w.c.SendStreamingMessage(w.ctx, &a2a.SendMessageRequest{Message: as(prefix)}), nil)
		return w.err
	})
}
