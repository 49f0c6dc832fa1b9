package dialect_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

func renaming() dialect.Renaming {
	return dialect.Renaming{
		Call: func(id json.RawMessage) json.RawMessage { return json.RawMessage("[" + string(id) + "]") },
		ID: func(member, id string) (string, bool) {
			to, ok := map[string]string{"t1": "T \"1\"", "c1": "C1", "m1": "M1", "p1": "P1"}[id]
			return to, ok
		},
	}
}

func TestRenameIDs(t *testing.T) {
	for in, want := range map[string]string{
		// Only ids change.
		` {"jsonrpc" : "2.0","id":7,"result": {"task":{"id":"t1", "contextId":"c1","x":"t1","status":{"message":{"messageId":"m1"}}}}}` + "\n": ` {"jsonrpc" : "2.0","id":[7],"result": {"task":{"id":"T \"1\"", "contextId":"C1","x":"t1","status":{"message":{"messageId":"M1"}}}}}` + "\n",
		// The id of the message may come last.
		`{"params":{"id":"t1","sessionId":"c1"},"method":"tasks/get","id":"a"}`: `{"params":{"id":"T \"1\"","sessionId":"C1"},"method":"tasks/get","id":["a"]}`,
		// A JSON-RPC id that is also a task's id is the message's.
		`{"id":"t1","result":{"id":"t1"}}`: `{"id":["t1"],"result":{"id":"T \"1\""}}`,
		// A task that stands alone, as in 0.1's push.
		`{"id":"t1","status":{"state":"working"}}`: `{"id":"T \"1\"","status":{"state":"working"}}`,
		// Lists of ids, escapes, null.
		`{"result":{"referenceTaskIds":["t1","other","\u00741"],"id":null},"id":null}`: `{"result":{"referenceTaskIds":["T \"1\"","other","T \"1\""],"id":null},"id":[null]}`,
		// Ids inside text stay.
		`{"result":{"parts":[{"text":"{\"id\":\"t1\"}"}]}}`: `{"result":{"parts":[{"text":"{\"id\":\"t1\"}"}]}}`,
		// Truncated.
		`{"jsonrpc":"2.0","id":1,"result":{"id":"t1","te`: `{"jsonrpc":"2.0","id":[1],"result":{"id":"T \"1\"","te`,
		`{"result":{"id":"t1`:                             `{"result":{"id":"t1`,
		`]}"`:                                             `]}"`, ``: ``, `"t1"`: `"t1"`, `{"id":"\`: `{"id":"\`,
	} {
		if got := string(dialect.Apply([]byte(in), dialect.RenameIDs([]byte(in), renaming()))); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestRenameIDsLeavesAloneWhatNobodyNames(t *testing.T) {
	doc := []byte(`{"jsonrpc":"2.0","id":7,"result":{"id":"t1"}}`)
	if e := dialect.RenameIDs(doc, dialect.Renaming{}); len(e) != 0 {
		t.Errorf("edits %v", e)
	}
}

// TestRenameDepth: a body of opening brackets only needs no memory for each.
func TestRenameDepth(t *testing.T) {
	doc := []byte(`{"id":"x","params":` + strings.Repeat("[", 5<<20))
	var edits []dialect.Edit
	n := testing.AllocsPerRun(1, func() {
		edits = dialect.RenameIDs(doc, dialect.Renaming{ID: func(_, id string) (string, bool) { return "y", true }})
	})
	if len(edits) != 1 || string(edits[0].To) != `"y"` || n > 25 {
		t.Errorf("%d edits, %v allocations", len(edits), n)
	}
}

// FuzzRenameIDs: renaming there and back gives the same bytes, and a valid document stays valid.
func FuzzRenameIDs(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"result":{"id":"abc","referenceTaskIds":["abc"]}}`))
	f.Add([]byte(`{"id":"x`))
	f.Add([]byte(`[{"id":"x"},["id"],{"id":{"id":"x"}}]`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		there := dialect.Apply(doc, dialect.RenameIDs(doc, dialect.Renaming{
			ID: func(_, id string) (string, bool) { return "~" + id, true },
		}))
		if json.Valid(doc) && !json.Valid(there) { // renaming may well repair a broken one
			t.Fatalf("%q became %q", doc, there)
		}
		back := dialect.Apply(there, dialect.RenameIDs(there, dialect.Renaming{
			ID: func(_, id string) (string, bool) { return strings.TrimPrefix(id, "~"), true },
		}))
		var a, b any
		if json.Unmarshal(doc, &a) == nil && json.Unmarshal(back, &b) != nil {
			t.Fatalf("%q came back as %q", doc, back)
		}
	})
}
