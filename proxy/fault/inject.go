package fault

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

var injectAction = Action{
	Name: "inject", Does: "sends one more document, framed as the frame at hand", On: Responses, Whole: true,
	Forms: []Form{
		{`inject {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, "after it"},
		{`inject before {"jsonrpc":"2.0","id":"{{rpc_id}}","result":{}}`, "before it"},
	},
	parse: func(s *scan) (Fault, error) {
		before := s.is("before")
		s.skip()
		at := s.at
		doc, err := s.document()
		if err == nil && doc[0] != '{' {
			err = s.wants(at, "JSON object")
		}
		return Inject{doc, before}, err
	},
}

// Inject sends one more document.
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

// Words is of Fault.
func (i Inject) Words(wire.Side) string {
	if i.Before {
		return "has one more document sent before it"
	}
	return "has one more document sent after it"
}

// Frame is of OnFrame.
func (i Inject) Frame(_ context.Context, w *Work) error {
	if err := w.several(); err != nil {
		return err
	}
	doc, err := w.filled(i.Document)
	if err != nil {
		return err
	}
	raw, err := w.framed(doc)
	if err != nil {
		return err
	}
	if i.Before {
		w.Pieces = slices.Insert(w.Pieces, 0, w.injected(raw, 0))
	} else {
		w.Pieces = append(w.Pieces, w.injected(raw, -1))
	}
	return nil
}
