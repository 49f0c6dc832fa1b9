package fault

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var injectAction = Action{
	Name: "inject", Summary: "sends one more document, framed like this frame", Targets: Responses, NeedsWholeFrame: true,
	Forms: []Form{
		{`inject {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, "after it"},
		{`inject before {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, "before it"},
	},
	parse: func(s *scanner) (Fault, error) {
		before := s.acceptWord("before")
		s.skip()
		at := s.offset
		doc, err := s.readDocument()
		if err == nil && doc[0] != '{' {
			err = s.expectedError(at, "a JSON object")
		}
		return Inject{doc, before}, err
	},
}

// Inject sends an additional document.
type Inject struct {
	Document string
	Before   bool
}

func (i Inject) String() string {
	if i.Before {
		return "inject before " + i.Document
	}
	return "inject " + i.Document
}

func (i Inject) Describe(wire.Side) string {
	if i.Before {
		return "has one more document sent before it"
	}
	return "has one more document sent after it"
}

func (i Inject) Frame(_ context.Context, w *Work) error {
	if err := w.checkSingle(); err != nil {
		return err
	}
	doc, err := w.fillTemplate(i.Document)
	if err != nil {
		return err
	}
	raw, err := w.frameDocument(doc)
	if err != nil {
		return err
	}
	if i.Before {
		w.Pieces = slices.Insert(w.Pieces, 0, w.newInjected(raw, 0))
	} else {
		w.Pieces = append(w.Pieces, w.newInjected(raw, -1))
	}
	return nil
}
