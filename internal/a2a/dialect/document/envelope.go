package document

import "slices"

// Envelope is a JSON-RPC request or response object, taken apart once.
type Envelope struct {
	Doc    Document
	Object bool
	Value  // the object itself

	Version, ID, Method, Params, Result, Err Value

	Duplicates []string // members of an envelope that occur more than once

	Path string // the path of result: in other bindings the document is the result
}

// Open takes a document apart. It never fails: what is missing is absent.
func Open(doc Document) Envelope {
	e := Envelope{Doc: doc, Path: "$.result"}
	if doc.Unreadable {
		return e
	}
	e.Value = NodeOf(doc.repair.Tree, 0)
	if e.Object = e.IsKind('{'); !e.Object {
		return e
	}
	for m := e.tree.First(e.node); m >= 0; m = e.tree.Next(m) {
		name := e.tree.NameBytes(m)
		at := e.Member(string(name))
		if at == nil {
			continue
		}
		if at.Present() && !slices.Contains(e.Duplicates, string(name)) {
			e.Duplicates = append(e.Duplicates, string(name))
		}
		*at = NodeOf(e.tree, m)
	}
	return e
}

// Member is where a member of this name is kept; nil for one without a meaning.
func (e *Envelope) Member(name string) *Value {
	switch name {
	case "jsonrpc":
		return &e.Version
	case "id":
		return &e.ID
	case "method":
		return &e.Method
	case "params":
		return &e.Params
	case "result":
		return &e.Result
	case "error":
		return &e.Err
	}
	return nil
}

// Call reports whether this is a JSON-RPC request object, perhaps a flawed one.
func (e *Envelope) Call() bool { return e.Method.IsKind('"') }

// Answer reports whether this is a JSON-RPC response object, perhaps a flawed
// one: at least two of its members are there, so that a body which happens to
// have an "id" or an "error" is not taken for one.
func (e *Envelope) Answer() bool {
	n := 0
	for _, v := range []Value{e.Version, e.ID, e.Result, e.Err} {
		if v.Present() {
			n++
		}
	}
	return n >= 2 && !e.Method.Present()
}
