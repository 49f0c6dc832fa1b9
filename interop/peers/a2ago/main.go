// Command a2ago is a plain a2a-go v2 peer: "a2ago client BASE" walks the
// reference agent's skills and prints what it understood, a JSON line a step;
// "a2ago agent" serves echo, stream and ask, and prints its base URL. With grpc or
// grpc03 before BASE or at the end it does so over gRPC, in version 1.0 or 0.3, with
// rest or rest03 over HTTP+JSON. It knows nothing of the console.
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "client":
		err = client(context.Background(), os.Args[2], "")
	case len(os.Args) == 4 && os.Args[1] == "client":
		err = client(context.Background(), os.Args[3], os.Args[2])
	case len(os.Args) == 2 && os.Args[1] == "agent":
		err = agent("")
	case len(os.Args) == 3 && os.Args[1] == "agent":
		err = agent(os.Args[2])
	default:
		err = fmt.Errorf("usage: a2ago client [grpc|grpc03|rest|rest03] BASE | a2ago agent [grpc|grpc03|rest|rest03]")
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

func textOf(parts a2a.ContentParts) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text())
	}
	return b.String()
}

func client(ctx context.Context, base, way string) error {
	var asks []agentcard.ResolveOption
	if way != "" { // 1.0's card names the interfaces of all versions
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
	send := func(step, text string, task *a2a.Task) (*a2a.Task, error) {
		m := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(text))
		if task != nil {
			m.TaskID, m.ContextID = task.ID, task.ContextID
		}
		r, err := c.SendMessage(ctx, &a2a.SendMessageRequest{Message: m})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", step, err)
		}
		switch r := r.(type) {
		case *a2a.Task:
			showTask(step, r)
			return r, nil
		case *a2a.Message:
			say(line{Step: step, Kind: "message", Text: textOf(r.Parts)})
		}
		return nil, nil
	}
	if _, err := send("joke", "tell me a joke", nil); err != nil {
		return err
	}
	if _, err := send("hello", "hello", nil); err != nil {
		return err
	}
	order, err := send("order", "request a new phone for me", nil)
	if err != nil {
		return err
	}
	if _, err := send("android", "Android", order); err != nil {
		return err
	}
	got, err := c.GetTask(ctx, &a2a.GetTaskRequest{ID: order.ID})
	if err != nil {
		return err
	}
	showTask("get", got)
	stream := func(step, text string, each func(n int, id a2a.TaskID) error) error {
		m := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(text), picture(way))
		l := line{Step: step, Kind: "stream"}
		for e, err := range c.SendStreamingMessage(ctx, &a2a.SendMessageRequest{Message: m}) {
			if err != nil {
				return fmt.Errorf("%s: %w", step, err)
			}
			l.Events++
			switch e := e.(type) {
			case *a2a.Task:
				l.Task, l.State = string(e.ID), e.Status.State.String()
			case *a2a.TaskStatusUpdateEvent:
				l.State = e.Status.State.String()
			case *a2a.TaskArtifactUpdateEvent:
				l.Text += textOf(e.Artifact.Parts)
			}
			if each != nil {
				if err := each(l.Events, a2a.TaskID(l.Task)); err != nil {
					return err
				}
			}
		}
		say(l)
		return nil
	}
	if err := stream("paper", "write a long paper describing the attached pictures", nil); err != nil {
		return err
	}
	if err := stream("slow", "slow 20 chunks every 5ms", nil); err != nil {
		return err
	}
	err = stream("cancel", "slow 10000 chunks every 20ms", func(n int, id a2a.TaskID) error {
		if n != 3 {
			return nil
		}
		t, err := c.CancelTask(ctx, &a2a.CancelTaskRequest{ID: id})
		if err == nil {
			showTask("cancelled", t)
		}
		return err
	})
	if err != nil {
		return err
	}
	if _, err := c.GetTask(ctx, &a2a.GetTaskRequest{ID: "no-such-task"}); err != nil {
		say(line{Step: "missing", Kind: "error", Text: err.Error()})
	} else {
		say(line{Step: "missing", Kind: "none"})
	}
	return nil
}

// picture is a PNG of one pixel. Over gRPC in 0.3 it is a URL, because this SDK
// puts base64 text where the bytes belong, and reads no other.
func picture(way string) *a2a.Part {
	if way == "grpc03" {
		return a2a.NewFileURLPart("http://127.0.0.1/pixel.png", "image/png")
	}
	png, _ := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	p := a2a.NewRawPart(png)
	p.MediaType, p.Filename = "image/png", "pixel.png"
	return p
}

func showTask(step string, t *a2a.Task) {
	l := line{Step: step, Kind: "task", Task: string(t.ID), State: t.Status.State.String()}
	for _, a := range t.Artifacts {
		l.Text += textOf(a.Parts)
	}
	if t.Status.Message != nil {
		l.Says = textOf(t.Status.Message.Parts)
	}
	say(l)
}

type executor struct{}

func (executor) Execute(_ context.Context, x *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		said := textOf(x.Message.Parts)
		if said == "message" {
			yield(a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("plain message")), nil)
			return
		}
		if x.StoredTask == nil && !yield(a2a.NewSubmittedTask(x, x.Message), nil) {
			return
		}
		if !yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateWorking, nil), nil) {
			return
		}
		if said == "ask" {
			m := a2a.NewMessageForTask(a2a.MessageRoleAgent, x, a2a.NewTextPart("which city?"))
			yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateInputRequired, m), nil)
			return
		}
		chunks := 1
		if said == "stream" {
			chunks = 4
		}
		id := a2a.NewArtifactID()
		for i := range chunks {
			e := a2a.NewArtifactUpdateEvent(x, id, a2a.NewTextPart(fmt.Sprintf("chunk %d é✓ ", i)))
			e.Append, e.LastChunk = i > 0, i == chunks-1
			if !yield(e, nil) {
				return
			}
		}
		yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateCompleted, nil), nil)
	}
}

func (executor) Cancel(_ context.Context, x *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateCanceled, nil), nil)
	}
}

func agent(way string) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	base := "http://" + ln.Addr().String()
	card := &a2a.AgentCard{
		Name: "go peer", Description: "echo, stream, ask", Version: "1.0.0",
		SupportedInterfaces: []*a2a.AgentInterface{a2a.NewAgentInterface(base+"/invoke", a2a.TransportProtocolJSONRPC)},
		DefaultInputModes:   []string{"text/plain"},
		DefaultOutputModes:  []string{"text/plain"},
		Capabilities:        a2a.AgentCapabilities{Streaming: true},
		Skills:              []a2a.AgentSkill{{ID: "echo", Name: "Echo", Description: "echo", Tags: []string{"test"}, Examples: []string{"hi"}}},
	}
	stop, err := overGRPC(card, way)
	if err != nil {
		return err
	}
	defer stop()
	mux := http.NewServeMux()
	overREST(card, mux, base, way)
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	mux.Handle("/invoke", a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(executor{})))
	fmt.Println(base)
	go func() { io.Copy(io.Discard, os.Stdin); ln.Close() }()
	if err := http.Serve(ln, mux); err != nil && !strings.Contains(err.Error(), "use of closed") {
		return err
	}
	return nil
}
