package draft

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// Sent is what a draft sent last, with the secrets that the record redacts. It is never modified,
// only replaced.
type Sent struct {
	Exchange string
	Body     []byte
	Hook     *host.Hook // the console's webhook in it, nil for none
}

// Remember keeps what was sent as an exchange, if it may hold a secret.
func (d *Draft) Remember(exchange string, body []byte) {
	d.Sent = nil
	if d.Push != "" || d.Raw != nil {
		d.Sent = &Sent{exchange, body, d.Hook}
	}
}

// LastSent returns what was sent as an exchange, nil if it is no longer known.
func (d *Draft) LastSent(exchange string) *Sent {
	if d.Sent == nil || d.Sent.Exchange != exchange {
		return nil
	}
	return d.Sent
}

// Call returns the call that was sent as x, nil if it was not an A2A call.
func (k *Sent) Call(x wire.Exchange, card *a2a.Card) *a2a.Call {
	return reading.Request(&x, k.Body, reading.Options{Hint: dialect.Hint{Card: card}}).Request().Call
}
