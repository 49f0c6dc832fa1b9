package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// writeConversation writes the request's message, and the response with the artifacts put together from its stream.
func (r *Writer) writeConversation(w *archive.FullExchange, v *exchangeView) {
	if c := v.request.Call; c != nil && c.Message != nil {
		r.quoteParts("user", c.Message.Parts)
	}
	for _, a := range v.answers {
		if a.omittedBefore > 0 {
			r.printf("\n… %s left out …\n", words.Plural(a.omittedBefore, "event"))
		}
		r.writeAnswer(a)
	}
	if t := v.reader.Task(); t != nil && len(v.answers) > 1 {
		for _, art := range t.Artifacts {
			r.writeArtifact("assembled artifact", &art)
		}
	}
}

func (r *Writer) writeAnswer(a answer) {
	at := "+" + words.FormatDuration(a.at)
	res := a.reading.Result
	switch {
	case a.reading.Error != nil:
		r.printf("\n%s **error** %s\n", at, escapeText(words.ErrorLine(a.reading.Error)))
	case a.reading.Card != nil:
		r.printf("\n%s **card** of %s\n", at, escapeText(a.reading.Card.Name))
	case res == nil:
		r.printf("\n%s not understood\n%s", at, fencedBlock(clip.Bytes(string(a.reading.JSON()), 2000)))
	case res.Message != nil:
		r.printf("\n%s", at)
		r.quoteParts("agent", res.Message.Parts)
	case res.Task != nil:
		r.writeStatus(at, "task", res.Task.Status)
		for _, art := range res.Task.Artifacts {
			r.writeArtifact("artifact", &art)
		}
	case res.Status != nil:
		r.writeStatus(at, "status", res.Status.Status)
	case res.Artifact != nil:
		what := "artifact"
		if res.Artifact.Append {
			what = "more of artifact"
		}
		r.printf("\n%s", at)
		r.writeArtifact(what, &res.Artifact.Artifact)
	case res.Tasks != nil:
		r.printf("\n%s **%s**\n", at, words.Plural(len(res.Tasks), "task"))
	case res.Push != nil:
		r.printf("\n%s **push config** %s\n", at, codeSpan(res.Push.URL))
	case res.Pushes != nil:
		r.printf("\n%s **%s**\n", at, words.Plural(len(res.Pushes), "push config"))
	}
}

func (r *Writer) writeStatus(at, what string, s a2a.Status) {
	r.printf("\n%s **%s** %s\n", at, what, escapeText(s.State.Word()))
	if s.Message != nil {
		r.quoteParts("agent", s.Message.Parts)
	}
}

func (r *Writer) writeArtifact(what string, a *a2a.Artifact) {
	r.quoteParts(what+" "+cmp.Or(a.Name, a.ID), a.Parts)
}

func (r *Writer) quoteParts(who string, parts []a2a.Part) {
	r.printf("\n**%s**\n", escapeText(who))
	for _, p := range parts {
		switch p.Kind {
		case a2a.TextPart:
			r.printf("\n%s", quote(clip.Bytes(p.Text, 20_000)))
		case a2a.DataPart:
			r.printf("%s", fencedBlock(clip.Bytes(string(p.Data), 20_000)))
		case a2a.FilePart:
			r.printf("\n> file %s\n", escapeText(describeFile(p)))
		default:
			r.printf("%s", fencedBlock(clip.Bytes(string(p.Raw), 2000)))
		}
	}
}

func describeFile(p a2a.Part) string {
	var words []string
	for _, s := range []string{p.Filename, p.MediaType, p.URL} {
		if s != "" {
			words = append(words, s)
		}
	}
	if p.URL == "" {
		words = append(words, fmt.Sprintf("%d bytes", len(p.Bytes)))
	}
	return strings.Join(words, " · ")
}
