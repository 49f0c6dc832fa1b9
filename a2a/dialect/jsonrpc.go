package dialect

// envelope is a JSON-RPC request or response object, taken apart once.
type envelope struct {
	doc    document
	object bool
	value  // the object itself

	version, id, method, params, result, err value

	where string // the path of result: in other bindings the document is the result
}

// open takes a document apart. It never fails: what is missing is absent.
func open(doc document) envelope {
	e := envelope{doc: doc, where: "$.result"}
	if doc.unreadable {
		return e
	}
	e.value = whole(doc.text)
	e.object = e.is('{')
	if !e.object {
		return e
	}
	e.each(func(name string, member value) bool {
		switch name {
		case "jsonrpc":
			e.version = member
		case "id":
			e.id = member
		case "method":
			e.method = member
		case "params":
			e.params = member
		case "result":
			e.result = member
		case "error":
			e.err = member
		}
		return true
	})
	return e
}

// call reports whether this is a JSON-RPC request object, perhaps a flawed one.
func (e envelope) call() bool { return e.method.is('"') }

// answer reports whether this is a JSON-RPC response object, perhaps a flawed
// one: at least two of its members are there, so that a body which happens to
// have an "id" or an "error" is not taken for one.
func (e envelope) answer() bool {
	n := 0
	for _, v := range []value{e.version, e.id, e.result, e.err} {
		if v.present() {
			n++
		}
	}
	return n >= 2 && !e.method.present()
}
