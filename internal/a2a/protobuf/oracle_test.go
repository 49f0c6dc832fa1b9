package protobuf_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// oracle is a message as read and written by the official library and by us.
type oracle struct {
	schema *protobuf.Schema
	theirs protoreflect.MessageDescriptor
	types  *dynamicpb.Types
}

// oracles returns all messages of a package, whose descriptors are in a file.
func oracles(t testing.TB, schema *protobuf.Schema, pkg, file string) []oracle {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(b, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	var all []oracle
	files.RangeFilesByPackage(protoreflect.FullName(pkg), func(f protoreflect.FileDescriptor) bool {
		for i := range f.Messages().Len() {
			all = append(all, oracle{schema, f.Messages().Get(i), dynamicpb.NewTypes(files)})
		}
		return true
	})
	return all
}

func allOracles(t testing.TB) []oracle {
	all := oracles(t, v10.Dialect().Schema(), "lf.a2a.v1", "../dialect/v10/lf.a2a.v1.binpb")
	all = append(all, oracles(t, v03p.Dialect().Schema(), "a2a.v1", "../dialect/v03p/a2a.v1.binpb")...)
	return append(all, oracles(t, nil, "google.rpc", "google.rpc.binpb")...)
}

// fromWire compares what we read and write with the library's view of a message. It reports whether the
// library accepts the message at all.
func (o oracle) fromWire(t *testing.T, b []byte) bool {
	t.Helper()
	m := dynamicpb.NewMessage(o.theirs)
	if !o.takes(b, m) {
		return false
	}
	theirs, err := protojson.MarshalOptions{Resolver: o.types}.Marshal(m)
	if err != nil {
		return false
	}
	ours := protobuf.Decode(o.schema, string(o.theirs.Name()), b).JSON
	var x, y any
	if json.Unmarshal(theirs, &x) != nil || json.Unmarshal(ours, &y) != nil || !says(x, y) {
		t.Errorf("%s %x is read as\n%s\nthe library has\n%s", o.theirs.FullName(), b, ours, theirs)
	}
	for _, form := range []protojson.MarshalOptions{{}, {UseProtoNames: true}, {UseEnumNumbers: true}, {EmitUnpopulated: true}} {
		form.Resolver = o.types
		doc, err := form.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		o.fromJSON(t, doc)
	}
	o.fromJSON(t, ours)
	return true
}

// takes reports whether the library accepts a message. The library panics at a map entry whose key
// has the wrong wire type, which counts as a refusal.
func (o oracle) takes(b []byte, into proto.Message) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return proto.UnmarshalOptions{DiscardUnknown: true, Resolver: o.types, RecursionLimit: 100}.Unmarshal(b, into) == nil
}

// fromJSON compares our encoding of a document with the library's.
func (o oracle) fromJSON(t *testing.T, doc []byte) bool {
	t.Helper()
	want := dynamicpb.NewMessage(o.theirs)
	if (protojson.UnmarshalOptions{Resolver: o.types, RecursionLimit: 100}).Unmarshal(doc, want) != nil {
		return false
	}
	b, ps := protobuf.Encode(o.schema, string(o.theirs.Name()), doc)
	got := dynamicpb.NewMessage(o.theirs)
	if err := (proto.UnmarshalOptions{Resolver: o.types}).Unmarshal(b, got); err != nil || !proto.Equal(got, want) {
		t.Errorf("%s %s is written as %x: %v %+v\n%v\nthe library has\n%v", o.theirs.FullName(), doc, b, err, ps, got, want)
	}
	return true
}

// says reports whether ours has everything in theirs, and otherwise only the empty values that it always
// writes.
func says(theirs, ours any) bool {
	switch x := theirs.(type) {
	case map[string]any:
		y, ok := ours.(map[string]any)
		for name, v := range y {
			other, there := x[name]
			ok = ok && (there && says(other, v) || !there && empty(v))
		}
		for name := range x {
			_, there := y[name]
			ok = ok && there
		}
		return ok
	case []any:
		y, ok := ours.([]any)
		if ok = ok && len(x) == len(y); ok {
			for i := range x {
				ok = ok && says(x[i], y[i])
			}
		}
		return ok
	}
	return reflect.DeepEqual(theirs, ours)
}

func empty(v any) bool {
	switch x := v.(type) {
	case []any:
		return len(x) == 0
	case map[string]any:
		return len(x) == 0
	}
	return v == "" || v == 0.0
}

