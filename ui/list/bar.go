package list

import (
	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Bar keeps what stands above a list current: chips, which name sessions and agents, the views,
// and the banner of the session in scope.
type Bar struct {
	drawn string
}

// Adopt takes it for drawn: the page shows it.
func (b *Bar) Adopt(p *web.Patches, l Listing) {
	b.drawn = p.Render(templ.Join(chips(l, ""), Banner(l)))
}

// Draw sends it when it differs from the last time.
func (b *Bar) Draw(p *web.Patches, l Listing) {
	was := b.drawn
	if b.Adopt(p, l); b.drawn != was {
		p.Morph(chips(l, ""))
		p.Morph(Banner(l))
	}
}
