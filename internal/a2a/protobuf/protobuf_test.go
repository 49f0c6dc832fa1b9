package protobuf_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

const whole = `{"name":"é \" <","data":"AP/+","on":true,"count":-1,"limit":0,"color":"BLUE","child":{"page":"","list":[],"kinds":[]},` +
	`"children":[{"name":"a","page":"","list":[],"kinds":[]}],"words":["","x"],"scopes":{"k":"v"},"named":{"n":{"page":"p","list":["l"],"kinds":[]}},` +
	`"right":{"page":"","list":[],"kinds":[]},"metadata":{"n":1.5,"s":"t","b":true,"z":null,"o":{"p":[1,"2",{}]},"e":-1e-9},"any":[1,null],"at":"2025-10-28T10:30:00.123Z","page":"","list":[],"kinds":[]}`

func TestRoundTrip(t *testing.T) {
	b, ps := protobuf.Encode(thing(), "Thing", []byte(whole))
	if len(ps) > 0 {
		t.Fatalf("%+v", ps)
	}
	d := protobuf.Decode(thing(), "Thing", b)
	if string(d.JSON) != whole || len(d.Problems) > 0 {
		t.Fatalf("%s\nwant %s\n%+v", d.JSON, whole, d.Problems)
	}
	for range 50 { // the library sometimes changes the order of a Timestamp's fields at random
		again, _ := protobuf.Encode(thing(), "Thing", d.JSON)
		if !bytes.Equal(b, again) {
			t.Fatalf("%x\nthen %x", b, again)
		}
	}
}

// Offsets in the JSON lead back to the bytes they were read from.
func TestOrigin(t *testing.T) {
	b, _ := protobuf.Encode(thing(), "Thing", []byte(`{"name":"first","child":{"name":"inner"},"words":["one","two"]}`))
	d := protobuf.Decode(thing(), "Thing", b)
	for _, word := range []string{"first", "inner", "one", "two"} {
		at := d.Origin(int64(bytes.Index(d.JSON, []byte(`"`+word))))
		if !bytes.HasPrefix(b[at:], []byte(word)) {
			t.Errorf("%s comes from %q", word, b[at:])
		}
	}
}

func tag(n protowire.Number, typ protowire.Type) []byte { return protowire.AppendTag(nil, n, typ) }

func text(n protowire.Number, s string) []byte { return protowire.AppendString(tag(n, 2), s) }

func join(pieces ...[]byte) []byte { return bytes.Join(pieces, nil) }

