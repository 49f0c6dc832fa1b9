package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"trpc.group/trpc-go/trpc-a2a-go/client"
	"trpc.group/trpc-go/trpc-a2a-go/protocol"
)

// walker takes steps until one fails.
type walker struct {
	ctx context.Context
	c   *client.A2AClient
	err error
}

func runClient(ctx context.Context, base string) error {
	base = strings.TrimSuffix(base, "/")
	c, err := client.NewA2AClient(base)
	if err != nil {
		return err
	}
	card, err := c.GetAgentCard(ctx, base+protocol.OldAgentCardPath)
	if err != nil {
		return err
	}
	if c, err = client.NewA2AClient(card.URL, client.WithTimeout(time.Minute)); err != nil {
		return err
	}
	w := &walker{ctx: ctx, c: c}
	w.send("joke", "tell me a joke", nil)
	w.send("hello", "hello", nil)
	order := w.send("order", "request a new phone for me", nil)
	w.send("android", "Android", order)
	w.try(func() error {
		t, err := c.GetTasks(ctx, protocol.TaskQueryParams{ID: order.ID})
		return w.show("get", t, err)
	})
	w.stream("paper", "write a long paper describing the attached pictures", nil)
	w.stream("slow", "slow 20 chunks every 5ms", nil)
	w.stream("cancel", "slow 10000 chunks every 20ms", func(id string) {
		t, err := c.CancelTasks(ctx, protocol.TaskIDParams{ID: id})
		w.err = w.show("cancelled", t, err)
	})
	w.stream("watched", "slow 50 chunks every 20ms", func(id string) {
		events, err := c.ResubscribeTask(ctx, protocol.TaskIDParams{ID: id})
		w.events("subscribe", events, err, nil)
	})
	w.push(w.send("ring", "request a new phone for me", nil))
	w.try(w.missing)
	return w.err
}

func (w *walker) missing() error {
	_, err := w.c.GetTasks(w.ctx, protocol.TaskQueryParams{ID: "no-such-task"})
	if err == nil {
		return fmt.Errorf("a task that is not there was found")
	}
	say(line{Step: "missing", Kind: "error", Text: err.Error()})
	return nil
}

func (w *walker) try(step func() error) {
	if w.err == nil {
		w.err = step()
	}
}

func (w *walker) send(step, text string, task *protocol.Task) (got *protocol.Task) {
	w.try(func() error {
		m := protocol.NewMessage(protocol.MessageRoleUser, []protocol.Part{protocol.NewTextPart(text)})
		if task != nil {
			m.TaskID, m.ContextID = &task.ID, &task.ContextID
		}
		r, err := w.c.SendMessage(w.ctx, protocol.SendMessageParams{Message: m})
		if err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
		if m, ok := r.Result.(*protocol.Message); ok {
			say(line{Step: step, Kind: "message", Text: textOf(m.Parts)})
			return nil
		}
		got, _ = r.Result.(*protocol.Task)
		return w.show(step, got, nil)
	})
	return got
}

func (w *walker) show(step string, t *protocol.Task, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", step, err)
	}
	l := line{Step: step, Kind: "task", Task: t.ID, State: string(t.Status.State)}
	for _, a := range t.Artifacts {
		l.Text += textOf(a.Parts)
	}
	if t.Status.Message != nil {
		l.Says = textOf(t.Status.Message.Parts)
	}
	say(l)
	return nil
}

// stream sends a picture; third is called with the task at the third event.
func (w *walker) stream(step, text string, third func(id string)) {
	w.try(func() error {
		pixel := "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
		parts := []protocol.Part{protocol.NewTextPart(text), protocol.NewFilePartWithBytes("pixel.png", "image/png", pixel)}
		events, err := w.c.StreamMessage(w.ctx, protocol.SendMessageParams{Message: protocol.NewMessage(protocol.MessageRoleUser, parts)})
		w.events(step, events, err, third)
		return w.err
	})
}

func (w *walker) events(step string, all <-chan protocol.StreamingMessageEvent, err error, third func(id string)) {
	if err != nil {
		w.err = fmt.Errorf("%s: %w", step, err)
		return
	}
	l := line{Step: step, Kind: "stream"}
	for e := range all {
		l.Events++
		switch e := e.Result.(type) {
		case *protocol.Task:
			l.Task, l.State = e.ID, string(e.Status.State)
		case *protocol.TaskStatusUpdateEvent:
			l.Task, l.State = e.TaskID, string(e.Status.State)
		case *protocol.TaskArtifactUpdateEvent:
			l.Text += textOf(e.Artifact.Parts)
		}
		if third != nil && l.Events == 3 {
			if third(l.Task); w.err != nil {
				return
			}
		}
	}
	say(l)
}

// push configures notifications for a task, and reads the configuration.
func (w *walker) push(task *protocol.Task) {
	w.try(func() error {
		set, err := w.c.SetPushNotification(w.ctx, protocol.TaskPushNotificationConfig{
			TaskID: task.ID, PushNotificationConfig: protocol.PushNotificationConfig{URL: "http://127.0.0.1:1/hook", Token: "secret"}})
		if err != nil {
			return fmt.Errorf("push-set: %w", err)
		}
		say(line{Step: "push-set", Kind: "config", Text: set.PushNotificationConfig.URL})
		got, err := w.c.GetPushNotification(w.ctx, protocol.TaskIDParams{ID: task.ID})
		if err != nil {
			return fmt.Errorf("push-get: %w", err)
		}
		say(line{Step: "push-get", Kind: "config", Text: got.PushNotificationConfig.URL})
		return nil
	})
}
