package jsonio

import "encoding/json"

// compat marks data that 1.0 allows and earlier versions do not, in an object
// of its own; the official SDKs do the same.
const compat = "data_part_compat"

// UnwrapData is the data of a data part before 1.0, and the part's metadata:
// any JSON that WrapData put into an object is taken out again.
func UnwrapData(n, metadata Node) (data, meta json.RawMessage) {
	if n.Is('{') && metadata.Is('{') {
		o, _ := n.Object(Rule{})
		m, _ := metadata.Object(Rule{})
		if string(m.Get(compat).Raw()) == "true" && len(o.Members()) == 1 && o.Get("value").Written() {
			return o.Get("value").JSON(), without(m, compat)
		}
	}
	return n.JSON(), metadata.Raw()
}

// WrapData writes data and metadata of a data part before 1.0. What is no
// object becomes the member value of one, which the metadata then says.
func WrapData(w *Writer, data, metadata json.RawMessage, l Losses) {
	if root, _ := Open(data, ""); root.Is('{') {
		w.Raw("data", data)
		w.Metadata(metadata, l)
		return
	}
	if data == nil {
		data = json.RawMessage("null")
	}
	w.Object("data", func(w *Writer) { w.Raw("value", data) })
	w.Object("metadata", func(w *Writer) {
		old, _ := Open(metadata, "")
		if o, ok := old.Object(Rule{}); ok {
			for _, m := range o.Members() {
				if m.Name() != compat {
					w.Raw(m.Name(), m.JSON())
				}
			}
		}
		w.Bool(compat, true)
	})
}

// without is an object less one member, nil when that was all.
func without(o Object, name string) json.RawMessage {
	var w Writer
	left := 0
	for _, m := range o.Members() {
		if m.Name() != name {
			w.Raw(m.Name(), m.JSON())
			left++
		}
	}
	b, err := w.JSON()
	if left == 0 || err != nil {
		return nil
	}
	return b
}
