package list

import (
	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Bar keeps the bar above a list current: chips (which name sessions and agents), views, and the
// banner of the session in scope.
type Bar struct {
	drawn string
}

// Adopt records the bar as drawn, because the page already contains it.
func (b *Bar) Adopt(p *web.Patches, l Listing) {
	b.drawn = p.Render(templ.Join(chips(l, ""), Banner(l)))
}

// Draw sends the bar if it changed.
func (b *Bar) Draw(p *web.Patches, l Listing) {
	was := b.drawn
	if b.Adopt(p, l); b.drawn != was {
		p.Morph(chips(l, ""))
		p.Morph(Banner(l))
	}
}
