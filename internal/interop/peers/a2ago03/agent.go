package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2agrpc"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"
	"github.com/a2aproject/a2a-go/a2asrv/push"
	"google.golang.org/grpc"
)

func agent(t a2a.TransportProtocol) error {
	web, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	rpc, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	base := "http://" + web.Addr().String()
	url := map[a2a.TransportProtocol]string{a2a.TransportProtocolJSONRPC: base + "/invoke", a2a.TransportProtocolGRPC: rpc.Addr().String()}[t]
	card := &a2a.AgentCard{
		Name: "go peer", Description: "echo, stream, ask, slow", Version: "1.0.0", ProtocolVersion: "0.3.0",
		URL: url, PreferredTransport: t,
		DefaultInputModes: []string{"text/plain"}, DefaultOutputModes: []string{"text/plain"},
		Capabilities: a2a.AgentCapabilities{Streaming: true, PushNotifications: true},
		Skills:       []a2a.AgentSkill{{ID: "echo", Name: "Echo", Description: "echo", Tags: []string{"test"}, Examples: []string{"hi"}}},
	}
	handler := a2asrv.NewHandler(executor{}, a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(nil)))
	s := grpc.NewServer()
	a2agrpc.NewHandler(handler).RegisterWith(s)
	go s.Serve(rpc)
	defer s.Stop()
	mux := http.NewServeMux()
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	mux.Handle("/invoke", a2asrv.NewJSONRPCHandler(handler))
	fmt.Println(base)
	go func() { io.Copy(io.Discard, os.Stdin); web.Close() }()
	if err := http.Serve(web, mux); err != nil && !strings.Contains(err.Error(), "use of closed") {
		return err
	}
	return nil
}

type executor struct{}

func (executor) Execute(ctx context.Context, x *a2asrv.RequestContext, q eventqueue.Queue) error {
	said := textOf(x.Message.Parts)
	if x.StoredTask == nil {
		if err := q.Write(ctx, a2a.NewSubmittedTask(x, x.Message)); err != nil {
			return err
		}
	}
	if err := status(ctx, x, q, a2a.TaskStateWorking, ""); err != nil {
		return err
	}
	chunks, pause := 1, time.Duration(0)
	switch said {
	case "ask":
		return status(ctx, x, q, a2a.TaskStateInputRequired, "which city?")
	case "stream":
		chunks = 4
	case "slow":
		chunks, pause = 1000, 20*time.Millisecond
	}
	id := a2a.NewArtifactID()
	for i := range chunks {
		e := a2a.NewArtifactUpdateEvent(x, id, a2a.TextPart{Text: fmt.Sprintf("chunk %d é✓ ", i)})
		e.Append, e.LastChunk = i > 0, i == chunks-1
		if err := q.Write(ctx, e); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
	return status(ctx, x, q, a2a.TaskStateCompleted, "")
}

func (executor) Cancel(ctx context.Context, x *a2asrv.RequestContext, q eventqueue.Queue) error {
	return status(ctx, x, q, a2a.TaskStateCanceled, "")
}

func status(ctx context.Context, x *a2asrv.RequestContext, q eventqueue.Queue, state a2a.TaskState, words string) error {
	var m *a2a.Message
	if words != "" {
		m = a2a.NewMessageForTask(a2a.MessageRoleAgent, x, a2a.TextPart{Text: words})
	}
	e := a2a.NewStatusUpdateEvent(x, state, m)
	e.Final = state != a2a.TaskStateWorking
	return q.Write(ctx, e)
}
