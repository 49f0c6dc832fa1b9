package dialect

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Fail is what answers a call with an error, in the binding of the call and the newest
// version that it may speak, which is the newest of all where that is unknown. rpcID is the JSON-RPC id of the call as JSON, ""
// for none. streamed has the error as the only event of a stream, where the operation
// streams and the binding tells errors there.
func Fail(id a2a.Identity, rpcID string, streamed bool, e *a2a.Error) (wire.Head, []byte) {
	var d version.Dialect
	for _, v := range registry.Versions() {
		known, ok := v.In(id.Binding)
		if ok && slices.Contains(id.Versions, v.Version()) {
			d = known
			break
		}
		if ok && d == nil {
			d = known
		}
	}
	return bindingOf(id.Binding).Fail(d, rpcID, streamed && id.Op.Streams(), e)
}
