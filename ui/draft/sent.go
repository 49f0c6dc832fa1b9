package draft

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// Sent is what a draft sent last, as it went out: on record the secrets of
// its push configuration are filled over. It is never changed, only replaced.
type Sent struct {
	Exchange string
	Body     []byte
	Hook     *host.Hook // the console's address in it, nil for none
}

// Remember keeps what went out as an exchange, where it may hold a secret.
func (d *Draft) Remember(exchange string, body []byte) {
	d.Sent = nil
	if d.Push != "" || d.Raw != nil {
		d.Sent = &Sent{exchange, body, d.Hook}
	}
}

// LastSent is what went out as an exchange, nil when that is not known any more.
func (d *Draft) LastSent(exchange string) *Sent {
	if d.Sent == nil || d.Sent.Exchange != exchange {
		return nil
	}
	return d.Sent
}

// Call is the call that was sent as x, nil when it was none.
func (k *Sent) Call(x wire.Exchange, card *a2a.Card) *a2a.Call {
	return reading.Request(&x, k.Body, reading.Options{Hint: dialect.Hint{Card: card}}).Request().Call
}
