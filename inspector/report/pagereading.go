package report

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// pageReading is what was said: the client's message, then the answer with its artifacts
// put together.
type pageReading struct {
	States string // that the task went through, "" for none
	Blocks []pageBlock
}

// pageBlock is a message, an artifact or an error.
type pageBlock struct {
	Left  string // what is left out before it, "" for nothing
	Who   string
	About string // the state it came with, or the artifact's name
	Note  string
	Parts []pagePart
	More  string // parts left out, "" for none
}

// pagePart is one part: a text of which a long one is folded, or a document.
type pagePart struct {
	Text, Rest string
	RestSize   string
	Left       string // what is left out, "" for nothing
	Code       bool   // it is a document, no prose
	Picture    template.URL
}

// What a page shows of a reading.
const (
	mostOpen    = 8 << 10   // bytes of a text that are not folded
	openLines   = 60        // lines of a text that are not folded
	mostOfText  = 128 << 10 // bytes of a text
	mostRead    = 512 << 10 // bytes of all
	mostOfData  = 32 << 10  // bytes of a part that is no text
	firstBlocks = 40
	lastBlocks  = 20
	mostParts   = 50 // of a block
	mostStages  = 12
)

// partsWriter makes parts of a reading within bounds.
type partsWriter struct {
	left     int // bytes that may still be shown
	pictures int // bytes of the pictures that are
	pixels   int // of these
}

// readingOf is the reading of an exchange, nil where nothing was said. asked says that the
// client's message is part of it.
func (p *page) readingOf(w *archive.Whole, v *view, asked bool) *pageReading {
	to := &partsWriter{left: mostRead}
	r := &pageReading{}
	if c := v.request.Call; asked && c != nil && c.Message != nil {
		b := pageBlock{Who: speaker(w)}
		to.add(&b, c.Message.Parts)
		r.Blocks = append(r.Blocks, b)
	}
	agent := cmp.Or(markedLine(clip.Runes(p.names[w.Agent], 80)), "Agent")
	blocks, skipped := v.fold.Blocks, 0
	for i := 0; i < len(blocks); i++ {
		if i == firstBlocks && len(blocks) > firstBlocks+lastBlocks {
			skipped, i = len(blocks)-firstBlocks-lastBlocks, len(blocks)-lastBlocks
		}
		if b, ok := to.block(blocks[i], agent); ok {
			if skipped > 0 {
				b.Left = words.Plural(skipped, "piece") + " left out"
			}
			skipped, r.Blocks = 0, append(r.Blocks, b)
		}
	}
	r.States = statesOf(v.fold)
	if len(r.Blocks) == 0 {
		return nil
	}
	return r
}

// speaker is who sent a request, in a word.
func speaker(w *archive.Whole) string {
	party, _ := caller(w)
	party, _, _ = strings.Cut(party, " ")
	switch party = markedLine(clip.Runes(party, 40)); party {
	case "client", "developer", "replay", "webhook":
		return strings.ToUpper(party[:1]) + party[1:]
	case "":
		return "Client"
	}
	return party
}

// statesOf are the states that a task went through, each with its time.
func statesOf(f *stream.Fold) string {
	var said []string
	from := max(len(f.Stages)-mostStages, 0)
	if from > 0 {
		said = append(said, words.Plural(from, "earlier state"))
	}
	for _, s := range f.Stages[from:] {
		if s.State != "" {
			said = append(said, markedLine(clip.Runes(s.State.Word(), 40))+" "+words.After(s.At.Sub(f.Started)))
		}
	}
	return strings.Join(said, " → ")
}

// block is what a block of the answer says; false for one that is nothing but a document.
func (t *partsWriter) block(b *stream.Block, agent string) (out pageBlock, ok bool) {
	switch b.Kind {
	case stream.MessageBlock, stream.StatusBlock:
		out = pageBlock{Who: agent, About: markedLine(clip.Runes(b.State.Word(), 40))}
		t.add(&out, b.Message.Parts)
	case stream.ErrorBlock:
		out = pageBlock{Who: "Error", About: markedLine(fmt.Sprintf("%s (%d)", clip.Runes(string(b.Error.Name), 80), b.Error.Code))}
		out.Parts = append(out.Parts, t.text(b.Error.Message, len(b.Error.Message)))
	case stream.ArtifactBlock:
		out = pageBlock{Who: "Artifact", About: markedLine(clip.Runes(cmp.Or(b.Artifact.Name, b.Artifact.ID), 200)), Note: artifactNote(b)}
		for i := range b.Pieces {
			if i == mostParts {
				out.More = words.Plural(len(b.Pieces)-i, "more part")
				break
			}
			out.Parts = append(out.Parts, t.piece(&b.Pieces[i]))
		}
		return out, out.About != "" || out.Note != "" || len(out.Parts) > 0
	default:
		return out, false
	}
	return out, true
}

