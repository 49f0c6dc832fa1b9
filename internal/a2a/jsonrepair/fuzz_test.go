package jsonrepair

import (
	"bytes"
	"encoding/json"
	"testing"
)

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,{"b":"c"}]}`, "\ufeff{\u00a0\"a\":1,}", `[ "a": 1, "b": [2 ] ]`, `{"a": // x "b":1}`, "{\"a\":\"\xff\\q\n",
		`{"a":tru`, `data: {"a":1} data: {}`, `{"a":1}]`, `[1 2,,3}`, `/* * / */ {}`, `{"a"`, `[{"a":1]`, `"\u12`, "//\n1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		before := bytes.Clone(in)
		d, err := repair(in)
		if !bytes.Equal(in, before) {
			t.Fatal("the input was changed")
		}
		all, _ := ReadAll(in)
		for _, d := range append(all, d) {
			if d.JSON != nil && !json.Valid(d.JSON) {
				t.Fatalf("repaired to %q, which is not JSON", d.JSON)
			}
			for off := range d.JSON {
				if at := d.Origin(int64(off)); at < 0 || at > int64(len(in)) {
					t.Fatalf("offset %d stands at %d of %d bytes", off, at, len(in))
				}
			}
			walk(d.JSON)
		}
		if err != nil {
			if d.JSON != nil {
				t.Fatal("both a document and an error")
			}
			if json.Valid(in) && bytes.Count(in, []byte("["))+bytes.Count(in, []byte("{")) <= MaxDepth {
				t.Fatalf("valid JSON is refused: %v", err)
			}
			return
		}
		if json.Valid(in) && !bytes.Equal(d.JSON, in) {
			t.Fatalf("valid JSON was repaired to %q", d.JSON)
		}
		walk(in) // garbage must not upset the walkers either
	})
}

func walk(b []byte) {
	members, _ := Object(b)
	elements, _ := Array(b)
	for _, m := range append(members, elements...) {
		if !bytes.Equal(b[m.Offset:m.Offset+int64(len(m.Value))], m.Value) {
			panic("a value does not stand at its offset")
		}
		Text(m.Value)
	}
}
