// Package talk draws conversations turn by turn: what was sent, what came back as blocks, and the
// events next to them. It gets locked tapes and returns rows for web.Rows. Screens share it.
package talk

import (
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	maxBlocks    = 60       // blocks of a turn that are drawn
	maxTextBytes = 64 << 10 // bytes of a text that are drawn; a link replaces the rest
)

// onlyStatus reports whether a finding only names the HTTP status of a failed call, which breaks no
// rule.
func onlyStatus(p a2a.Problem) bool {
	return (p.Check == "ERR-15" || p.Check == "RPC-16") && p.Severity == a2a.SeverityInfo
}

// TurnRows returns the turns of a conversation. The caller holds the tapes' locks.
func TurnRows(tapes []*tape.Tape, agent string, now time.Time) (rows []web.Row) {
	shown := ShownArtifacts{}
	for _, t := range tapes {
		rows = append(rows, TurnRow(t, agent, shown, now))
		shown.Add(t)
	}
	return rows
}

// TurnRow returns the row of one exchange of a conversation: what was sent and what came back.
// shown is what the turns before it show; nil for an exchange on its own. The caller holds the
// tape's lock.
func TurnRow(t *tape.Tape, agent string, shown ShownArtifacts, now time.Time) web.Row {
	key, blocks := TurnKey(t.X.ID), blockRows(t, agent, shown)
	in := []web.Row{
		{ID: "head-" + key, Cell: turnHead(t, now)},
		{ID: "call-" + key, Cell: turnCall(t, agent, shown == nil)},
		{ID: "blocks-" + key, Cell: turnBlocks(t, blocks), Basis: true, Nested: blocks},
		{ID: "ways-" + key, Cell: turnPassages(t)},
		{ID: "end-" + key, Cell: turnEnd(t, now)},
	}
	return web.Row{ID: TurnID(t.X.ID), Cell: turn(t, in), Basis: true, Nested: in}
}

// blockRows returns the last blocks of a turn. A block that an earlier turn shows is only one line.
func blockRows(t *tape.Tape, agent string, shown ShownArtifacts) []web.Row {
	rows := []web.Row{}
	if t.Fold == nil {
		return rows
	}
	from := max(0, len(t.Fold.Blocks)-maxBlocks)
	if from > 0 {
		rows = append(rows, web.Row{ID: "earlier-" + TurnKey(t.X.ID), Cell: earlierBlocks(t, from)})
	}
	for _, b := range t.Fold.Blocks[from:] {
		if above := shown.place(t, b); above != "" {
			rows = append(rows, web.Row{ID: blockID(t.X.ID, b.Number), Cell: shownBefore(t, b, above), Basis: above})
		} else {
			rows = append(rows, BlockRow(t.X.ID, b, agent, blockPassages(t, b)))
		}
	}
	return rows
}

// blockState identifies the content of a block, except a growing text at its end.
type blockState struct {
	gen, rev, pieces, passages int
	done                       bool
	name                       string // a later piece may set it
}

// BlockRow returns the row of a block. For a text that grows at its end, only new segments are
// sent. A text too long to be drawn whole is not drawn again when it is done.
func BlockRow(exchange string, b *stream.Block, agent string, on []PassageNote) web.Row {
	is, k := blockState{gen: b.Gen, pieces: len(b.Pieces), passages: len(on), name: b.Artifact.Name + b.Artifact.Description}, len(b.Pieces)-1
	row := web.Row{ID: blockID(exchange, b.Number), Cell: Block(exchange, b, agent, on)}
	if k < 0 || b.Pieces[k].Text == nil {
		is.rev, is.done, row.Basis = b.Rev, b.Done, is
		return row
	}
	t, id := b.Pieces[k].Text, pieceID(exchange, b.Number, k)
	is.done = b.Done && k > 0 || isWhole(b, k)
	row.Basis = is
	if !isWhole(b, k) {
		row.Nested = []web.Row{
			{ID: id + "-head", Cell: textHead(exchange, b.Number, k, t)},
			{ID: id, Cell: textPiece(exchange, b, k), Basis: true, Nested: segmentRows(id, b, k), Trims: true},
			{ID: blockID(exchange, b.Number) + "-facts", Cell: blockFacts(exchange, b)},
		}
	}
	return row
}

// segmentRows returns the last segments of a text, up to 64 KB.
func segmentRows(piece string, b *stream.Block, k int) []web.Row {
	t, rows := b.Pieces[k].Text, []web.Row{}
	for i := windowFrom(t); i < len(t.Segments); i++ {
		grows := !b.Done && i+1 == len(t.Segments)
		rows = append(rows, web.Row{ID: segmentID(piece, i), Cell: segment(piece, i, t, b.Pieces[k].Part.MediaType, grows), Basis: [2]any{t.Segments[i].Rev, grows}})
	}
	return rows
}

func windowFrom(t *stream.Text) int {
	n, size := len(t.Segments), 0
	for n > 0 && size < maxTextBytes {
		n--
		size += len(t.Segments[n].Text)
	}
	return n
}

// hidden returns how many bytes of text are before segment from.
func hidden(t *stream.Text, from int) (n int64) {
	for _, s := range t.Segments[:from] {
		n += int64(len(s.Text))
	}
	return n
}

// TurnKey encodes an id for use in an element's id: letters, digits, - and _. It is injective.
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

// TurnID returns the id of a turn's element.
func TurnID(exchange string) string { return "turn-" + TurnKey(exchange) }

func blockID(exchange string, n int) string { return "b-" + TurnKey(exchange) + "-" + strconv.Itoa(n) }
func pieceID(exchange string, n, k int) string {
	return blockID(exchange, n) + "-" + strconv.Itoa(k)
}
func segmentID(piece string, i int) string { return piece + "-" + strconv.Itoa(i) }

func textURL(exchange string, n, k int) string {
	return "/exchanges/" + exchange + "/text/" + strconv.Itoa(n) + "/" + strconv.Itoa(k)
}

// isWhole reports whether a text is finished and short enough to be drawn as one. Others are drawn
// segment by segment.
func isWhole(b *stream.Block, k int) bool { return b.Done && b.Pieces[k].Text.Length <= maxTextBytes }

func sourceOf(exchange string, offset int64, index int) part.Source {
	return part.Source{Exchange: exchange, Side: "response", Offset: offset, Index: index}
}

func stateOf(t *tape.Tape) a2a.State {
	if t.Fold == nil {
		return ""
	}
	return t.Fold.State
}

// segmentType returns the media type for drawing a segment: a segment of JSON is not JSON.
func segmentType(mediaType string) string {
	if part.ShowAs(mediaType, nil) == part.ShowJSON {
		return "text/plain"
	}
	return mediaType
}

func textSize(b *stream.Block) (n int64) {
	for _, p := range b.Pieces {
		if p.Text != nil {
			n += int64(p.Text.Length)
		}
	}
	return n
}
