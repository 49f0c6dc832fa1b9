package document

import (
	"strings"
	"testing"
)

// TestScratchForgetsBigDocuments: Scratch keeps the memory of small documents only.
func TestScratchForgetsBigDocuments(t *testing.T) {
	for _, c := range []struct {
		doc  string
		kept bool
	}{
		{`{"a":[1,2,3]}`, true},
		{`{"a":[` + strings.Repeat("1,", keptValues) + `2]}`, false},
	} {
		var s Scratch
		docs := append(s.Docs[:0], Open(s.load([]byte(c.doc), "", "")))
		if !docs[0].IsKind('{') {
			t.Fatalf("%.20s is read as %v", c.doc, docs[0])
		}
		s.Clear(docs)
		if kept := s.tree != nil; kept != c.kept {
			t.Errorf("%.20s… of %d bytes: kept %v", c.doc, len(c.doc), kept)
		}
	}
}
