package delivery

import (
	"encoding/json"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestEventKeys: the spelling of an event's data does not change its key, anything else does. AppendEvent
// without exact ignores times and names.
func TestEventKeys(t *testing.T) {
	event := func(change func(*a2a.ArtifactUpdate)) *a2a.Result {
		u := &a2a.ArtifactUpdate{TaskID: "t", Artifact: a2a.Artifact{ID: "a", Name: "n", Parts: []a2a.Part{{Kind: a2a.DataPart, Data: json.RawMessage(`{"a":1,"b":[2]}`)}}}}
		change(u)
		return &a2a.Result{Artifact: u}
	}
	own := event(func(*a2a.ArtifactUpdate) {})
	for name, c := range map[string]struct {
		change      func(*a2a.ArtifactUpdate)
		same, alike bool
	}{
		"spelling": {func(u *a2a.ArtifactUpdate) { u.Artifact.Parts[0].Data = json.RawMessage(`{ "b": [2.0], "a": 1 }`) }, true, true},
		"data":     {func(u *a2a.ArtifactUpdate) { u.Artifact.Parts[0].Data = json.RawMessage(`{"a":1}`) }, false, false},
		"long id": {func(u *a2a.ArtifactUpdate) {
			u.Artifact.Parts[0].Data = json.RawMessage(`{"a":1,"b":[1700000000000000001]}`)
		}, false, false},
		"task":   {func(u *a2a.ArtifactUpdate) { u.TaskID = "u" }, false, false},
		"append": {func(u *a2a.ArtifactUpdate) { u.Append = true }, false, false},
		"name":   {func(u *a2a.ArtifactUpdate) { u.Artifact.Name = "" }, false, true},
		"last":   {func(u *a2a.ArtifactUpdate) { u.LastChunk = true }, false, true},
	} {
		other := event(c.change)
		if got := EventKey(own) == EventKey(other); got != c.same {
			t.Errorf("%s: the same key is %v", name, got)
		}
		if got := string(AppendEvent(nil, own, false)) == string(AppendEvent(nil, other, false)); got != c.alike {
			t.Errorf("%s: alike is %v", name, got)
		}
	}
	if EventKey(nil) != "" || EventKey(&a2a.Result{Push: &a2a.PushConfig{}}) != "" {
		t.Error("what is no event has a key")
	}
}
