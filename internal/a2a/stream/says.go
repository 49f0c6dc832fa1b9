package stream

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// mostSaid bounds the excerpt of an event, in bytes.
const mostSaid = 120

// Says is the beginning of what an event brings, on one line: its text, else the name
// of its file, else its data. It is "" where the event brings none.
func Says(r *a2a.Result) string {
	switch {
	case r == nil:
	case r.Artifact != nil:
		return excerpt(r.Artifact.Artifact.Parts)
	case r.Message != nil:
		return excerpt(r.Message.Parts)
	default:
		if st := r.TaskStatus(); st != nil && st.Message != nil {
			return excerpt(st.Message.Parts)
		}
	}
	return ""
}

// excerpt is of the first part that says something. It holds no part of a larger text.
func excerpt(parts []a2a.Part) string {
	for _, p := range parts {
		s := p.Text
		switch {
		case s != "":
		case p.Kind == a2a.FilePart && p.Filename != "":
			s = p.Filename
		case p.Kind == a2a.FilePart:
			s = p.MediaType
		case p.Kind == a2a.DataPart:
			s = strings.ToValidUTF8(string(p.Data[:min(len(p.Data), 4*mostSaid)]), "")
		}
		if s = strings.Join(strings.Fields(clip.Bare(s, 4*mostSaid)), " "); s != "" {
			return strings.Clone(clip.Bytes(s, mostSaid))
		}
	}
	return ""
}
