package main

import (
	"go/ast"
	"strings"
	"testing"
)

// framingKnown are the places that take bodies apart themselves, each with the reason. All other code gets
// readings from internal/a2a/reading.
var framingKnown = map[string]string{
	"internal/wire/":                "cuts bodies and undoes encodings",
	"internal/a2a/dialect/":         "takes gRPC messages out of bodies, and edits them; its body is the reader's",
	"internal/a2a/reading/":         "reads whole exchanges",
	"internal/a2a/passing/":         "frames are read and written one by one, as a gate has them",
	"proxy/":                        "frames are held, counted and sent on as they cross",
	"recorder/":                     "frames are counted and paged as they crossed; other formats have bodies in their own way",
	"ui/api/frames.go":              "tells programs the frames that are on record",
	"ui/tape/frame.go":              "one frame of a body, to be looked at",
	"ui/tape/tape.go":               "a body as it is, to be looked at",
	"internal/agent/mock/player.go": "plays a body with other ids in it",
	"internal/agent/mock/stream.go": "plays frames with other ids in them",
	"inspector/modelcall/read.go":   "bodies of model calls, which are no A2A",
	"internal/cli/print/message.go": "shows the beginning of a body",
	"inspector/cardfetch.go":        "a card is read before anything is known of its agent",
	"inspector/send.go":             "which transport a request goes by",
	"ui/call/recorded.go":           "a gRPC request is told by its head",
	"ui/draft/raw.go":               "a gRPC request is told by its head",
	"internal/agent/grpc.go":        "a gRPC request is told by its head",
	"internal/agent/fault/":         "changes events of answers as they are written",
	"internal/console/splice.go":    "a card that passes the tap",
}

// framingWords are the functions that take bodies apart, by package.
var framingWords = map[string][]string{
	"wire":    {"FramingOf", "NewSplitter", "EachFrame", "Split", "Splitter"},
	"coding":  {"Decode", "Open", "NewStream", "Stream"},
	"body":    {"NewCutter", "NewWhole", "NewFramed", "Cutter", "Frames", "FramingOf"},
	"dialect": {"NewReader", "NewLabeller", "ReadResponse", "Reader"},
}

// TestOneReader: only the places in framingKnown take bodies apart.
func TestOneReader(t *testing.T) {
	used := map[string]bool{}
	for _, f := range sources(t) {
		if f.isTest() {
			continue
		}
		found := takesApart(f.syntax)
		if len(found) == 0 {
			continue
		}
		known := false
		for place := range framingKnown {
			if strings.HasPrefix(f.path, place) {
				used[place], known = true, true
			}
		}
		if !known {
			t.Errorf("%s uses %s: internal/a2a/reading reads exchanges", f.path, strings.Join(found, ", "))
		}
	}
	for place := range framingKnown {
		if !used[place] {
			t.Errorf("%s takes no body apart: leave it out", place)
		}
	}
}

// takesApart lists what a file uses to take bodies apart.
func takesApart(f *ast.File) (found []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		switch x := s.X.(type) {
		case *ast.Ident:
			for _, word := range framingWords[x.Name] {
				if s.Sel.Name == word {
					found = append(found, x.Name+"."+word)
				}
			}
		case *ast.SelectorExpr:
			if s.Sel.Name == "Framing" && (x.Sel.Name == "Response" || x.Sel.Name == "Request") {
				found = append(found, x.Sel.Name+".Framing")
			}
		}
		return true
	})
	return found
}
