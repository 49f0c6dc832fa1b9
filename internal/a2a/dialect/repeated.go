package dialect

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// repeated reads events that differ from one before in the text of their artifact
// only, as most events of a long stream do: such an event has that one's reading but
// for the text, and need not be taken apart. It remembers events in which nothing
// was found wrong; no rule is about what a text says.
type repeated struct {
	frame    wire.Frame // the event that others are compared with
	out      a2a.Reading
	from, to int // of the text in its data; 0 while they were not looked for
	rawTo    int // where the part ends that has it
}

// keep remembers an event, in place of the one before.
func (p *repeated) keep(f *wire.Frame, out *a2a.Reading) {
	p.frame.Data, p.to = nil, 0
	if !plainFrame(f) || out.Kind != a2a.KindArtifact || len(out.Problems) > 0 || out.Repaired != nil || !bytes.Equal(out.Raw, f.Data) {
		return
	}
	if parts := out.Result.Artifact.Artifact.Parts; len(parts) == 1 && parts[0].Kind == a2a.TextPart {
		p.frame, p.out = *f, *out
	}
}

func plainFrame(f *wire.Frame) bool { return !f.Partial && len(f.Problems) == 0 && len(f.Data) > 0 }

// read reads an event by the one that is remembered; false when it is another.
func (p *repeated) read(f *wire.Frame, out *a2a.Reading) bool {
	was := p.frame.Data
	if was == nil || f.Kind != p.frame.Kind || f.Event != p.frame.Event || !plainFrame(f) || p.to == 0 && !p.find(f.Data) {
		return false
	}
	rest, begins := bytes.CutPrefix(f.Data, was[:p.from])
	text, ends := bytes.CutSuffix(rest, was[p.to:])
	if !begins || !ends || !jsonrepair.Plain(text) {
		return false
	}
	now := new(struct { // one piece of memory for all that is not shared
		result a2a.Result
		update a2a.ArtifactUpdate
		parts  [1]a2a.Part
	})
	now.result, now.update = *p.out.Result, *p.out.Result.Artifact
	now.parts[0] = now.update.Artifact.Parts[0]
	now.update.Artifact.Parts, now.result.Artifact = now.parts[:], &now.update
	part := &now.parts[0]
	to := len(f.Data) - len(was) + p.rawTo
	part.Text, part.Raw = string(text), f.Data[p.rawTo-len(part.Raw):to:to]
	*out = p.out
	out.Raw, out.Result = f.Data, &now.result
	return true
}

// find looks for the text: in the string in which the data of another event begins to
// differ.
func (p *repeated) find(other []byte) bool {
	const step = 32
	data, at := p.frame.Data, 0
	for at+step <= min(len(data), len(other)) && bytes.Equal(data[at:at+step], other[at:at+step]) {
		at += step
	}
	for at < min(len(data), len(other)) && data[at] == other[at] {
		at++
	}
	part := &p.out.Result.Artifact.Artifact.Parts[0]
	from := bytes.LastIndexByte(data[:at], '"') + 1
	to := from + len(part.Text)
	switch {
	case from == 0 || part.Text == "" || to >= len(data) || string(data[from:to]) != part.Text:
		return false
	case !bytes.HasSuffix(other, data[to:]): // it differs elsewhere, too
		return false
	case bytes.IndexByte(data, '\\') >= 0 || bytes.Count(data, data[from-1:to+1]) != 1: // it may not be the text
		return false
	}
	p.from, p.to, p.rawTo = from, to, bytes.Index(data, part.Raw)+len(part.Raw)
	return true
}
