package dialect

import "slices"

// envelope is a JSON-RPC request or response object, taken apart once.
type envelope struct {
	doc    document
	object bool
	value  // the object itself

	version, id, method, params, result, err value

	twins []string // members of an envelope that occur more than once

	where string // the path of result: in other bindings the document is the result
}

// open takes a document apart. It never fails: what is missing is absent.
func open(doc document) envelope {
	e := envelope{doc: doc, where: "$.result"}
	if doc.unreadable {
		return e
	}
	e.value = doc.root()
	e.object = e.is('{')
	if !e.object {
		return e
	}
	if e.tree != nil {
		e.members()
		return e
	}
	e.each(func(name string, m value) bool {
		if at := e.member(name); at != nil {
			if at.present() && !slices.Contains(e.twins, name) {
				e.twins = append(e.twins, name)
			}
			*at = m
		}
		return true
	})
	return e
}

// members finds the members that have a meaning.
func (e *envelope) members() {
	for m := e.tree.First(e.node); m >= 0; m = e.tree.Next(m) {
		for _, name := range [...]string{"jsonrpc", "id", "result", "method", "params", "error"} {
			if !e.tree.Named(m, name) {
				continue
			}
			at := e.member(name)
			if at.present() && !slices.Contains(e.twins, name) {
				e.twins = append(e.twins, name)
			}
			*at = nodeOf(e.tree, m)
			break
		}
	}
}

// member is where a member of this name is kept; nil for one without a meaning.
func (e *envelope) member(name string) *value {
	switch name {
	case "jsonrpc":
		return &e.version
	case "id":
		return &e.id
	case "method":
		return &e.method
	case "params":
		return &e.params
	case "result":
		return &e.result
	case "error":
		return &e.err
	}
	return nil
}

// call reports whether this is a JSON-RPC request object, perhaps a flawed one.
func (e *envelope) call() bool { return e.method.is('"') }

// answer reports whether this is a JSON-RPC response object, perhaps a flawed
// one: at least two of its members are there, so that a body which happens to
// have an "id" or an "error" is not taken for one.
func (e *envelope) answer() bool {
	n := 0
	for _, v := range []value{e.version, e.id, e.result, e.err} {
		if v.present() {
			n++
		}
	}
	return n >= 2 && !e.method.present()
}
