package v03p

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// writer is what differs in this form from others in ProtoJSON. A status update
// says final where the stream must end: on terminal states and where the client
// is waited for.
func writer() *shape.ProtoWriter {
	return &shape.ProtoWriter{
		Version: spec, States: states, Content: "content", Part: writePart,
		Config: func(w *shape.Writer, c *a2a.PushConfig, _ shape.Losses) { writeTaskConfig(w, c) },
		Final: func(w *shape.Writer, u *a2a.StatusUpdate, _ shape.Losses) {
			w.True("final", u.Final || u.Status.State.Terminal() || u.Status.State.Interrupted())
		},
		Next: (*shape.Writer).Opt,
	}
}

// EncodeResult writes a response message, or an event of a streaming operation.
func (d Dialect) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	if op == a2a.GetExtendedCard && r.Card != nil {
		return d.EncodeCard(r.Card)
	}
	return shape.Encode("the result of "+string(op), func(w *shape.Writer, l shape.Losses) error { return writer().Result(w, op, r, l) })
}
