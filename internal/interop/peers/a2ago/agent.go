package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"
)

func agent(way string) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	base := "http://" + ln.Addr().String()
	card := &a2a.AgentCard{
		Name: "go peer", Description: "echo, stream, ask, slow", Version: "1.0.0",
		SupportedInterfaces: []*a2a.AgentInterface{a2a.NewAgentInterface(base+"/invoke", a2a.TransportProtocolJSONRPC)},
		DefaultInputModes:   []string{"text/plain"},
		DefaultOutputModes:  []string{"text/plain"},
		Capabilities:        a2a.AgentCapabilities{Streaming: true, PushNotifications: true},
		Skills:              []a2a.AgentSkill{{ID: "echo", Name: "Echo", Description: "echo", Tags: []string{"test"}, Examples: []string{"hi"}}},
	}
	handler := a2asrv.NewHandler(executor{}, a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(&push.HTTPSenderConfig{AllowPrivateNetworks: true})))
	stop, err := overGRPC(card, handler, way)
	if err != nil {
		return err
	}
	defer stop()
	mux := http.NewServeMux()
	overREST(card, handler, mux, base, way)
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	mux.Handle("/invoke", a2asrv.NewJSONRPCHandler(handler))
	fmt.Println(base)
	go func() { io.Copy(io.Discard, os.Stdin); ln.Close() }()
	if err := http.Serve(ln, mux); err != nil && !strings.Contains(err.Error(), "use of closed") {
		return err
	}
	return nil
}

type executor struct{}

func (executor) Execute(ctx context.Context, x *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		said := textOf(x.Message.Parts)
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
		chunks, pause := 1, time.Duration(0)
		switch said {
		case "stream":
			chunks = 4
		case "slow":
			chunks, pause = 1000, 20*time.Millisecond
		}
		id := a2a.NewArtifactID()
		for i := range chunks {
			e := a2a.NewArtifactUpdateEvent(x, id, a2a.NewTextPart(fmt.Sprintf("chunk %d é✓ ", i)))
			e.Append, e.LastChunk = i > 0, i == chunks-1
			if !yield(e, nil) {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
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