// TestOracle: for every message of every version, we read what the official library reads of a valid message,
// and write the same message.
func TestOracle(t *testing.T) {
	all := allOracles(t)
	if len(all) < 100 {
		t.Fatalf("only %d messages", len(all))
	}
	for _, o := range all {
		taken := 0
		for seed := range uint64(40) {
			m := dynamicpb.NewMessage(o.theirs)
			filler{rand.New(rand.NewPCG(seed, 1))}.fill(m, 0)
			b, err := proto.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if o.fromWire(t, b) {
				taken++
			}
		}
		if taken < 40 {
			t.Errorf("%s: the library takes only %d of 40 messages", o.theirs.FullName(), taken)
		}
	}
}

// filler makes random messages.
type filler struct{ *rand.Rand }

func (r filler) fill(m protoreflect.Message, depth int) {
	switch name := m.Descriptor().FullName(); name {
	case "google.protobuf.Timestamp", "google.protobuf.Duration":
		m.Set(m.Descriptor().Fields().ByNumber(1), protoreflect.ValueOfInt64(int64(r.IntN(1<<37))))
		m.Set(m.Descriptor().Fields().ByNumber(2), protoreflect.ValueOfInt32([]int32{0, 5e8, 123e6, 1_000, 999_999_999}[r.IntN(5)]))
		return
	case "google.protobuf.Value":
		number := protoreflect.FieldNumber(1 + r.IntN(6))
		if depth > 4 {
			number = 3
		}
		r.set(m, m.Descriptor().Fields().ByNumber(number), depth)
		return
	case "google.protobuf.Any":
		m.Set(m.Descriptor().Fields().ByNumber(1), protoreflect.ValueOfString("type.googleapis.com/google.rpc.ErrorInfo"))
		m.Set(m.Descriptor().Fields().ByNumber(2), protoreflect.ValueOfBytes([]byte("\x0a\x01r\x1a\x06\x0a\x01k\x12\x01v")))
		return
	}
	for i := range m.Descriptor().Fields().Len() {
		if f := m.Descriptor().Fields().Get(i); r.IntN(3) > 0 && (depth < 5 || f.Message() == nil) {
			r.set(m, f, depth)
		}
	}
}

func (r filler) set(m protoreflect.Message, f protoreflect.FieldDescriptor, depth int) {
	switch {
	case f.IsMap():
		for range r.IntN(3) {
			m.Mutable(f).Map().Set(protoreflect.ValueOfString(r.text()).MapKey(), r.value(f.MapValue(), m.Mutable(f).Map().NewValue, depth))
		}
	case f.IsList():
		for range r.IntN(3) {
			m.Mutable(f).List().Append(r.value(f, m.Mutable(f).List().NewElement, depth))
		}
	default:
		m.Set(f, r.value(f, func() protoreflect.Value { return m.NewField(f) }, depth))
	}
}

func (r filler) value(f protoreflect.FieldDescriptor, fresh func() protoreflect.Value, depth int) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(r.IntN(2) == 0)
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(int32(r.Uint32()))
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(int64(r.Uint64()))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64([]float64{0, -1.5, 1e300, 1e-9, 123456789, 1 << 60}[r.IntN(6)])
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(r.IntN(f.Enum().Values().Len())))
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(r.text())
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte(r.text()))
	}
	v := fresh()
	r.fill(v.Message(), depth+1)
	return v
}

func (r filler) text() string {
	return []string{"", "a", "é\"\\<", strings.Repeat("x", 200), "line\nend\x01", "\U0001F600"}[r.IntN(6)]
}

// FuzzOracle: whatever the library accepts, as bytes or JSON, we read and write alike.
func FuzzOracle(f *testing.F) {
	all := allOracles(f)
	for i, o := range all {
		m := dynamicpb.NewMessage(o.theirs)
		filler{rand.New(rand.NewPCG(7, 7))}.fill(m, 2)
		b, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint16(i), b)
		if doc, err := (protojson.MarshalOptions{Resolver: o.types}).Marshal(m); err == nil {
			f.Add(uint16(i), doc)
		}
	}
	f.Add(uint16(1), []byte("2\x14\n\x12\n\x05key00\t0000000000")) // the library panics
	f.Fuzz(func(t *testing.T, which uint16, in []byte) {
		o := all[int(which)%len(all)]
		if trimmed := bytes.TrimSpace(in); len(trimmed) > 0 && trimmed[0] == '{' && json.Valid(in) {
			o.fromJSON(t, in)
		}
		o.fromWire(t, in)
	})
}
