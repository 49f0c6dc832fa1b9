package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"github.com/a2aproject/a2a-go/a2aclient/agentcard"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// steps takes one step of `check --client`: A2A_STEP names it, A2A_URL the agent.
func steps(ctx context.Context, t a2a.TransportProtocol) error {
	card, err := agentcard.DefaultResolver.Resolve(ctx, os.Getenv("A2A_URL"))
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
	switch os.Getenv("A2A_STEP") {
	case "send", "slow-answer", "credentials", "version-refused":
		w.send("send", "hi", nil)
	case "stream", "late-events":
		w.read(nil)
	case "answer":
		w.send("answer", "Rome", w.send("ask", "weather", nil))
	case "cancel":
		w.read(func(id a2a.TaskID) { w.c.CancelTask(ctx, &a2a.TaskIDParams{ID: id}) })
	case "push", "push-forged":
		return w.register()
	case "unknown-members":
		if t := w.send("send", "hi", nil); t != nil {
			return w.until(t.ID)
		}
	case "unknown-state", "cut-stream":
		return w.until(w.read(nil))
	default:
		os.Exit(77)
	}
	return w.err
}

// read reads a stream to its end and returns the task's id, even if it breaks off.
func (w *walker) read(first func(a2a.TaskID)) (id a2a.TaskID) {
	m := a2a.NewMessage(a2a.MessageRoleUser, a2a.TextPart{Text: "hi"})
	for e, err := range w.c.SendStreamingMessage(w.ctx, &a2a.MessageSendParams{Message: m}) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return id
		}
		if id == "" {
			if id = e.TaskInfo().TaskID; first != nil {
				first(id)
			}
		}
	}
	return id
}

// until polls a task until it is over.
func (w *walker) until(id a2a.TaskID) error {
	for range 100 {
		t, err := w.c.GetTask(w.ctx, &a2a.TaskQueryParams{ID: id})
		if err != nil || t.Status.State.Terminal() {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil
}

// register sends a message with a webhook that requires its token, and waits for the end.
func (w *walker) register() error {
	told := make(chan struct{}, 1000) // the task is completed, or the token is wrong
	hook := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil && strings.Contains(strings.ToLower(string(body)), "completed") {
			defer func() { told <- struct{}{} }()
		}
		if r.Header.Get("X-A2A-Notification-Token") != "mine" {
			rw.WriteHeader(http.StatusUnauthorized)
			defer func() { told <- struct{}{} }()
		}
	}))
	defer hook.Close()
	m := a2a.NewMessage(a2a.MessageRoleUser, a2a.TextPart{Text: "hi"})
	r, err := w.c.SendMessage(w.ctx, &a2a.MessageSendParams{Message: m, Config: &a2a.MessageSendConfig{
		PushConfig: &a2a.PushConfig{ID: "bell", URL: hook.URL, Token: "mine"},
	}})
	if err != nil {
		return err
	}
	if err := w.until(r.(*a2a.Task).ID); err != nil {
		return err
	}
	select {
	case <-told:
		return nil
	case <-time.After(20 * time.Second):
		return errors.New("the notification that was waited for did not come")
	}
}
