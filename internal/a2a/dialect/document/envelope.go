package document

import "slices"

// Envelope is a parsed JSON-RPC request or response.
type Envelope struct {
	Doc    Document
	Object bool
	Value  // the object itself

	Version, ID, Method, Params, Result, Err Value

	Duplicates []string // envelope members that occur more than once

	Path string // the path of Result; in other bindings the document itself is the result
}

// Open parses an envelope. It never fails: missing members are absent.
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

// Member returns the field for a member of this name, nil for any other.
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

// Answer reports whether this is a JSON-RPC response object, perhaps a flawed one. It needs two of its
// members, so that a body that happens to have an "id" or "error" does not count.
func (e *Envelope) Answer() bool {
	n := 0
	for _, v := range []Value{e.Version, e.ID, e.Result, e.Err} {
		if v.Present() {
			n++
		}
	}
	return n >= 2 && !e.Method.Present()
}
