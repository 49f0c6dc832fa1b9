package recorder

import (
	"github.com/a2a-console/a2a-console/internal/wire"
)

// surplus is what came after a response, without secrets. It ends the response's
// body: a secret that began there may end here. What comes when the exchange is
// over, and the body's redactor with it, is read as if it were another body.
func (t *tape) surplus(p []byte) []byte {
	p = p[:min(len(p), wire.SurplusLimit)]
	if len(p) == 0 || t.store.opts.Raw {
		return p
	}
	k := &t.sides[wire.Response]
	if !k.begun {
		k.redactor = t.secrets.Redactor(wire.Response, k.kind, p, t.store.key)
	}
	t.tell()
	rest, p, found := t.secrets.Surplus(k.redactor, p, t.store.key)
	k.ready = k.ready[:0]
	t.keep(wire.Response, k.release(rest))
	t.found = append(t.found, found...)
	k.redactor, k.begun = nil, false
	return p
}
