package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ReadRequest says what a request means in the first version of id that the
// console speaks.
func ReadRequest(id a2a.Identity, req Message) a2a.Reading {
	r := take(req)
	return readRequest(id, &r)
}

// ReadResponse says what a response means. Of a stream only the head is read:
// its events go to ReadEvent, or all of it to a Reader.
func ReadResponse(id a2a.Identity, req, resp Message) a2a.Reading {
	r := take(req)
	readRequest(id, &r)
	return readResponse(id, &r, resp)
}

// ReadEvent says what one frame of a stream means; of the response the head is
// enough, which tells how messages over gRPC are compressed. Offsets are in the
// frame's Data. What only the stream as a whole can tell, a Reader says.
func ReadEvent(id a2a.Identity, req, resp Message, f wire.Frame) a2a.Reading {
	r := take(req)
	readRequest(id, &r)
	r.answer = resp
	framing := framingOf(id.Binding)
	return framing.event(id, &r, f, &framing.documents(f, new(document.Scratch))[0])
}

// reading begins a Reading for a body.
func reading(id a2a.Identity, kind a2a.Kind, body []byte) a2a.Reading {
	return a2a.Reading{Kind: kind, Dialect: id.Versions, Binding: id.Binding, Op: id.Op, Raw: body}
}

// kindOf names what a result holds.
func kindOf(r *a2a.Result) a2a.Kind {
	switch {
	case r == nil:
		return a2a.KindNone
	case r.Task != nil:
		return a2a.KindTask
	case r.Message != nil:
		return a2a.KindMessage
	case r.Status != nil:
		return a2a.KindStatus
	case r.Artifact != nil:
		return a2a.KindArtifact
	case r.Push != nil || r.Pushes != nil:
		return a2a.KindPush
	case r.Tasks != nil:
		return a2a.KindTasks
	case r.Card != nil:
		return a2a.KindCard
	}
	return a2a.KindEmpty
}
