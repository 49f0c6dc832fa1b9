package protobuf

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

func bytesField(n protowire.Number, b []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, n, protowire.BytesType), b)
}

// TestLongNames: what a message complains about is small, however long the names
// are that lead there, and however many problems are at their end.
func TestLongNames(t *testing.T) {
	var list []byte
	for range 2 * maxProblems {
		list = append(list, bytesField(1, bytesField(3, []byte("\xff")))...)
	}
	doc := bytesField(6, list)
	for range 50 {
		entry := append(bytesField(1, []byte(strings.Repeat("é", 5000))), bytesField(2, doc)...)
		doc = bytesField(5, bytesField(1, entry))
	}
	d := Decode(nil, "Value", doc)
	if len(d.Problems) != maxProblems+1 {
		t.Errorf("%d problems", len(d.Problems))
	}
	for _, p := range d.Problems {
		if len(p.Path) > maxPath+10 || strings.ToValidUTF8(p.Path, "") != p.Path {
			t.Fatalf("a path of %d bytes", len(p.Path))
		}
	}
}

// TestDeepAndBroken: nesting beyond what is read, lengths beyond what is there
// and groups in groups end in problems.
func TestDeepAndBroken(t *testing.T) {
	var deep []byte
	for range 3 * maxDepth {
		deep = bytesField(6, bytesField(1, deep))
	}
	huge := protowire.AppendVarint(protowire.AppendTag(nil, 6, protowire.BytesType), 1<<62)
	groups := []byte(strings.Repeat("\x3b", 1<<20)) // begins of group 7
	for name, b := range map[string][]byte{"deep": deep, "huge": huge, "groups": groups} {
		if d := Decode(nil, "Value", b); len(d.Problems) == 0 || len(d.JSON) == 0 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
