package talk

import (
	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/ui/web"
)

// liveWindow is how many bytes of a text that grows the page holds. What goes beyond them is
// taken off by the page (static/js/talk.js), which knows what is on screen.
const liveWindow = 512 << 10

// drawn is what the page shows of a block.
type drawn struct {
	gen, rev, pieces int
	done             bool
	ways             int         // that it tells
	above            string      // where the same is shown above, "" for nowhere
	texts            []textDrawn // by piece
}

type textDrawn struct{ from, to int }

func drawnNow(b *stream.Block, above string, ways int) *drawn {
	d := &drawn{above: above, ways: ways, gen: b.Gen, rev: b.Rev, pieces: len(b.Pieces), done: b.Done}
	for i := range b.Pieces {
		var text textDrawn
		if t := b.Pieces[i].Text; t != nil {
			text = textDrawn{from: windowFrom(t), to: len(t.Segments)}
		}
		d.texts = append(d.texts, text)
	}
	return d
}

// grow brings a block up to date: whole when it was replaced, got a new part or is
// done, else by the text at its end. A text that is too long to be drawn as one stays
// as it is when it is done.
func (d *drawn) grow(p *web.Patches, now *drawn, exchange string, b *stream.Block, whole templ.Component) {
	k := len(b.Pieces) - 1
	if d.gen != b.Gen || d.ways != now.ways || d.pieces != len(b.Pieces) || k < 0 || b.Pieces[k].Text == nil ||
		d.done != b.Done && (d.done || k > 0 || b.Pieces[k].Text.Length <= textWindow) {
		p.Replace(whole)
		return
	}
	was, is, text := d.texts[k], &now.texts[k], b.Pieces[k].Text
	from := slid(text, was.from)
	if from > was.to {
		p.Replace(whole)
		return
	}
	is.from = from
	if was.from != from {
		p.Morph(textHead(exchange, b.Number, k, text, from))
	}
	id := pieceID(exchange, b.Number, k)
	for i := max(was.to-1, from); i < is.to; i++ {
		c := segment(id, i, text, b.Pieces[k].Part.MediaType, b.Done)
		if i < was.to {
			p.Morph(c)
		} else {
			p.Append("#"+id, c)
		}
	}
	p.Morph(blockFacts(exchange, b))
}

// windowFrom is the first segment that is drawn at first, so that the last 64 KB are.
func windowFrom(t *stream.Text) int {
	n, size := len(t.Segments), 0
	for n > 0 && size < textWindow {
		n--
		size += len(t.Segments[n].Text)
	}
	return n
}

// slid is the first segment that the page keeps of a text that was drawn from one on.
func slid(t *stream.Text, from int) int {
	size := 0
	for _, s := range t.Segments[from:] {
		size += len(s.Text)
	}
	for size > liveWindow {
		size -= len(t.Segments[from].Text)
		from++
	}
	return from
}

// BlockViews keeps blocks current that stand in no turn. Its zero value is for none.
type BlockViews struct{ drawn map[string]*drawn }

// Draw brings a block up to date, and reports whether the page has it: else the caller
// draws it with Block.
func (v *BlockViews) Draw(p *web.Patches, exchange string, b *stream.Block, agent string) bool {
	id, now := blockID(exchange, b.Number), drawnNow(b, "", 0)
	if v.drawn == nil {
		v.drawn = map[string]*drawn{}
	}
	d := v.drawn[id]
	v.drawn[id] = now
	if d == nil {
		return false
	}
	if d.rev == b.Rev && d.done == b.Done {
		now.texts = d.texts
	} else {
		d.grow(p, now, exchange, b, Block(exchange, b, agent, nil))
	}
	return true
}
