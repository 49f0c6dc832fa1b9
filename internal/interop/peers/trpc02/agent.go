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

	"trpc.group/trpc-go/trpc-a2a-go/protocol"
	"trpc.group/trpc-go/trpc-a2a-go/server"
	"trpc.group/trpc-go/trpc-a2a-go/taskmanager"
)

func runAgent() error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	base, yes := "http://"+ln.Addr().String(), true
	tasks, err := taskmanager.NewMemoryTaskManager(processor{})
	if err != nil {
		return err
	}
	srv, err := server.NewA2AServer(server.AgentCard{
		Name: "trpc peer", Description: "echo, stream, ask, slow", URL: base + "/", Version: "1.0.0",
		Capabilities:      server.AgentCapabilities{Streaming: &yes, PushNotifications: &yes},
		DefaultInputModes: []string{"text"}, DefaultOutputModes: []string{"text"},
		Skills: []server.AgentSkill{{ID: "echo", Name: "Echo", Tags: []string{"test"}}},
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

type processor struct{}

func (processor) ProcessMessage(_ context.Context, m protocol.Message, o taskmanager.ProcessOptions, h taskmanager.TaskHandler) (*taskmanager.MessageProcessingResult, error) {
	var id string
	if m.TaskID != nil {
		id = *m.TaskID
	} else if made, err := h.BuildTask(nil, m.ContextID); err != nil {
		return nil, err
	} else {
		id = made
	}
	said := textOf(m.Parts)
	if o.Streaming {
		events, err := h.SubscribeTask(&id)
		if err != nil {
			return nil, err
		}
		go func() {
			defer events.Close()
			work(h, id, said)
		}()
		return &taskmanager.MessageProcessingResult{StreamingEvents: events}, nil
	}
	work(h, id, said)
	task, err := h.GetTask(&id)
	if err != nil {
		return nil, err
	}
	return &taskmanager.MessageProcessingResult{Result: task.Task()}, nil
}

func work(h taskmanager.TaskHandler, id, said string) {
	chunks, pause := 1, time.Duration(0)
	switch said {
	case "ask":
		q := protocol.NewMessage(protocol.MessageRoleAgent, []protocol.Part{protocol.NewTextPart("which city?")})
		h.UpdateTaskState(&id, protocol.TaskStateInputRequired, &q)
		return
	case "stream":
		chunks = 4
	case "slow":
		chunks, pause = 1000, 20*time.Millisecond
	}
	h.UpdateTaskState(&id, protocol.TaskStateWorking, nil)
	for i := range chunks {
		a := protocol.Artifact{ArtifactID: "out", Parts: []protocol.Part{protocol.NewTextPart(fmt.Sprintf("chunk %d é✓ ", i))}}
		if err := h.AddArtifact(&id, a, i == chunks-1, i > 0); err != nil {
			return // cancelled
		}
		time.Sleep(pause)
	}
	h.UpdateTaskState(&id, protocol.TaskStateCompleted, nil)
}
