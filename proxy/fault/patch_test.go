package fault_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// RFC 6902, Appendix A, and further rules of it; "" is a patch that cannot be applied.
func TestPatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ doc, patch, want string }{
		{`{"foo":"bar"}`, `[{"op":"add","path":"/baz","value":"qux"}]`, `{"foo":"bar","baz":"qux"}`},
		{`{"foo":["bar","baz"]}`, `[{"op":"add","path":"/foo/1","value":"qux"}]`, `{"foo":["bar","qux","baz"]}`},
		{`{"baz":"qux","foo":"bar"}`, `[{"op":"remove","path":"/baz"}]`, `{"foo":"bar"}`},
		{`{"foo":["bar","qux","baz"]}`, `[{"op":"remove","path":"/foo/1"}]`, `{"foo":["bar","baz"]}`},
		{`{"baz":"qux","foo":"bar"}`, `[{"op":"replace","path":"/baz","value":"boo"}]`, `{"baz":"boo","foo":"bar"}`},
		{`{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}`, `[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]`, `{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}`},
		{`{"foo":["all","grass","cows","eat"]}`, `[{"op":"move","from":"/foo/1","path":"/foo/3"}]`, `{"foo":["all","cows","eat","grass"]}`},
		{`{"baz":"qux","foo":["a",2,"c"]}`, `[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2.0}]`, `{"baz":"qux","foo":["a",2,"c"]}`},
		{`{"baz":"qux"}`, `[{"op":"test","path":"/baz","value":"bar"}]`, ""},
		{`{"foo":"bar"}`, `[{"op":"add","path":"/child","value":{"grandchild":{}}}]`, `{"foo":"bar","child":{"grandchild":{}}}`},
		{`{"foo":"bar"}`, `[{"op":"add","path":"/baz/bat","value":"qux"}]`, ""},
		{`{"/":9,"~1":10}`, `[{"op":"test","path":"/~01","value":10},{"op":"remove","path":"/~1"}]`, `{"~1":10}`},
		{`{"/":9,"~1":10}`, `[{"op":"test","path":"/~01","value":"10"}]`, ""},
		{`{"foo":["bar"]}`, `[{"op":"add","path":"/foo/-","value":["abc","def"]}]`, `{"foo":["bar",["abc","def"]]}`},
		// Blanks and spellings are preserved, and places are found among them.
		{" { \"a\" : [ 1 , 2 ] , \"b\" : 1.0e2 } ", `[{"op":"remove","path":"/a/0"}]`, " { \"a\" : [ 2 ] , \"b\" : 1.0e2 } "},
		{" { \"a\" : [ 1 , 2 ] } ", `[{"op":"remove","path":"/a/1"},{"op":"add","path":"/b","value":0}]`, " { \"a\" : [ 1 ],\"b\":0 } "},
		{`{}`, `[{"op":"add","path":"/a","value":[]},{"op":"add","path":"/a/0","value":"]"},{"op":"add","path":"/a/0","value":{"x\"":"}"}}]`, `{"a":[{"x\"":"}"},"]"]}`},
		{`{"é":{"\u00e9":1}}`, `[{"op":"replace","path":"/é/é","value":2}]`, `{"é":{"\u00e9":2}}`},
		{`{"":{"":1}}`, `[{"op":"replace","path":"//","value":2}]`, `{"":{"":2}}`},
		{`[1,2]`, `[{"op":"copy","from":"","path":"/0"}]`, `[[1,2],1,2]`},
		{`{"a":1}`, `[{"op":"replace","path":"","value":[]}]`, `[]`},
		{`{"a":1}`, `[{"op":"copy","from":"/a","path":"/a"}]`, `{"a":1}`},
		{`{"a":1}`, `[{"op":"move","from":"/a","path":"/a"}]`, `{"a":1}`},
		{`{"a":{"b":1}}`, `[{"op":"move","from":"/a","path":"/a/b"}]`, ""},
		{`{"a":1}`, `[{"op":"remove","path":""}]`, ""},
		{`{"a":1}`, `[{"op":"remove","path":"/b"}]`, ""},
		{`{"a":1}`, `[{"op":"replace","path":"/b","value":1}]`, ""},
		{`{"a":[1]}`, `[{"op":"replace","path":"/a/-","value":1}]`, ""},
		{`{"a":[1]}`, `[{"op":"add","path":"/a/2","value":1}]`, ""},
		{`{"a":[1]}`, `[{"op":"add","path":"/a/01","value":1}]`, ""},
		{`{"a":[1]}`, `[{"op":"add","path":"/a/x","value":1}]`, ""},
		{`{"a":1}`, `[{"op":"add","path":"/a/x","value":1}]`, ""},
		{`{"a":9007199254740993}`, `[{"op":"test","path":"/a","value":9007199254740992}]`, ""},
		{`{"a":{"b":[1,2],"c":null}}`, `[{"op":"test","path":"/a","value":{"c":null,"b":[1,2.0]}}]`, `{"a":{"b":[1,2],"c":null}}`},
		{`not JSON`, `[{"op":"remove","path":"/a"}]`, ""},
	} {
		got, err := fault.Patch([]byte(c.doc), []byte(c.patch))
		var p fault.Problem
		if string(got) != c.want || (err != nil) != (c.want == "") || err != nil && !errors.As(err, &p) {
			t.Errorf("%s by %s: %s, %v; want %s", c.doc, c.patch, got, err, c.want)
		}
	}
}

