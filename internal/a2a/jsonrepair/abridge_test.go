package jsonrepair

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestAbridge(t *testing.T) {
	b := Bounds{Text: 8, KeptBytes: 16, Members: 3}
	long := `"` + strings.Repeat("x", 30) + `"`
	for _, c := range []struct{ in, want string }{
		{`{"a":"12345678"}`, `{"a":"12345678"}`},
		{`{"a":"123456789","b":1}`, `{"a":"12345678","b":1}`},
		{`{"123456789":1}`, `{"123456789":1}`},
		{`"1234567é"`, `"1234567"`},
		{`"12345\u00e9"`, `"12345"`},
		{`"1234567\n"`, `"1234567"`},
		{`"123456\\\n"`, `"123456\\"`},
		{`[1,2,3]`, `[1,2,3]`},
		{`{"list":[10000,20000,30000,40000,[5]],"id":7}`, `{"list":[10000,20000,30000],"id":7}`},
		{`[[1,2,3,4,5,6,7,8,9,10],["1234567890",2],3,4,5]`, `[[1,2,3,4,5,6,7,8],["12345678",2],3]`},
		{`{"list":[10000,20000,30000, {"a":[1,2]} , 5 ],"more":{"x":[1,2]}}`, `{"list":[10000,20000,30000],"more":{"x":[1,2]}}`},
		{`[` + long + `,1,` + long + `,2]`, `["xxxxxxxx",1,"xxxxxxxx",2]`},
		{`{"aaaaaaaaa":1,"bbbbbbbbb":2,"ccccccccc":3,"d":4}`, `{"aaaaaaaaa":1,"bbbbbbbbb":2,"ccccccccc":3}`},
		{`{"aaaaaaaaaaaaaaaaa":1,"bbbbbbbbbbbbb":2,"c":{"d":4,"e":5}}`, `{"aaaaaaaaaaaaaaaaa":1,"bbbbbbbbbbbbb":2,"c":{"d":4,"e":5}}`},
		{` [ ] `, ` [ ] `},
	} {
		out, ok := Abridge([]byte(c.in), b)
		if !ok || string(out) != c.want {
			t.Errorf("Abridge(%s) = %s, %v; want %s", c.in, out, ok, c.want)
		}
	}
	for _, in := range []string{"", "{", `{"a":1}}`, `{"a":1} {}`, `{a:1}`, `[1,]`, `{"a":"` + "\xff" + `"}`, `"` + strings.Repeat("x", 30), `[10000,20000,30000,40000,nul]`,
		strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1), "\x00\x00\x00\x00\x02{}"} {
		if out, ok := Abridge([]byte(in), b); ok {
			t.Errorf("Abridge(%.60s) = %s, though it is no strict JSON", in, out)
		}
	}
}

// FuzzAbridge: the result is strict JSON, and only strict JSON is accepted.
func FuzzAbridge(f *testing.F) {
	for _, in := range []string{`{"a":["1234567é\n",{"b":[1,2,[3]]}],"c":{"d":null,"e":-1.5e3,"f":true,"g":""}}`, `"\ud83d\ude00\ud83d\ude00"`, "[[]"} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		b := Bounds{Text: 7, KeptBytes: 20, Members: 2}
		out, ok := Abridge(in, b)
		tree, parsed := Parse(in)
		if strict := parsed && tree.Strict(); ok != strict {
			t.Fatalf("Abridge(%q): %v", in, ok)
		}
		if !ok {
			return
		}
		if !json.Valid(out) || len(out) > len(in) {
			t.Fatalf("Abridge(%q) = %q", in, out)
		}
		if again, _ := Abridge(out, b); len(out) <= b.KeptBytes && !bytes.Equal(again, out) {
			t.Fatalf("Abridge(%q) = %q, which becomes %q", in, out, again)
		}
	})
}
