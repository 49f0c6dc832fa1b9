package recorder

import (
	"github.com/a2a-console/a2a-console/internal/wire"
)

// redactSurplus redacts what arrived after a response. It completes the response's body, because a secret that
// began there may end here. After the exchange has ended, and with it the body's redactor, p is redacted like
// another body.
func (t *tape) redactSurplus(p []byte) []byte {
	p = p[:min(len(p), wire.MaxSurplusBytes)]
	if len(p) == 0 || t.store.opts.Raw {
		return p
	}
	k := &t.sides[wire.Response]
	if !k.isReady {
		k.redactor = t.secrets.Redactor(wire.Response, k.kind, p, t.store.key)
	}
	t.appendRedactions()
	rest, p, found := t.secrets.Surplus(k.redactor, p, t.store.key)
	k.ready = k.ready[:0]
	t.appendReads(wire.Response, k.release(rest))
	t.unsentRedactions = append(t.unsentRedactions, found...)
	k.redactor, k.isReady = nil, false
	return p
}
