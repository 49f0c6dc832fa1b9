package compose

import (
	"github.com/a2a-console/a2a-console/ui/draft"
)

// noteResend records that a message was sent again as an exchange. k is what the draft sent the
// first time, nil if that is not known.
func (s *Screen) noteResend(id string, k *draft.Sent, exchange string, body []byte) {
	s.Drafts.Update(id, func(d *draft.Draft) {
		d.Follow(exchange, false)
		if k == nil {
			return
		}
		d.Sent = &draft.Sent{Exchange: exchange, Body: body, Hook: k.Hook}
		if k.Hook != nil {
			s.Pushes.Store.Register(k.Hook.URL, exchange)
		}
	})
}
