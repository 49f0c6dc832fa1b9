package list

import (
	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Bar keeps what stands above a list current: chips, which name sessions and agents, the views,
// and the banner of the session in scope. The zero Bar takes the page to show the first.
type Bar struct {
	drawn string
}

// Draw sends them when they differ from the last time; anew says that the page may show
// others.
func (b *Bar) Draw(p *web.Patches, l Listing, anew bool) {
	now := p.Render(templ.Join(chips(l, ""), Banner(l)))
	if anew = anew || b.drawn != "" && b.drawn != now; anew {
		p.Morph(chips(l, ""))
		p.Morph(Banner(l))
	}
	b.drawn = now
}
