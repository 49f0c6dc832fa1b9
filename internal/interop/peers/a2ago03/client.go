package main

import (
	"context"
	"fmt"
	"iter"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"github.com/a2aproject/a2a-go/a2aclient/agentcard"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// walker takes steps until one fails.
type walker struct {
	ctx context.Context
	c   *a2aclient.Client
	err error
}

func client(ctx context.Context, t a2a.TransportProtocol, base string) error {
	card, err := agentcard.DefaultResolver.Resolve(ctx, base)
	if err != nil {
		return err
	}
	c, err := a2aclient.NewFromCard(ctx, card,
		a2aclient.WithConfig(a2aclient.Config{PreferredTransports: []a2a.TransportProtocol{t}}),
		a2aclient.WithGRPCTransport(grpc.WithTransportCredentials(insecure.NewCredentials())))
	if err != nil {
		return err
	}
	w := &walker{ctx: ctx, c: c}
	w.send("joke", "tell me a joke", nil)
	w.send("hello", "hello", nil)
	order := w.send("order", "request a new phone for me", nil)
	w.send("android", "Android", order)
	w.try(func() error {
		t, err := c.GetTask(ctx, &a2a.TaskQueryParams{ID: order.ID})
		return w.show("get", t, err)
	})
	w.stream("paper", "write a long paper describing the attached pictures", nil)
	w.stream("slow", "slow 20 chunks every 5ms", nil)
	w.stream("cancel", "slow 10000 chunks every 20ms", func(id a2a.TaskID) {
		t, err := c.CancelTask(ctx, &a2a.TaskIDParams{ID: id})
		w.err = w.show("cancelled", t, err)
	})
	w.stream("watched", "slow 50 chunks every 20ms", func(id a2a.TaskID) {
		w.events("subscribe", c.ResubscribeToTask(ctx, &a2a.TaskIDParams{ID: id}), nil)
	})
	w.push(w.send("ring", "request a new phone for me", nil))
	w.try(func() error {
		_, err := c.GetTask(ctx, &a2a.TaskQueryParams{ID: "no-such-task"})
		if err == nil {
			return fmt.Errorf("a task that is not there was found")
		}
		say(line{Step: "missing", Kind: "error", Text: err.Error()})
		return nil
	})
	return w.err
}

func (w *walker) try(step func() error) {
	if w.err == nil {
		w.err = step()
	}
}

func (w *walker) send(step, text string, task *a2a.Task) (got *a2a.Task) {
	w.try(func() error {
		m := a2a.NewMessage(a2a.MessageRoleUser, a2a.TextPart{Text: text})
		if task != nil {
			m.TaskID, m.ContextID = task.ID, task.ContextID
		}
		r, err := w.c.SendMessage(w.ctx, &a2a.MessageSendParams{Message: m})
		if m, ok := r.(*a2a.Message); ok && err == nil {
			say(line{Step: step, Kind: "message", Text: textOf(m.Parts)})
			return nil
		}
		got, _ = r.(*a2a.Task)
		return w.show(step, got, err)
	})
	return got
}

func (w *walker) show(step string, t *a2a.Task, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", step, err)
	}
	l := line{Step: step, Kind: "task", Task: string(t.ID), State: string(t.Status.State)}
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
func (w *walker) stream(step, text string, third func(a2a.TaskID)) {
	w.try(func() error {
		m := a2a.NewMessage(a2a.MessageRoleUser, a2a.TextPart{Text: text}, a2a.FilePart{File: a2a.FileBytes{
			FileMeta: a2a.FileMeta{MimeType: "image/png", Name: "pixel.png"}, Bytes: pixel}})
		w.events(step, w.c.SendStreamingMessage(w.ctx, &a2a.MessageSendParams{Message: m}), third)
		return w.err
	})
}

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func (w *walker) events(step string, all iter.Seq2[a2a.Event, error], third func(a2a.TaskID)) {
	l := line{Step: step, Kind: "stream"}
	for e, err := range all {
		if err != nil {
			w.err = fmt.Errorf("%s: %w", step, err)
			return
		}
		l.Events++
		l.Task = string(e.TaskInfo().TaskID)
		switch e := e.(type) {
		case *a2a.Task:
			l.State = string(e.Status.State)
		case *a2a.TaskStatusUpdateEvent:
			l.State = string(e.Status.State)
		case *a2a.TaskArtifactUpdateEvent:
			l.Text += textOf(e.Artifact.Parts)
		}
		if third != nil && l.Events == 3 {
			if third(a2a.TaskID(l.Task)); w.err != nil {
				return
			}
		}
	}
	say(l)
}

// push configures notifications for a task, and reads, lists and deletes the configuration.
func (w *walker) push(task *a2a.Task) {
	w.try(func() error {
		set, err := w.c.SetTaskPushConfig(w.ctx, &a2a.TaskPushConfig{TaskID: task.ID, Config: a2a.PushConfig{ID: "bell", URL: "http://127.0.0.1:1/hook", Token: "secret"}})
		if err != nil {
			return fmt.Errorf("push-set: %w", err)
		}
		say(line{Step: "push-set", Kind: "config", Text: set.Config.URL})
		got, err := w.c.GetTaskPushConfig(w.ctx, &a2a.GetTaskPushConfigParams{TaskID: task.ID, ConfigID: "bell"})
		if err != nil {
			return fmt.Errorf("push-get: %w", err)
		}
		say(line{Step: "push-get", Kind: "config", Text: got.Config.URL})
		all, err := w.c.ListTaskPushConfig(w.ctx, &a2a.ListTaskPushConfigParams{TaskID: task.ID})
		if err != nil {
			return fmt.Errorf("push-list: %w", err)
		}
		say(line{Step: "push-list", Kind: "configs", Events: len(all)})
		if err := w.c.DeleteTaskPushConfig(w.ctx, &a2a.DeleteTaskPushConfigParams{TaskID: task.ID, ConfigID: "bell"}); err != nil {
			return fmt.Errorf("push-delete: %w", err)
		}
		say(line{Step: "push-delete", Kind: "done"})
		return nil
	})
}