func TestBrokenMessages(t *testing.T) {
	const none = `"page":"","list":[],"kinds":[]`
	deep := []byte{}
	for range 600 {
		deep = protowire.AppendBytes(tag(7, 2), deep)
	}
	for _, c := range []struct {
		name   string
		in     []byte
		want   string
		says   string
		offset int64
	}{
		{"unknown field", join(text(1, "n"), text(99, "abc")), `{"name":"n",` + none + `}`, "no field 99", 3},
		{"wrong wire type", join(protowire.AppendVarint(tag(1, 0), 5), text(9, "w")), `{"words":["w"],` + none + `}`, "expected length and bytes, got a varint", 0},
		{"unknown enum", protowire.AppendVarint(tag(6, 0), 77), `{"color":77,` + none + `}`, "no value 77", 1},
		{"not UTF-8", text(1, "a\xffb"), `{"name":"a` + "\uFFFD" + `b",` + none + `}`, "not UTF-8", 3},
		{"cut text", join(text(9, "w"), text(1, "halfway")[:5]), `{"words":["w"],"name":"hal",` + none + `}`, "has 7 bytes, but only 3", 4},
		{"cut message", protowire.AppendBytes(tag(7, 2), text(1, "inner"))[:6], `{"child":{"name":"in",` + none + `},` + none + `}`, "only", 1},
		{"cut varint", []byte{4 << 3, 0x80}, `{` + none + `}`, "ends within this field", 1},
		{"no protobuf", []byte("<html>"), `{` + none + `}`, "", -1},
		{"both of a choice", join(text(12, "l"), protowire.AppendBytes(tag(13, 2), nil)), `{"right":{` + none + `},` + none + `}`, "the last counts", 3},
		{"empty value", protowire.AppendBytes(tag(15, 2), nil), `{"any":null,` + none + `}`, "is empty; it is read as null", 2},
		{"no time", protowire.AppendBytes(tag(16, 2), protowire.AppendVarint(tag(1, 0), 1<<62)), `{"at":null,` + none + `}`, "Not a time", 3},
		{"parts of one message", join(protowire.AppendBytes(tag(7, 2), text(1, "a")), protowire.AppendBytes(tag(7, 2), text(9, "b"))), `{"child":{"name":"a","words":["b"],` + none + `},` + none + `}`, "", -1},
		{"a key twice", join(protowire.AppendBytes(tag(10, 2), join(text(1, "k"), text(2, "1"))), protowire.AppendBytes(tag(10, 2), join(text(1, "k"), text(2, "2")))), `{"scopes":{"k":"2"},` + none + `}`, "", -1},
		{"an entry without a value", protowire.AppendBytes(tag(14, 2), protowire.AppendBytes(tag(1, 2), text(1, "k"))), `{"metadata":{"k":null},` + none + `}`, "is empty; it is read as null", 2},
		{"an entry without a message", protowire.AppendBytes(tag(11, 2), text(1, "k")), `{"named":{"k":{` + none + `}},` + none + `}`, "", -1},
		{"deep", deep, "", "nest deeper", -1},
	} {
		d := protobuf.Decode(thing(), "Thing", c.in)
		if !json.Valid(d.JSON) || c.want != "" && string(d.JSON) != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, d.JSON, c.want)
		}
		found := c.says == ""
		for _, p := range d.Problems {
			found = found || strings.Contains(p.Message, c.says) && (c.offset < 0 || p.Offset == c.offset)
		}
		if !found {
			t.Errorf("%s: no %q at %d in %+v", c.name, c.says, c.offset, d.Problems)
		}
	}
}

// Parts of a document that the message cannot hold are reported with their places.
func TestWhatCannotBeWritten(t *testing.T) {
	for doc, says := range map[string]string{
		`{"nmae":"x"}`:                        `no field "nmae"`,
		`{"name":5}`:                          "Expected a string, got the number 5",
		`{"on":"yes"}`:                        "Expected true or false, got a string",
		`{"count":1.5}`:                       "32-bit integer",
		`{"count":3e9}`:                       "32-bit integer",
		`{"color":"GREEN"}`:                   `no value "GREEN"`,
		`{"data":"?"}`:                        "not base64",
		`{"at":"yesterday"}`:                  "Expected a time",
		`{"words":"w"}`:                       "Expected an array, got a string",
		`{"child":[]}`:                        "Expected an object, got an array",
		`{"left":"a","right":{}}`:             "but a message has only one",
		`{"metadata":{"n":9007199254740993}}`: "becomes 9007199254740992",
		`{"child":{"name":}`:                  "Not JSON",
		`{"metadata":{"n":1e400}}`:            "The number 1e400 does not fit",
		`{"named":{"n":5}}`:                   "Expected an object, got the number 5",
		`[]`:                                  "Expected an object, got an array",
	} {
		_, ps := protobuf.Encode(thing(), "Thing", []byte(doc))
		if len(ps) != 1 || !strings.Contains(ps[0].Message, says) {
			t.Errorf("%s: %+v, want %q", doc, ps, says)
		}
		if at := strings.IndexAny(doc, ":") + 1; len(ps) == 1 && ps[0].Offset > int64(len(doc)) || at < 0 {
			t.Errorf("%s: offset %d", doc, ps[0].Offset)
		}
	}
	for doc, same := range map[string]string{
		`{"limit":7,"at":"2025-10-28T12:30:00+02:00"}`:  `{"limit":"7","at":"2025-10-28T10:30:00Z"}`,
		`{"color":2,"data":"-_8"}`:                      `{"color":"BLUE","data":"+/8="}`,
		`{"page":"x","name":null}`:                      `{"page":"x"}`,
		`{"name":"\ud800","at":"2025-10-28t10:30:00z"}`: `{"name":"\ufffd","at":"2025-10-28T10:30:00Z"}`,
	} {
		a, p := protobuf.Encode(thing(), "Thing", []byte(doc))
		b, q := protobuf.Encode(thing(), "Thing", []byte(same))
		if !bytes.Equal(a, b) || len(p)+len(q) > 0 {
			t.Errorf("%s: %x\n%s: %x %+v %+v", doc, a, same, b, p, q)
		}
	}
}