// A patch that makes a document grow ends with a problem, not with an exhausted memory.
func TestPatchesAreBounded(t *testing.T) {
	t.Parallel()
	grow := "[" + strings.Repeat(`{"op":"copy","from":"","path":"/-"},`, 100) + `{"op":"add","path":"/-","value":1}]`
	if _, err := fault.Patch([]byte(`["`+strings.Repeat("x", 1000)+`"]`), []byte(grow)); err == nil || !strings.Contains(err.Error(), "16 MiB") {
		t.Error(err)
	}
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	if got, err := fault.Patch([]byte(deep), []byte(`[{"op":"add","path":"`+strings.Repeat("/0", 3000)+`","value":7}]`)); err != nil || len(got) != len(deep)+len("7,") {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	long := `{"a":"` + strings.Repeat("x", wire.MaxGateFrame/2) + `"}`
	if _, err := fault.Patch([]byte(long), []byte(`[{"op":"test","path":"/a","value":"x"}]`)); err == nil || len(err.Error()) > 1000 {
		t.Error(err)
	}
}

// FuzzPatch: the result of patching JSON is JSON, and has the value that the patch added or
// replaced.
func FuzzPatch(f *testing.F) {
	f.Add(`{"a":[1,{"b":"c"}]," d":null}`, "add", "/a/1/x", "/a", `{"y":[]}`)
	f.Add(`[ [ ] , 1 ]`, "move", "/0/-", "/1", `1`)
	f.Add(`{"a" : 1 , "a" : 2}`, "remove", "/a", "", `1`)
	f.Fuzz(func(t *testing.T, doc, op, path, from, value string) {
		if !json.Valid([]byte(doc)) || !json.Valid([]byte(value)) {
			return
		}
		quoted := func(s string) string { b, _ := json.Marshal(s); return string(b) }
		patch := fmt.Sprintf(`[{"op":%s,"path":%s,"from":%s,"value":%s}]`, quoted(op), quoted(path), quoted(from), value)
		got, err := fault.Patch([]byte(doc), []byte(patch))
		if err != nil {
			return
		}
		if !json.Valid(got) {
			t.Fatalf("%q by %s: %q", doc, patch, got)
		}
		if op == "replace" || op == "add" && !strings.HasSuffix(path, "/-") {
			if _, err := fault.Patch(got, []byte(fmt.Sprintf(`[{"op":"test","path":%s,"value":%s}]`, quoted(path), value))); err != nil {
				t.Fatalf("%q by %s: %q: %v", doc, patch, got, err)
			}
		}
	})
}
