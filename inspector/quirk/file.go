package quirk

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func isFile(p a2a.Part) bool { return p.Kind == a2a.FilePart && len(p.Bytes) > 0 }

func hasBytes(c *a2a.Call) bool {
	return c.Message != nil && slices.ContainsFunc(c.Message.Parts, isFile)
}

// encodeTwice returns a call whose files are base64 of the originals.
func encodeTwice(c *a2a.Call) *a2a.Call {
	if !hasBytes(c) {
		return c
	}
	out, m := *c, *c.Message
	out.Message, m.Parts = &m, slices.Clone(m.Parts)
	for i, p := range m.Parts {
		if isFile(p) {
			m.Parts[i].Bytes = base64.StdEncoding.AppendEncode(nil, p.Bytes)
		}
	}
	return &out
}

// hasLostFile reports whether a response shows that the agent did not get a file: an error about decoding, the
// sent message without the file, or a file of the agent's own that is encoded twice.
func hasLostFile(_ *a2a.Call, answer a2a.Reading) bool {
	if slices.ContainsFunc(answer.Problems, func(p a2a.Problem) bool { return p.Check == "REST-13" }) {
		return true
	}
	if e := answer.Error; e != nil {
		said := strings.ToLower(e.Message + " " + string(e.Data))
		return slices.ContainsFunc([]string{"base64", "padding", "utf-8", "codec", "decod"}, func(s string) bool { return strings.Contains(said, s) })
	}
	if answer.Result == nil || answer.Result.Task == nil {
		return false
	}
	return slices.ContainsFunc(answer.Result.Task.History, func(m a2a.Message) bool {
		return m.Role == a2a.User && slices.ContainsFunc(m.Parts, isEmptyPart)
	})
}

func isEmptyPart(p a2a.Part) bool {
	return p.Kind == a2a.UnknownPart && string(p.Raw) == "{}" ||
		p.Kind == a2a.FilePart && len(p.Bytes) == 0 && p.Encoded == "" && p.URL == ""
}
