package fault

import (
	"context"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var replaceAction = Action{
	Name: "replace", Summary: "is changed by a JSON Patch (RFC 6902), or another document is sent in its place", Targets: Requests | Responses, NeedsWholeFrame: true,
	Forms: []Form{
		{`replace [{"op":"replace","path":"/result/status/state","value":"failed"}]`, "changes the document: add, remove, replace, move, copy, test"},
		{`replace {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, "sends this document"},
	},
	parse: func(s *scanner) (Fault, error) {
		s.skip()
		at := s.offset
		doc, err := s.readDocument()
		if err != nil || strings.HasPrefix(doc, "{") {
			return Replace{Document: doc}, err
		}
		if err := checkPatch(doc); err != nil {
			return nil, s.errorAt(at, "replace: %s", err)
		}
		return Replace{Patch: doc}, nil
	},
}

// Replace changes the document of a frame, or sends another. Exactly one field is set, as JSON without blanks.
type Replace struct{ Patch, Document string }

func (r Replace) String() string { return "replace " + r.Patch + r.Document }

func (r Replace) Describe(wire.Side) string {
	if r.Patch != "" {
		return "is changed by a JSON Patch"
	}
	return "is replaced by another document"
}

func (r Replace) Frame(_ context.Context, w *Work) error {
	doc, err := w.fillTemplate(r.Patch + r.Document)
	if err == nil && r.Patch != "" {
		if w.Labels.Doc == nil {
			return Problem("there is no JSON document that a patch could change")
		}
		doc, err = Patch(w.Labels.Doc, doc)
	}
	if err != nil {
		return err
	}
	return w.replaceDocument(doc)
}
