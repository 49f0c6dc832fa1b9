package fault

import (
	"context"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var replaceAction = Action{
	Name: "replace", Does: "is changed by a JSON Patch (RFC 6902), or another document is sent in its place", On: Requests | Responses, Whole: true,
	Forms: []Form{
		{`replace [{"op":"replace","path":"/result/status/state","value":"failed"}]`, "changes the document: add, remove, replace, move, copy, test"},
		{`replace {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, "sends this document"},
	},
	parse: func(s *scan) (Fault, error) {
		s.skip()
		at := s.at
		doc, err := s.document()
		if err != nil || strings.HasPrefix(doc, "{") {
			return Replace{Document: doc}, err
		}
		if err := checkPatch(doc); err != nil {
			return nil, s.fail(at, "replace: %s", err)
		}
		return Replace{Patch: doc}, nil
	},
}

// Replace changes the document of a frame, or sends another. One of the two is set, as JSON
// without blanks.
type Replace struct{ Patch, Document string }

func (r Replace) String() string { return "replace " + r.Patch + r.Document }

// Words is of Fault.
func (r Replace) Words(wire.Side) string {
	if r.Patch != "" {
		return "is changed by a JSON Patch"
	}
	return "is replaced by another document"
}

// Frame is of OnFrame.
func (r Replace) Frame(_ context.Context, w *Work) error {
	doc, err := w.filled(r.Patch + r.Document)
	if err == nil && r.Patch != "" {
		if w.Says.Doc == nil {
			return Problem("there is no JSON document that a patch could change")
		}
		doc, err = Patch(w.Says.Doc, doc)
	}
	if err != nil {
		return err
	}
	return w.edit(doc)
}
