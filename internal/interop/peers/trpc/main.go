// Command trpc is a plain trpc-a2a-go v0.0.3 peer, which speaks A2A 0.1: "trpc client URL" walks
// through the reference agent's skills and prints what it understood, a JSON line for each step;
// "trpc agent" serves echo, stream, ask and slow, and prints its base URL. It knows nothing of the
// console.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"go.uber.org/zap"
	"trpc.group/trpc-go/trpc-a2a-go/client"
	"trpc.group/trpc-go/trpc-a2a-go/log"
	"trpc.group/trpc-go/trpc-a2a-go/protocol"
	"trpc.group/trpc-go/trpc-a2a-go/server"
	"trpc.group/trpc-go/trpc-a2a-go/taskmanager"
)

func main() {
	log.Default = zap.NewNop().Sugar() // its log goes to stdout, which is for the steps
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "client":
		err = runClient(context.Background(), os.Args[2])
	case len(os.Args) == 2 && os.Args[1] == "agent":
		err = runAgent()
	default:
		err = fmt.Errorf("usage: trpc client URL | trpc agent")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type line struct {
	Step   string `json:"step"`
	Kind   string `json:"kind"`
	Task   string `json:"task,omitempty"`
	State  string `json:"state,omitempty"`
	Text   string `json:"text,omitempty"`
	Says   string `json:"says,omitempty"`
	Events int    `json:"events,omitempty"`
}

func say(l line) { json.NewEncoder(os.Stdout).Encode(l) }

func textOf(parts []protocol.Part) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case protocol.TextPart:
			b.WriteString(p.Text)
		case *protocol.TextPart:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func params(id, text string, more ...protocol.Part) protocol.SendTaskParams {
	parts := append([]protocol.Part{protocol.NewTextPart(text)}, more...)
	return protocol.SendTaskParams{ID: id, Message: protocol.NewMessage(protocol.MessageRoleUser, parts)}
}

// picture is a PNG of one pixel.
func picture() protocol.Part {
	name, kind := "pixel.png", "image/png"
	png := "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	return protocol.FilePart{Type: protocol.PartTypeFile, File: protocol.FileContent{Name: &name, MimeType: &kind, Bytes: &png}}
}

// runClient finds the endpoint in the card at base, like a 0.1 client.
func runClient(ctx context.Context, base string) error {
	card, err := cardAt(base)
	if err != nil {
		return err
	}
	c, err := client.NewA2AClient(card.URL, client.WithTimeout(time.Minute))
	if err != nil {
		return err
	}
	w := &walker{ctx: ctx, c: c}
	w.send("joke", uuid.NewString(), "tell me a joke")
	order := uuid.NewString()
	w.send("order", order, "request a new phone for me")
	w.send("android", order, "Android")
	w.try(func() error {
		got, err := c.GetTasks(ctx, protocol.TaskQueryParams{ID: order})
		return w.show("get", got, err)
	})
	w.stream("paper", "write a long paper describing the attached pictures", nil)
	w.stream("slow", "slow 20 chunks every 5ms", nil)
	w.stream("cancel", "slow 10000 chunks every 20ms", func(n int, id string) error {
		if n != 3 {
			return nil
		}
		t, err := c.CancelTasks(ctx, protocol.TaskIDParams{ID: id})
		return w.show("cancelled", t, err)
	})
	ring := uuid.NewString()
	w.send("ring", ring, "request a new phone for me")
	w.push(ring)
	w.try(w.missing)
	return w.err
}

func cardAt(base string) (server.AgentCard, error) {
	var card server.AgentCard
	resp, err := http.Get(strings.TrimSuffix(base, "/") + protocol.AgentCardPath)
	if err != nil {
		return card, err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&card); err != nil {
		return card, fmt.Errorf("card: %w", err)
	}
	return card, nil
}

// walker takes steps until one fails.
type walker struct {
	ctx context.Context
	c   *client.A2AClient
	err error
}

func (w *walker) try(step func() error) {
	if w.err == nil {
		w.err = step()
	}
}

func (w *walker) show(step string, t *protocol.Task, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", step, err)
	}
	showTask(step, t)
	return nil
}