// artifactNote says what of an artifact is not there, "" for nothing.
func artifactNote(b *stream.Block) string {
	switch {
	case !b.Began:
		return "Partial artifact: earlier chunks are not in this stream."
	case b.Replaced != nil:
		return "Event #" + words.Count(b.Replaced.Event) + " replaced what was here before: " + words.Bytes(b.Replaced.Was) + "."
	}
	return ""
}

func (t *partsWriter) add(b *pageBlock, parts []a2a.Part) {
	for i, p := range parts {
		if i == mostParts {
			b.More = words.Plural(len(parts)-i, "more part")
			return
		}
		b.Parts = append(b.Parts, t.part(p))
	}
}

func (t *partsWriter) piece(p *stream.Piece) pagePart {
	if p.Text == nil {
		return t.part(p.Part)
	}
	var text strings.Builder
	for _, s := range p.Text.Segments {
		if text.Len() > mostOfText {
			break
		}
		text.Write(s.Text)
	}
	return t.text(text.String(), p.Text.Length)
}

func (t *partsWriter) part(p a2a.Part) pagePart {
	switch p.Kind {
	case a2a.TextPart:
		return t.text(p.Text, len(p.Text))
	case a2a.FilePart:
		out := t.text("file "+markedLine(fileWords(p)), 0)
		out.Picture = t.picture(p)
		return out
	case a2a.DataPart:
		return t.document(p.Data)
	}
	return t.document(p.Raw)
}

// document is a part that is no prose.
func (t *partsWriter) document(doc []byte) pagePart {
	s := textUpTo(doc, nil, min(mostOfData, t.left))
	t.left = max(t.left-len(s), 0)
	out := pagePart{Code: true}
	out.fold(s)
	return out
}

// text is a text of a length, of which s is at least the beginning: all of it, the rest of a
// long one folded, and how much found no room.
func (t *partsWriter) text(s string, length int) (out pagePart) {
	s = strings.ToValidUTF8(s, words.Bad)
	length = max(length, len(s))
	s = clip.Bare(s, min(mostOfText, t.left))
	if left := length - len(s); left > 0 {
		out.Left = words.Bytes(int64(left)) + " left out"
	}
	t.left -= len(s)
	out.fold(s)
	return out
}

// fold shows the beginning of a text, which is valid UTF-8, and folds the rest.
func (p *pagePart) fold(s string) {
	open, lines := len(clip.Bare(s, mostOpen)), 0
	for i := range open {
		if s[i] != '\n' {
			continue
		}
		if lines++; lines == openLines {
			open = i + 1
			break
		}
	}
	p.Text = words.Marked(s[:open])
	if rest := s[open:]; rest != "" {
		p.Rest, p.RestSize = words.Marked(rest), words.Bytes(int64(len(rest)))
	}
}

// sizes says how much crossed the wire, and where it did not go on as it came, how much
// went on.
func sizes(w *archive.Whole) string {
	sent, received := words.Bytes(w.RequestBytes)+" sent", words.Bytes(w.ResponseBytes)+" received"
	if changed(w, wire.Request) {
		sent += ", " + words.Bytes(sentBytes(w, wire.RequestSent)) + " went on to the agent"
	}
	if changed(w, wire.Response) && len(w.Sides[wire.Response])+len(w.Sides[wire.ResponseSent]) > 0 {
		received += ", " + words.Bytes(sentBytes(w, wire.ResponseSent)) + " went on to the client"
	}
	return sent + "; " + received
}

// sentBytes is how much was sent of a side, on record or not.
func sentBytes(w *archive.Whole, side wire.Side) (n int64) {
	for _, c := range w.Sides[side] {
		n += int64(len(c.Data))
	}
	for _, g := range w.Gaps {
		if g.Side == side {
			n += g.Bytes
		}
	}
	return n
}
