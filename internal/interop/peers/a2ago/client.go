package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"iter"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
)

// walker takes steps until one fails.
type walker struct {
	ctx context.Context
	c   *a2aclient.Client
	way string
	err error
}

func client(ctx context.Context, base, way string) error {
	var asks []agentcard.ResolveOption
	if way != "jsonrpc" { // 1.0's card names the interfaces of all versions
		asks = append(asks, agentcard.WithRequestHeader("A2A-Version", "1.0"))
	}
	card, err := agentcard.DefaultResolver.Resolve(ctx, base, asks...)
	if err != nil {
		return err
	}
	c, err := a2aclient.NewFromCard(ctx, only(card, way), transports(way)...)
	if err != nil {
		return err
	}
	w := &walker{ctx: ctx, c: c, way: way}
	w.send("joke", "tell me a joke", nil)
	w.send("hello", "hello", nil)
	order := w.send("order", "request a new phone for me", nil)
	w.send("android", "Android", order)
	w.try(func() error {
		t, err := c.GetTask(ctx, &a2a.GetTaskRequest{ID: order.ID})
		return w.show("get", t, err)
	})
	w.stream("paper", "write a long paper describing the attached pictures", nil)
	w.stream("slow", "slow 20 chunks every 5ms", nil)
	w.stream("cancel", "slow 10000 chunks every 20ms", func(id a2a.TaskID) {
		t, err := c.CancelTask(ctx, &a2a.CancelTaskRequest{ID: id})
		w.err = w.show("cancelled", t, err)
	})
	w.stream("watched", "slow 50 chunks every 20ms", func(id a2a.TaskID) {
		w.events("subscribe", c.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: id}), nil)
	})
	ring := w.send("ring", "request a new phone for me", nil)
	w.push(ring)
	w.try(func() error { return w.list(ring.ContextID) })
	w.try(w.missing)
	return w.err
}

func (w *walker) missing() error {
	_, err := w.c.GetTask(w.ctx, &a2a.GetTaskRequest{ID: "no-such-task"})
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

func (w *walker) send(step, text string, task *a2a.Task) (got *a2a.Task) {
	w.try(func() error {
		m := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(text))
		if task != nil {
			m.TaskID, m.ContextID = task.ID, task.ContextID
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

func (w *walker) show(step string, t *a2a.Task, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", step, err)
	}
	l := line{Step: step, Kind: "task", Task: string(t.ID), State: t.Status.State.String()}
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
		m := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(text), picture(w.way))
		w.events(step, w.c.SendStreamingMessage(w.ctx, &a2a.SendMessageRequest{Message: m}), third)
		return w.err
	})
}

// picture is a PNG of one pixel. Over gRPC in 0.3 it is a URL, because this SDK puts base64 text where
// the bytes belong, and reads nothing else.
func picture(way string) *a2a.Part {
	if way == "grpc03" {
		return a2a.NewFileURLPart("http://127.0.0.1/pixel.png", "image/png")
	}
	png, _ := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	p := a2a.NewRawPart(png)
	p.MediaType, p.Filename = "image/png", "pixel.png"
	return p
}

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
			l.State = e.Status.State.String()
		case *a2a.TaskStatusUpdateEvent:
			l.State = e.Status.State.String()
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
		set, err := w.c.CreateTaskPushConfig(w.ctx, &a2a.PushConfig{TaskID: task.ID, ID: "bell", URL: "http://127.0.0.1:1/hook", Token: "secret"})
		if err != nil {
			return fmt.Errorf("push-set: %w", err)
		}
		say(line{Step: "push-set", Kind: "config", Text: set.URL})
		got, err := w.c.GetTaskPushConfig(w.ctx, &a2a.GetTaskPushConfigRequest{TaskID: task.ID, ID: "bell"})
		if err != nil {
			return fmt.Errorf("push-get: %w", err)
		}
		say(line{Step: "push-get", Kind: "config", Text: got.URL})
		all, err := w.c.ListTaskPushConfigs(w.ctx, &a2a.ListTaskPushConfigRequest{TaskID: task.ID})
		if err != nil {
			return fmt.Errorf("push-list: %w", err)
		}
		say(line{Step: "push-list", Kind: "configs", Events: len(all)})
		if err := w.c.DeleteTaskPushConfig(w.ctx, &a2a.DeleteTaskPushConfigRequest{TaskID: task.ID, ID: "bell"}); err != nil {
			return fmt.Errorf("push-delete: %w", err)
		}
		say(line{Step: "push-delete", Kind: "done"})
		return nil
	})
}

// list lists the tasks of a context, if the version has that.
func (w *walker) list(context string) error {
	if version(w.way) != a2a.Version {
		return nil
	}
	// Over gRPC this SDK sends the page size even if it is 0, which 1.0 forbids.
	r, err := w.c.ListTasks(w.ctx, &a2a.ListTasksRequest{ContextID: context, PageSize: 10})
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	say(line{Step: "list", Kind: "tasks", Events: len(r.Tasks)})
	return nil
}