func (w *walker) send(step, id, text string) {
	w.try(func() error {
		t, err := w.c.SendTasks(w.ctx, params(id, text))
		return w.show(step, t, err)
	})
}

// stream sends a text with a picture and follows the response. each may act at the nth event.
func (w *walker) stream(step, text string, each func(n int, id string) error) {
	w.try(func() error {
		id := uuid.NewString()
		l := line{Step: step, Kind: "stream", Task: id}
		events, err := w.c.StreamTask(w.ctx, params(id, text, picture()))
		if err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
		for e := range events {
			l.Events++
			switch e := e.(type) {
			case protocol.TaskStatusUpdateEvent:
				l.State = string(e.Status.State)
			case protocol.TaskArtifactUpdateEvent:
				l.Text += textOf(e.Artifact.Parts)
			}
			if each != nil {
				if err := each(l.Events, id); err != nil {
					return err
				}
			}
		}
		say(l)
		return nil
	})
}

// push sets a webhook for a task and reads it back.
func (w *walker) push(task string) {
	w.try(func() error {
		set, err := w.c.SetPushNotification(w.ctx, protocol.TaskPushNotificationConfig{
			ID: task, PushNotificationConfig: protocol.PushNotificationConfig{URL: "http://127.0.0.1:1/hook", Token: "secret"}})
		if err != nil {
			return err
		}
		say(line{Step: "push-set", Kind: "config", Text: set.PushNotificationConfig.URL})
		bell, err := w.c.GetPushNotification(w.ctx, protocol.TaskIDParams{ID: task})
		if err != nil {
			return err
		}
		say(line{Step: "push-get", Kind: "config", Text: bell.PushNotificationConfig.URL})
		return nil
	})
}

func (w *walker) missing() error {
	if _, err := w.c.GetTasks(w.ctx, protocol.TaskQueryParams{ID: "no-such-task"}); err != nil {
		say(line{Step: "missing", Kind: "error", Text: err.Error()})
	} else {
		say(line{Step: "missing", Kind: "none"})
	}
	return nil
}

func showTask(step string, t *protocol.Task) {
	l := line{Step: step, Kind: "task", Task: t.ID, State: string(t.Status.State)}
	for _, a := range t.Artifacts {
		l.Text += textOf(a.Parts)
	}
	if t.Status.Message != nil {
		l.Says = textOf(t.Status.Message.Parts)
	}
	say(l)
}

type processor struct{}

func (processor) Process(ctx context.Context, _ string, m protocol.Message, h taskmanager.TaskHandle) error {
	said := textOf(m.Parts)
	if said == "ask" {
		q := protocol.NewMessage(protocol.MessageRoleAgent, []protocol.Part{protocol.NewTextPart("which city?")})
		return h.UpdateStatus(protocol.TaskStateInputRequired, &q)
	}
	chunks, pause := 1, time.Duration(0)
	switch said {
	case "stream":
		chunks = 4
	case "slow":
		chunks, pause = 1000, 20*time.Millisecond
	}
	for i := range chunks {
		more, last := i > 0, i == chunks-1
		err := h.AddArtifact(protocol.Artifact{
			Parts: []protocol.Part{protocol.NewTextPart(fmt.Sprintf("chunk %d é✓ ", i))}, Append: &more, LastChunk: &last,
		})
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
	return h.UpdateStatus(protocol.TaskStateCompleted, nil)
}

func runAgent() error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	base := "http://" + ln.Addr().String()
	tasks, err := taskmanager.NewMemoryTaskManager(processor{})
	if err != nil {
		return err
	}
	srv, err := server.NewA2AServer(server.AgentCard{
		Name: "trpc peer", URL: base + "/", Version: "1.0.0",
		Capabilities:      server.AgentCapabilities{Streaming: true, PushNotifications: true},
		DefaultInputModes: []string{"text"}, DefaultOutputModes: []string{"text"},
		Skills: []server.AgentSkill{{ID: "echo", Name: "Echo"}},
	}, tasks)
	if err != nil {
		return err
	}
	fmt.Println(base)
	go func() { io.Copy(io.Discard, os.Stdin); ln.Close() }()
	if err := http.Serve(ln, srv.Handler()); err != nil && !strings.Contains(err.Error(), "use of closed") {
		return err
	}
	return nil
}
