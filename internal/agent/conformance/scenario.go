package conformance

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Timeout is the kits' default for TCK_STREAMING_TIMEOUT, how long they wait for a stream.
const Timeout = 2 * time.Second

// Scenario is how the agent answers a message.
type Scenario struct {
	Prefix string // prefix of the message's id
	Reply  string // text of a message that answers in place of a task
	Steps  []Step // events of a task that is already working; the last one ends or interrupts it
}

// Step is one event of a task, after a wait.
type Step struct {
	Wait       time.Duration
	State      a2a.State // state of the task from here on; unused if Artifact is set
	Artifact   *a2a.Part // a piece of the task's artifact; nil for a status
	HasMore    bool      // more pieces follow
	StatusText string    // text of the status's message
}

// Find returns the first scenario whose prefix the message's id has, or nil.
func Find(messageID string) *Scenario {
	for i := range scenarios {
		if strings.HasPrefix(messageID, scenarios[i].Prefix) {
			return &scenarios[i]
		}
	}
	return nil
}

// Scenarios returns all scenarios. If two match a message, the first one is used.
func Scenarios() []Scenario { return scenarios }

var scenarios = []Scenario{
	{Prefix: "tck-complete-task", Steps: []Step{completedStep("Hello from TCK")}},
	{Prefix: "tck-delayed-complete", Steps: []Step{{Wait: Timeout, State: a2a.Completed, StatusText: "Done after delay"}}},
	{Prefix: "tck-artifact-text", Steps: artifactSteps(text("Generated text content"))},
	{Prefix: "tck-artifact-file-url", Steps: artifactSteps(a2a.Part{Kind: a2a.FilePart, URL: "https://example.com/output.txt", Filename: outputName, MediaType: outputType})},
	{Prefix: "tck-artifact-file", Steps: artifactSteps(output)},
	{Prefix: "tck-artifact-data", Steps: artifactSteps(a2a.Part{Kind: a2a.DataPart, Data: json.RawMessage(`{"key":"value","count":42}`)})},
	{Prefix: "tck-message-response", Reply: "Direct message response"},
	{Prefix: "tck-input-required", Steps: []Step{{State: a2a.InputRequired, StatusText: "Send another message on this task."}}},
	{Prefix: "tck-auth-required", Steps: []Step{{State: a2a.AuthRequired, StatusText: "Sign in, then send another message on this task."}}},
	{Prefix: "tck-reject-task", Steps: []Step{{State: a2a.Rejected, StatusText: "rejected"}}},
	{Prefix: "tck-stream-001", Steps: artifactSteps(text("Stream hello from TCK"))},
	{Prefix: "tck-stream-002", Steps: []Step{completedStep("")}},
	{Prefix: "tck-stream-003", Steps: artifactSteps(text("Stream task lifecycle"))},
	{Prefix: "tck-stream-ordering-001", Steps: artifactSteps(text("Ordered output"))},
	{Prefix: "tck-stream-artifact-text", Steps: artifactSteps(text("Streamed text content"))},
	{Prefix: "tck-stream-artifact-file", Steps: artifactSteps(output)},
	{Prefix: "tck-stream-artifact-chunked", Steps: artifactSteps(text("chunk-1 "), text("chunk-2"))},
	{Prefix: "test-resubscribe-message-id", Steps: workingSteps(2*Timeout, Timeout/2)},
}

// DefaultContinuation is how an interrupted task answers a message that has no scenario, or one
// that answers without a task.
var DefaultContinuation = Scenario{Steps: []Step{completedStep("Continued")}}

const outputName, outputType = "output.txt", "text/plain"

var output = a2a.Part{Kind: a2a.FilePart, Bytes: []byte("tck"), Filename: outputName, MediaType: outputType}

func text(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

func completedStep(say string) Step { return Step{State: a2a.Completed, StatusText: say} }

func artifactSteps(pieces ...a2a.Part) (steps []Step) {
	for i := range pieces {
		steps = append(steps, Step{Artifact: &pieces[i], HasMore: i < len(pieces)-1})
	}
	return append(steps, completedStep(""))
}

// workingSteps returns steps that keep a task working and report this regularly, so that a
// subscriber gets an event before the kits time out.
func workingSteps(whole, every time.Duration) (steps []Step) {
	for at := every; at < whole; at += every {
		steps = append(steps, Step{Wait: every, State: a2a.Working})
	}
	return append(steps, Step{Wait: every, State: a2a.Completed})
}
