package protobuf

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

func bytesField(n protowire.Number, b []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, n, protowire.BytesType), b)
}

// TestLongNames: the problems of a message stay small, however long the names in their paths and however many
// there are.
func TestLongNames(t *testing.T) {
	var list []byte
	for range 2 * 100 {
		list = append(list, bytesField(1, bytesField(3, []byte("\xff")))...)
	}
	doc := bytesField(6, list)
	for range 50 {
		entry := append(bytesField(1, []byte(strings.Repeat("é", 5000))), bytesField(2, doc)...)
		doc = bytesField(5, bytesField(1, entry))
	}
	d := Decode(nil, "Value", doc)
	if len(d.Problems) != 100+1 {
		t.Errorf("%d problems", len(d.Problems))
	}
	for _, p := range d.Problems {
		if len(p.Path) > maxPath+10 || strings.ToValidUTF8(p.Path, "") != p.Path {
			t.Fatalf("a path of %d bytes", len(p.Path))
		}
	}
}

// TestFieldsAreBounded: a field of two bytes takes far more memory, so the number of fields is limited, and
// the first one beyond the limit is reported.
func TestFieldsAreBounded(t *testing.T) {
	text := bytesField(1, bytesField(3, []byte("a")))
	list := func(n int) []byte { return bytesField(6, bytes.Repeat(text, n)) }
	for name, b := range map[string][]byte{"one list": list(2 * maxFields), "lists": bytesField(6, bytes.Repeat(bytesField(1, list(100)), maxFields/50))} {
		d := Decode(nil, "Value", b)
		if n := bytes.Count(d.JSON, []byte(`"a"`)); n > maxFields || n < maxFields*9/10 || !json.Valid(d.JSON) {
			t.Errorf("%s: %d values", name, n)
		}
		if len(d.Problems) != 1 || !strings.Contains(d.Problems[0].Message, "more than 131072 fields") {
			t.Errorf("%s: %+v", name, d.Problems)
		}
	}
}

// TestDeepAndBroken: excessive nesting, lengths beyond the end and nested groups become problems.
func TestDeepAndBroken(t *testing.T) {
	var deep []byte
	for range 3 * maxDepth {
		deep = bytesField(6, bytesField(1, deep))
	}
	huge := protowire.AppendVarint(protowire.AppendTag(nil, 6, protowire.BytesType), 1<<62)
	groups := []byte(strings.Repeat("\x3b", 1<<20)) // starts of group 7
	for name, b := range map[string][]byte{"deep": deep, "huge": huge, "groups": groups} {
		if d := Decode(nil, "Value", b); len(d.Problems) == 0 || len(d.JSON) == 0 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
