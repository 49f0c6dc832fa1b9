// Package passing is what a tap, or an agent, is told of A2A while an exchange passes: what
// a frame says, how a document is framed in its place, what is wrong with one, and how a
// call is answered with an error, in every version and binding.
//
//	p := passing.New(passing.Options{}).Open(x, body)
//	p.Answered(&head)
//	says := p.Read(wire.Response, frame) // each frame once, in their order
//	raw, err := p.Write(wire.Response, frame, doc)
//
// It reads as package dialect does, and never fails to: of what is not understood it says
// nothing. What nobody edits is never written again.
package passing