// TestRefusedValues: values of a list or map that do not fit are left out, in a map with their key, and the
// rest is written.
func TestRefusedValues(t *testing.T) {
	for doc, same := range map[string]string{
		`{"scopes":{"a":"b","k":5}}`:             `{"scopes":{"a":"b"}}`,
		`{"named":{"a":"b","k":{}}}`:             `{"named":{"k":{}}}`,
		`{"words":["a",null,"b"]}`:               `{"words":["a","b"]}`,
		`{"kinds":["RED","GREEN","BLUE"]}`:       `{"kinds":[1,2]}`,
		`{"metadata":{"a":[1,1e400],"b":1e400}}`: `{"metadata":{"a":[1]}}`,
	} {
		got, ps := protobuf.Encode(thing(), "Thing", []byte(doc))
		want, none := protobuf.Encode(thing(), "Thing", []byte(same))
		if !bytes.Equal(got, want) || len(ps) == 0 || len(none) > 0 {
			t.Errorf("%s: %x\n%s: %x %+v %+v", doc, got, same, want, ps, none)
		}
	}
}

func TestStatus(t *testing.T) {
	want := `{"code":5,"message":"task not found","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org","metadata":{"taskId":"x"}},` +
		`{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message","description":"d"}]},` +
		`{"@type":"type.googleapis.com/google.protobuf.Struct","value":{"a":[1]}},{"@type":"type.googleapis.com/google.protobuf.Value","value":null},` +
		`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"-1.500s"},{"@type":"example.com/other.Thing","value":"AAE="}]}`
	b, ps := protobuf.Encode(nil, protobuf.Status, []byte(want))
	if got := protobuf.Decode(nil, protobuf.Status, b); string(got.JSON) != want || len(ps)+len(got.Problems) > 0 {
		t.Errorf("%s\nwant %s\n%+v %+v", got.JSON, want, ps, got.Problems)
	}
}

// TestAny: a Struct may have its members directly, and what does not fit an Any is reported.
func TestAny(t *testing.T) {
	const structType = `"@type":"type.googleapis.com/google.protobuf.Struct"`
	flat, ps := protobuf.Encode(nil, "Any", []byte(`{`+structType+`,"a":"b"}`))
	deep, qs := protobuf.Encode(nil, "Any", []byte(`{`+structType+`,"value":{"a":"b"}}`))
	if !bytes.Equal(flat, deep) || len(deep) == 0 || len(ps)+len(qs) > 0 {
		t.Errorf("%q %q %+v %+v", flat, deep, ps, qs)
	}
	if _, ps := protobuf.Encode(nil, "Any", []byte(`5`)); len(ps) != 1 || ps[0].Message != "Expected an object, got the number 5; it is left out." {
		t.Errorf("%+v", ps)
	}
	for _, doc := range []string{`{` + structType + `,"value":{},"a":"b"}`, `{"@type":"example.com/other.Thing","value":"","a":"b"}`, `{"@type":"type.googleapis.com/google.rpc.ErrorInfo","a":"b"}`} {
		if _, ps := protobuf.Encode(nil, "Any", []byte(doc)); len(ps) != 1 || !strings.Contains(ps[0].Message, `"a"`) {
			t.Errorf("%s: %+v", doc, ps)
		}
	}
}

