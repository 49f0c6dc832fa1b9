package ui

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// sentDraft is what a draft sent last, as it went out: on record the secrets of
// its push configuration are filled over. It is never changed, only replaced.
type sentDraft struct {
	Exchange string
	Body     []byte
	Hook     *Hook // the console's address in it, nil for none
}

// remember keeps what went out as an exchange, where it may hold a secret.
func (d *draft) remember(exchange string, body []byte) {
	d.sent = nil
	if d.Push != "" || d.Raw != nil {
		d.sent = &sentDraft{exchange, body, d.hook}
	}
}

// lastSent is what went out as an exchange, nil when that is not known any more.
func (d *draft) lastSent(exchange string) *sentDraft {
	if d.sent == nil || d.sent.Exchange != exchange {
		return nil
	}
	return d.sent
}

// call is the call that was sent as x, nil when it was none.
func (k *sentDraft) call(x wire.Exchange, card *a2a.Card) *a2a.Call {
	m := requestMessage(x, k.Body)
	return dialect.ReadRequest(dialect.Identify(m, dialect.Message{}, dialect.Hint{Card: card}), m).Call
}

// sentOnceMore notes that what the draft sent as k, nil when that is not known,
// went out again.
func (s *Server) sentOnceMore(id string, k *sentDraft, exchange string, body []byte) {
	s.drafts.with(id, func(d *draft) {
		d.Exchange = exchange
		if k == nil {
			return
		}
		d.sent = &sentDraft{exchange, body, k.Hook}
		if k.Hook != nil {
			s.hookbook.register(k.Hook.URL, exchange)
		}
	})
}
