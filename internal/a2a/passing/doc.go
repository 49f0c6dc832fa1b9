// Package passing interprets A2A traffic for a tap or an agent while an exchange is in flight, in every
// version and binding: what a frame means, what is wrong with a document, how to frame one that replaces it,
// and how to answer a call with an error.
//
//	p := passing.New(passing.Options{}).Open(x, body)
//	p.SetResponseHead(&head)
//	labels := p.Read(wire.Response, frame) // each frame once, in order
//	raw, err := p.Write(wire.Response, frame, doc)
//
// It reads through package dialect. Reading never fails: it returns nothing for what it does not understand.
// A frame that nobody edits is never re-encoded.
package passing