func TestSplice(t *testing.T) {
	in, _ := protobuf.Encode(thing(), "Thing", []byte(`{"name":"keep","children":[{"name":"old","words":["old","x"]},{"name":"other"}],"metadata":{"name":"old"},"page":"old"}`))
	// Unknown fields, and a length that is not minimal, stay as they are.
	in = join(in, text(99, "old"), []byte{9<<3 | 2, 0x83, 0x00}, []byte("old"))
	var paths []string
	out := protobuf.Splice(thing(), "Thing", in, func(path, s string) (string, bool) {
		paths = append(paths, path)
		return strings.Repeat("new", 100), s == "old" && path != "words"
	})
	d := protobuf.Decode(thing(), "Thing", out)
	long := strings.Repeat("new", 100)
	want := strings.NewReplacer("NEW", long).Replace(`{"name":"keep","children":[{"name":"NEW","words":["NEW","x"],"page":"","list":[],"kinds":[]},{"name":"other","page":"","list":[],"kinds":[]}],"metadata":{"name":"old"},"page":"NEW","words":["old"],"list":[],"kinds":[]}`)
	if string(d.JSON) != want {
		t.Errorf("%s\nwant %s", d.JSON, want)
	}
	if !bytes.HasSuffix(out, join(text(99, "old"), []byte{9<<3 | 2, 0x83, 0x00}, []byte("old"))) || strings.Join(paths, " ") != "name children.name children.words children.words children.name page words" {
		t.Errorf("%q %x", paths, out)
	}
	if same := protobuf.Splice(thing(), "Thing", in, func(string, string) (string, bool) { return "", false }); &same[0] != &in[0] {
		t.Error("a message without a change was copied")
	}
}

func TestNumbers(t *testing.T) {
	s := thing()
	if got, ok := s.Numbers("Thing", "children.*.child.name"); !ok || len(got) != 3 || got[0] != 8 || got[2] != 1 {
		t.Error(got, ok)
	}
	if _, ok := s.Numbers("Thing", "child.nothing"); ok {
		t.Error("a path that leads nowhere")
	}
}

// FuzzDecode: for any bytes the result is JSON and offsets are within the input. Unless there are errors or
// warnings, writing and reading it again changes nothing.
func FuzzDecode(f *testing.F) {
	b, _ := protobuf.Encode(thing(), "Thing", []byte(whole))
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add([]byte("<html>not protobuf</html>"))
	raw, _ := hex.DecodeString("3a0b3a093a073a053a030a0161")
	f.Add(raw)
	f.Fuzz(func(t *testing.T, in []byte) {
		d := protobuf.Decode(thing(), "Thing", in)
		if !json.Valid(d.JSON) {
			t.Fatalf("%x: %s", in, d.JSON)
		}
		for _, p := range d.Problems {
			if p.Offset > int64(len(in)) || p.Message == "" {
				t.Fatalf("%+v", p)
			}
		}
		if at := d.Origin(int64(len(d.JSON))); at < 0 || at > int64(len(in)) {
			t.Fatal(at)
		}
		same := protobuf.Splice(thing(), "Thing", in, func(_, s string) (string, bool) { return s, true })
		if !bytes.Equal(same, in) {
			t.Fatalf("%x became %x", in, same)
		}
		for _, p := range d.Problems {
			if p.Severity == a2a.SeverityError || p.Severity == a2a.SeverityWarning {
				return
			}
		}
		once, ps := protobuf.Encode(thing(), "Thing", d.JSON)
		if len(ps) > 0 {
			t.Fatalf("%s: %+v", d.JSON, ps)
		}
		twice, _ := protobuf.Encode(thing(), "Thing", protobuf.Decode(thing(), "Thing", once).JSON)
		if !bytes.Equal(once, twice) {
			t.Fatalf("%s\n%x\n%x", d.JSON, once, twice)
		}
	})
}

// FuzzEncode: the encoding of any document reads as JSON again.
func FuzzEncode(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte(`{"child":{"child":{}},"child":null,"at":"0001-01-01T00:00:00Z"}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		b, ps := protobuf.Encode(thing(), "Thing", doc)
		d := protobuf.Decode(thing(), "Thing", b)
		if !json.Valid(d.JSON) {
			t.Fatalf("%s", d.JSON)
		}
		if len(ps) == 0 && len(d.Problems) > 0 {
			t.Fatalf("%s was written without a problem, but reads with %+v", doc, d.Problems)
		}
	})
}
