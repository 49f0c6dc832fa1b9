package passing

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// most bounds what Check says.
const most = 50

// Check reads a document as the version of the exchange has it. What is wrong with heads,
// and what only other frames tell, it does not say.
func (c *call) Check(side wire.Side, like wire.Frame, doc []byte) []string {
	id, answer := c.known()
	var ps []a2a.Problem
	switch {
	case len(bytes.TrimSpace(doc)) == 0:
		return []string{"There is no document."}
	case socket(like.Kind):
		if err := json.Unmarshal(doc, new(json.RawMessage)); err != nil {
			return []string{fmt.Sprintf("$: not JSON: %s.", err)}
		}
		return nil
	case like.Kind == wire.GRPC || like.Kind == "" && id.Binding == a2a.GRPC:
		ps = c.checkMessage(id, side, answer, doc)
	case side.Asks():
		m := c.request
		m.Body, m.Cut = doc, false
		ps = dialect.ReadRequest(id, m).Problems
	case like.Kind == wire.Body:
		answer.Body, answer.Framing = doc, wire.Body
		ps = dialect.ReadResponse(id, c.request, answer).Problems
	default:
		f := wire.Frame{Kind: framing(like.Kind, &answer), Event: like.Event, Raw: doc, Data: doc}
		ps = dialect.ReadEvent(id, c.request, answer, f).Problems
	}
	return sentences(ps)
}

// checkMessage is Check for a document that becomes a gRPC message.
func (c *call) checkMessage(id a2a.Identity, side wire.Side, answer dialect.Message, doc []byte) []a2a.Problem {
	b, ps, err := grpc.Encode(registry.ReadAs(id), id.Op, side, doc)
	if err != nil {
		return []a2a.Problem{{Severity: a2a.SeverityError, Path: "$", Message: err.Error()}}
	}
	framed := wire.AppendGRPC(nil, b)
	if side.Asks() {
		m := c.request
		m.Body, m.Cut = framed, false
		return append(ps, dialect.ReadRequest(id, m).Problems...)
	}
	f := wire.Frame{Kind: wire.GRPC, Raw: framed, Data: b}
	return append(ps, dialect.ReadEvent(id, c.request, answer, f).Problems...)
}

// sentences are problems that are in a document, each once.
func sentences(ps []a2a.Problem) (out []string) {
	for _, p := range ps {
		if p.Path == "" || p.Severity == a2a.SeverityInfo {
			continue
		}
		if s := sentence(p); !slices.Contains(out, s) {
			if out = append(out, s); len(out) == most {
				return append(out, "There is more.")
			}
		}
	}
	return out
}

// sentence is a problem with its place.
func sentence(p a2a.Problem) string {
	return clip.Bytes(p.Path, 200) + ": " + strings.TrimSuffix(p.Message, ".") + "."
}
