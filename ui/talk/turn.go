// Package talk draws a conversation: turn by turn, what was sent and what came, block
// by block, and the events beside them.
package talk

import (
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	blockWindow = 60       // blocks of a turn that are drawn
	textWindow  = 64 << 10 // bytes of a text that are drawn at first; the rest is a link
)

// onlyStatus reports the finding that only says with which status of HTTP the answer came:
// no rule is broken, and the call failed.
func onlyStatus(p a2a.Problem) bool {
	return (p.Check == "ERR-15" || p.Check == "RPC-16") && p.Severity == a2a.SeverityInfo
}

// TurnView keeps one turn of a conversation current: it appends blocks and
// finished stretches of text, and draws again only what still grows.
type TurnView struct {
	blocks map[int]*drawn // by number
	next   int            // blocks drawn so far
}

// Draw puts what changed of a turn into p. shown is what the turns before it show. The tape
// is locked by the caller.
func (v *TurnView) Draw(p *web.Patches, t *tape.Tape, agent string, shown Shown, now time.Time) {
	if v.blocks == nil {
		v.blocks = map[int]*drawn{}
	}
	key := TurnKey(t.X.ID)
	p.Changed("head-"+key, turnHead(t, now))
	p.Changed("call-"+key, turnCall(t, agent))
	p.Changed("ways-"+key, turnWays(t))
	p.Changed("end-"+key, turnEnd(t, now))
	if t.Fold == nil {
		return
	}
	for i := max(0, v.next-blockWindow); i < v.next; i++ {
		v.redraw(p, t, t.Fold.Blocks[i], agent, shown)
	}
	if from := len(t.Fold.Blocks) - blockWindow; from > v.next {
		p.Replace(turnBlocks(t, agent, shown))
		v.note(t, from, shown)
		return
	}
	for _, b := range t.Fold.Blocks[v.next:] {
		p.Append("#blocks-"+key, turnBlock(t, b, agent, shown))
		if old := b.Number - blockWindow; old >= 0 {
			p.Remove("#" + blockID(t.X.ID, old))
		}
	}
	v.note(t, v.next, shown)
}

// note remembers that blocks from a number on are drawn as they are now.
func (v *TurnView) note(t *tape.Tape, from int, shown Shown) {
	if v.blocks == nil {
		v.blocks = map[int]*drawn{}
	}
	for _, b := range t.Fold.Blocks[from:] {
		v.blocks[b.Number] = drawnNow(b, shown.place(t, b), len(waysOf(t, b)))
	}
	v.next = len(t.Fold.Blocks)
}

// redraw brings one block up to date.
func (v *TurnView) redraw(p *web.Patches, t *tape.Tape, b *stream.Block, agent string, shown Shown) {
	d, above, on := v.blocks[b.Number], shown.place(t, b), waysOf(t, b)
	if d == nil || d.rev == b.Rev && d.done == b.Done && d.above == above && d.ways == len(on) {
		return
	}
	now := drawnNow(b, above, len(on))
	v.blocks[b.Number] = now
	if above != "" || d.above != "" {
		p.Replace(turnBlock(t, b, agent, shown))
		return
	}
	d.grow(p, now, t.X.ID, b, Block(t.X.ID, b, agent, on))
}

// hidden is how much text stands before segment from.
func hidden(t *stream.Text, from int) (n int64) {
	for _, s := range t.Segments[:from] {
		n += int64(len(s.Text))
	}
	return n
}

// TurnKey is an id as part of an element's id: of letters, digits, - and _. No two ids have
// one key.
func TurnKey(exchange string) string {
	var b strings.Builder
	for _, r := range exchange {
		if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			b.WriteRune(r)
		} else {
			b.WriteString("_" + strconv.FormatInt(int64(r), 16) + "_")
		}
	}
	return b.String()
}

func blockID(exchange string, n int) string { return "b-" + TurnKey(exchange) + "-" + strconv.Itoa(n) }
func pieceID(exchange string, n, k int) string {
	return blockID(exchange, n) + "-" + strconv.Itoa(k)
}
func segmentID(piece string, i int) string { return piece + "-" + strconv.Itoa(i) }

func textURL(exchange string, n, k int) templ.SafeURL {
	return templ.SafeURL("/exchanges/" + exchange + "/text/" + strconv.Itoa(n) + "/" + strconv.Itoa(k))
}

// whole returns a finished text that is to be drawn as one: JSON or markdown
// that fits. Others are drawn segment by segment.
func whole(b *stream.Block, k int) (string, bool) {
	t := b.Pieces[k].Text
	if !b.Done || t.Length > textWindow {
		return "", false
	}
	return string(t.Bytes()), true
}

func sourceOf(exchange string, offset int64, index int) part.Source {
	return part.Source{Exchange: exchange, Side: "response", Offset: offset, Index: index}
}

func stateOf(t *tape.Tape) a2a.State {
	if t.Fold == nil {
		return ""
	}
	return t.Fold.State
}

// segmentType is the media type to draw a stretch of a text by: a stretch of
// JSON is no JSON.
func segmentType(mediaType string) string {
	if part.ShowAs(mediaType, nil) == part.ShowJSON {
		return "text/plain"
	}
	return mediaType
}

// textSize is how much text an artifact holds.
func textSize(b *stream.Block) (n int64) {
	for _, p := range b.Pieces {
		if p.Text != nil {
			n += int64(p.Text.Length)
		}
	}
	return n
}
