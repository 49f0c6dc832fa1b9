//go:build slow

package interop

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
)

// TestSlowDescriptors: the embedded descriptors equal those of the SDKs.
func TestSlowDescriptors(t *testing.T) {
	fresh := t.TempDir()
	files := []string{"dialect/v03p/a2a.v1.binpb", "dialect/v10/lf.a2a.v1.binpb", "protobuf/google.rpc.binpb"}
	for _, name := range files {
		if err := os.MkdirAll(filepath.Join(fresh, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(goProgram(t, "protocheck", "./descriptors"), fresh)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make the descriptors: %v\n%s", err, out)
	}
	for _, name := range files {
		made, err := os.ReadFile(filepath.Join(fresh, name))
		if err != nil {
			t.Fatal(err)
		}
		if have, err := os.ReadFile(filepath.Join("../a2a", name)); err != nil || !bytes.Equal(made, have) {
			t.Errorf("%s is not current (%v): run go generate ./internal/a2a/protobuf and commit", name, err)
		}
	}
}

// newSchema is 1.0's.
type newSchema struct{}

func (newSchema) dialect() a2a.Dialect       { return v10.Dialect() }
func (newSchema) message(name string) string { return "lf.a2a.v1." + name }
func (newSchema) details() bool              { return true }

func (newSchema) request(op a2a.Operation) string {
	switch op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		return "SendMessageRequest"
	case a2a.CreatePushConfig:
		return "TaskPushNotificationConfig"
	case a2a.GetCard, a2a.PushNotification, "":
		return ""
	}
	return string(op) + "Request"
}

func (newSchema) result(op a2a.Operation) string {
	switch op {
	case a2a.SendMessage, a2a.ListTasks, a2a.ListPushConfigs:
		return string(op) + "Response"
	}
	return sharedResult(op)
}

// oldSchema is the schema for 0.3 over HTTP+JSON and gRPC.
type oldSchema struct{}

func (oldSchema) dialect() a2a.Dialect       { return v03p.Dialect() }
func (oldSchema) message(name string) string { return "a2a.v1." + name }
func (oldSchema) details() bool              { return false }

func (oldSchema) request(op a2a.Operation) string {
	if op == a2a.SendStreamingMessage {
		op = a2a.SendMessage
	}
	if name, ok := (v03p.Dialect()).Method(op); ok {
		return name + "Request"
	}
	return ""
}

func (oldSchema) result(op a2a.Operation) string {
	switch op {
	case a2a.SendMessage:
		return "SendMessageResponse"
	case a2a.ListPushConfigs:
		return "ListTaskPushNotificationConfigResponse"
	}
	return sharedResult(op)
}

// sharedResult is the message with which both answer.
func sharedResult(op a2a.Operation) string {
	switch op {
	case a2a.SendStreamingMessage, a2a.SubscribeToTask:
		return "StreamResponse"
	case a2a.GetTask, a2a.CancelTask:
		return "Task"
	case a2a.CreatePushConfig, a2a.GetPushConfig:
		return "TaskPushNotificationConfig"
	case a2a.DeletePushConfig:
		return "google.protobuf.Empty"
	case a2a.GetExtendedCard:
		return "AgentCard"
	}
	return ""
}
