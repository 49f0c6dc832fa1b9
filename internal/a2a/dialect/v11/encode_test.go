package v11

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/dialecttest"
)

// TestEncode: what the draft adds is written, and comes back as it went.
func TestEncode(t *testing.T) {
	n := int64(1) << 53 // more than a float can count
	status := a2a.Status{State: a2a.Working}
	task := &a2a.Task{ID: "t", Status: status, Generation: n, Timeline: []byte(`[1]`), Elicitations: []byte(`{"a":1}`)}
	parts := []a2a.Part{{Kind: a2a.TextPart, Text: "x"}}
	dialecttest.Check(t, Dialect(), []dialecttest.Case{
		{Op: a2a.GetTask, Call: &a2a.Call{TaskID: "t", CurrentGeneration: &n}, Want: `{"id":"t","currentGeneration":"9007199254740992"}`},
		{Op: a2a.GetTask, Call: &a2a.Call{TaskID: "t", CurrentGeneration: new(int64)}, Want: `{"id":"t","currentGeneration":"0"}`},
		{Op: a2a.SendMessage, Call: &a2a.Call{Message: &a2a.Message{ID: "m", Role: a2a.User, Parts: parts}, IfGenerationMatch: &n},
			Want: `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]},"configuration":{"ifGenerationMatch":"9007199254740992"}}`},
		{Op: a2a.GetTask, Result: &a2a.Result{Task: task}, Want: `{"id":"t","status":{"state":"TASK_STATE_WORKING"},"generation":"9007199254740992","timeline":[1],"elicitations":{"a":1}}`},
		{Op: a2a.SubscribeToTask, Result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: status, Generation: 2}},
			Want: `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"},"generation":"2"}}`},
		{Op: a2a.SubscribeToTask, Result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", ContextID: "c", Artifact: a2a.Artifact{ID: "a", Parts: parts}, Generation: 3}},
			Want: `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"x"}]},"generation":"3"}}`},
	})
}
