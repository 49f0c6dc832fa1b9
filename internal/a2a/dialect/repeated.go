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
func (p *repeated) keep(f wire.Frame, out *a2a.Reading) {
	p.frame.Data, p.to = nil, 0
	if !plainFrame(f) || out.Kind != a2a.KindArtifact || len(out.Problems) > 0 || out.Repaired != nil || !bytes.Equal(out.Raw, f.Data) {
		return
	}
	if parts := out.Result.Artifact.Artifact.Parts; len(parts) == 1 && parts[0].Kind == a2a.TextPart {
		p.frame, p.out = f, *out
	}
}

func plainFrame(f wire.Frame) bool { return !f.Partial && len(f.Problems) == 0 && len(f.Data) > 0 }

// read reads an event by the one that is remembered; false when it is another.
func (p *repeated) read(f wire.Frame) (a2a.Reading, bool) {
	if p.frame.Data == nil || f.Kind != p.frame.Kind || f.Event != p.frame.Event || !plainFrame(f) || p.to == 0 && !p.find(f.Data) {
		return a2a.Reading{}, false
	}
	rest, begins := bytes.CutPrefix(f.Data, p.frame.Data[:p.from])
	text, ends := bytes.CutSuffix(rest, p.frame.Data[p.to:])
	if !begins || !ends || !jsonrepair.Plain(text) {
		return a2a.Reading{}, false
	}
	var own struct { // one piece of memory for all that is not shared
		result a2a.Result
		update a2a.ArtifactUpdate
		parts  [1]a2a.Part
	}
	now := &own
	now.result, now.update = *p.out.Result, *p.out.Result.Artifact
	now.parts[0] = now.update.Artifact.Parts[0]
	now.update.Artifact.Parts, now.result.Artifact = now.parts[:], &now.update
	part := &now.parts[0]
	to := len(f.Data) - len(p.frame.Data) + p.rawTo
	part.Text, part.Raw = string(text), f.Data[p.rawTo-len(part.Raw):to:to]
	out := p.out
	out.Raw, out.Result = f.Data, &now.result
	return out, true
}

// find looks for the text: in the string in which the data of another event begins to
// differ.
func (p *repeated) find(other []byte) bool {
	data, at := p.frame.Data, 0
	for at < len(data) && at < len(other) && data[at] == other[at] {
		at++
	}
	part := p.out.Result.Artifact.Artifact.Parts[0]
	from := bytes.LastIndexByte(data[:at], '"')
	to := from + 1 + len(part.Text)
	if from < 0 || part.Text == "" || to >= len(data) || string(data[from+1:to]) != part.Text || bytes.IndexByte(data, '\\') >= 0 || bytes.Count(data, data[from:to+1]) != 1 {
		return false
	}
	p.from, p.to, p.rawTo = from+1, to, bytes.Index(data, part.Raw)+len(part.Raw)
	return true
}
