package agent

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// reply is how one call is answered, in the binding it came by. What a call
// does (serve, stream, send, …) knows no more of the wire than this. Exactly one
// of its methods is called, once.
type reply interface {
	// result answers with a success.
	result(r *a2a.Result)
	// failure answers with an error, before any stream began.
	failure(e *a2a.Error)
	// stream begins a stream of events.
	stream() stream
}

// stream is where the events of a call go. An event may wait until the next
// flush; after the first error nothing is written.
type stream interface {
	send(r *a2a.Result)
	// alive tells a quiet stream's client that it goes on, where the binding has
	// a way to.
	alive()
	flush()
	// broken reports whether writing has failed.
	broken() bool
}
