package jsonrepair

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTree(t *testing.T) {
	in := ` {"a" : {"x":[1,"}"]}, "\u00e9\n":-1.5e3 ,"a":null, "é":{}} `
	tree, ok := Parse([]byte(in))
	if !ok || !tree.Strict() {
		t.Fatal("not read")
	}
	if n := tree.Member(0, "a"); string(tree.Raw(n)) != "null" || tree.NameOffset(n) != int64(strings.LastIndex(in, `"a"`)) {
		t.Errorf("the last a is %s", tree.Raw(n))
	}
	if n := tree.Member(0, "é\n"); string(tree.Raw(n)) != "-1.5e3" || tree.Offset(n) != int64(strings.Index(in, "-1.5")) || tree.Parent(n) != 0 {
		t.Errorf("é is %s", tree.Raw(n))
	}
	if n := tree.Member(0, "e"); n >= 0 {
		t.Error("a member that is not there")
	}
	same(t, tree, 0)
}

// TestTreeOfMany parses a document with more values than are listed at once.
func TestTreeOfMany(t *testing.T) {
	in := `{"a\u0062":[` + strings.Repeat(`{"x":[1]},`, maxListed/3) + `{"y":"z"}],"c":[{},[]]}`
	tree, ok := Parse([]byte(in))
	if !ok || len(tree.nodes) > keptListed || len(tree.Raw(0)) != len(in) {
		t.Fatalf("%v, %d nodes", ok, len(tree.nodes))
	}
	same(t, tree, 0)
	if small, _ := Parse([]byte(`{"c":[{},[]]}`)); len(small.nodes) != 4 {
		t.Errorf("%d nodes", len(small.nodes))
	}
	if _, ok := Parse([]byte(in[:len(in)-1])); ok {
		t.Error("a document that is cut")
	}
}

// TestTreeKeepsWhatIsNotDeep: if a document has very many values, Parse lists the shallow ones at once,
// wherever the others are.
func TestTreeKeepsWhatIsNotDeep(t *testing.T) {
	many := `[` + strings.Repeat(`{"x":[1,"\u0061",-2.5e3,true]},`, maxListed) + `{}]`
	for _, in := range []string{
		`{"a":{"b":{"many":` + many + `,"c":{"d":1}}},"e":[{"f":[]}]}`,
		`{"a":{"b":{"c":{"d":1},"many":` + many + `}},"e":[{"f":[]}]}`,
		`{"e":[{"f":[]}],"many":` + many + `,"a":{"b":{"c":{"d":1}}}}`,
	} {
		tree, ok := Parse([]byte(in))
		if !ok {
			t.Fatalf("%.40s is not JSON", in)
		}
		at := int32(0)
		for _, name := range []string{"a", "b", "c", "d"} {
			if at = tree.Member(at, name); at < 0 {
				t.Fatalf("no %s in %.40s", name, in)
			}
		}
		if string(tree.Raw(at)) != "1" || len(tree.nodes) > keptListed {
			t.Errorf("%s, %d nodes", tree.Raw(at), len(tree.nodes))
		}
		if e := tree.First(tree.Member(0, "e")); string(tree.Raw(e)) != `{"f":[]}` {
			t.Errorf("%s", tree.Raw(e))
		}
		for _, bad := range []string{in[:len(in)-9], strings.Replace(in, `}]`, `]]`, 1), strings.Replace(in, `"x":[1`, `"x":[01`, 1), in + "}"} {
			if _, ok := Parse([]byte(bad)); ok {
				t.Errorf("%.40s is taken though it is broken", bad)
			}
		}
	}
}

// same compares a tree's view of a value, recursively, with the lists of Object and Array.
func same(t *testing.T, tree *Tree, n int32) {
	raw := tree.Raw(n)
	list, object := Object(raw)
	if !object {
		list, _ = Array(raw)
	}
	at := tree.First(n)
	for _, m := range list {
		if at < 0 {
			t.Fatalf("%s has too few in the tree", raw)
		}
		off := tree.Offset(n)
		if !bytes.Equal(tree.Raw(at), m.Value) || tree.Offset(at) != off+m.Offset || tree.Name(at) != m.Name || tree.InObject(at) != object {
			t.Fatalf("%s at %d stands at %d in the tree: %s", m.Value, off+m.Offset, tree.Offset(at), tree.Raw(at))
		}
		if name := tree.text[tree.NameOffset(at):]; object && (!tree.SameName(at, at) || unquote(name[:quotedLen(name)]) != m.Name) {
			t.Fatalf("member %q stands at %d", m.Name, tree.NameOffset(at))
		}
		same(t, tree, at)
		at = tree.Next(at)
	}
	if at >= 0 {
		t.Fatalf("%s has too many in the tree", raw)
	}
}

// TestTreeOfDeep: JSON nested deeper than MaxDepth has a Tree, but is not strict.
func TestTreeOfDeep(t *testing.T) {
	for depth, want := range map[int]struct{ strict, ok bool }{MaxDepth: {true, true}, MaxDepth + 1: {false, true}, maxNested: {false, true}, maxNested + 1: {}} {
		in := []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
		tree, ok := Parse(in)
		if ok != want.ok || ok != json.Valid(in) || ok && tree.Strict() != want.strict {
			t.Errorf("%d deep: %v", depth, ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,{"b":"c"}]}`, `"\u00e9\ud800\ud83d\ude00\n"`, "\"\xff\\n\"", `[-0.5e+3,01]`, ` [] `, `{"a":1,}`, `["a\/b\q"]`, "[\"\x01\"]", `{"":{"":""}}`, `nulls`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		tree, ok := Parse(in)
		if ok != json.Valid(in) {
			t.Fatalf("%q is JSON: %v", in, ok)
		}
		if ok {
			if deep := bytes.Count(in, []byte("["))+bytes.Count(in, []byte("{")) > MaxDepth; tree.Strict() != utf8.Valid(in) && !deep {
				t.Fatalf("%q is UTF-8: %v", in, tree.Strict())
			}
			same(t, tree, 0)
			p := parser{input: in, limit: len(in) % 4, last: []int32{none}}
			p.document()
			tree.nodes = p.nodes
			same(t, tree, 0)
		}
		quoted := append(append([]byte{'"'}, in...), '"')
		var want string
		if json.Unmarshal(quoted, &want) == nil && unquote(quoted) != want {
			t.Fatalf("%s is the text %q, not %q", quoted, want, unquote(quoted))
		}
	})
}

// A name with escapes counts as one that contains the letter.
func TestSpelled(t *testing.T) {
	for doc, want := range map[string]bool{
		`{"a":{"b_c":1}}`: false, `{"a":1,"b_c":2}`: true, `{"a":1,"b\u005fc":2}`: true, `{}`: false, `["b_c"]`: false, `{"a":"b_c"}`: false,
	} {
		tree, _ := Parse([]byte(doc))
		if got := tree.Spelled(0, '_'); got != want {
			t.Errorf("%s: %v", doc, got)
		}
	}
}
