package passing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Options are what is known beside the exchanges.
type Options struct {
	// Card is the card of the agent at an origin, nil where none is known. It is called
	// once for each exchange. A nil Card knows none.
	Card func(agent string) *a2a.Card
}

// New returns A2A as a wire.Protocol.
func New(o Options) wire.Protocol { return protocol{o} }

type protocol struct{ opts Options }

// Open reads the request.
func (p protocol) Open(x *wire.Exchange, body []byte) wire.Passing {
	c := &call{raw: body, request: dialect.RequestHead(x)}
	c.request.Trailer = nil
	if p.opts.Card != nil {
		c.hint.Card = p.opts.Card(x.Agent)
	}
	c.request.Body = plain(c.request.Header, body)
	c.request.Cut = len(body) >= wire.GateFrame // it may go on
	c.reader = dialect.NewLabeller(c.request, c.hint)
	c.asked, c.labels = c.reader.Request(), c.reader.Labels()
	return c
}

// Errors lists the errors that rules may answer with, the protocol's own first.
func (protocol) Errors() (names []string) {
	for _, row := range binding.StatusTable {
		for _, v := range dialect.All() { // the error of a draft has no number in any
			if v.ErrorName(v.ErrorCode(row.Name)) == row.Name {
				names = append(names, string(row.Name))
				break
			}
		}
	}
	return names
}

// Error is an answer with an error. A name that the version has no number for gets that of
// the nearest.
func (c *call) Error(name, message string, streamed bool) (*wire.Answer, error) {
	if !slices.Contains(protocol{}.Errors(), name) {
		return nil, fmt.Errorf("A2A has no error %s; %s", quoted(name), errorsLike(name))
	}
	id, _ := c.known()
	if id.Binding == "" {
		return nil, fmt.Errorf("%s is an error of calls, and the request is none; answer it with an HTTP status", name)
	}
	head, body := dialect.Fail(id, string(c.asked.ID), streamed, &a2a.Error{Name: a2a.ErrorName(name), Message: message})
	return &wire.Answer{Head: head, Body: body}, nil
}

// errorsLike names the errors that a mistyped one may have been meant for, else all.
func errorsLike(name string) string {
	all := protocol{}.Errors()
	if near := spelling.Nearest(name, all); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "it has " + strings.Join(all, ", ")
}
