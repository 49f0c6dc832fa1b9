package agent

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif" // registers the format with package image
	_ "image/jpeg"
	_ "image/png"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// paper is the example "Streaming Support" of the 0.1 documents: one artifact, streamed in three
// sections.
var paper = skill{
	card: a2a.Skill{
		ID: "paper", Name: "Write a long paper",
		Description: "Describes the attached pictures in three sections, each streamed as a piece of one artifact. " +
			`Asks for a picture if none is attached. "every 100ms" sets the pace (default 400ms).`,
		Tags:       []string{"streaming", "file", "append"},
		Examples:   []string{"write a long paper describing the attached pictures"},
		InputModes: []string{"text/plain", "image/png", "image/jpeg", "image/gif"}, OutputModes: []string{"text/plain"},
	},
	canHandle: mentions("long paper", "attached picture"),
	run:       writePaper,
}

func writePaper(t *turn) {
	var pictures []a2a.Part
	for _, p := range t.input.message.Parts {
		if p.Kind == a2a.FilePart && (p.MediaType == "" || strings.HasPrefix(strings.ToLower(p.MediaType), "image/")) {
			pictures = append(pictures, p)
		}
	}
	if len(pictures) == 0 {
		t.ask(a2a.InputRequired, writePaper, text("Attach at least one picture (PNG, JPEG or GIF) for the paper to describe."))
		return
	}
	pace := t.input.interval(400 * time.Millisecond)
	if !t.sleep(pace) {
		return
	}
	var f *artifact
	for i, s := range sections(pictures) {
		if i == 0 {
			f = t.beginArtifact("paper", "A paper about the attached pictures", false, text(s))
		} else {
			t.extendArtifact(f, i == 2, text(s))
		}
		if !t.sleep(pace) {
			return
		}
	}
	t.complete()
}

func sections(pictures []a2a.Part) []string {
	var list strings.Builder
	for i, p := range pictures {
		fmt.Fprintf(&list, "Picture %d is %s. ", i+1, describe(p))
	}
	word := "picture was"
	if len(pictures) > 1 {
		word = "pictures were"
	}
	return []string{
		fmt.Sprintf("1. Introduction. This paper describes what can be said of a picture without looking at it. %d %s handed in.\n\n", len(pictures), word),
		"2. Findings. " + list.String() + "Nothing else about them is certain.\n\n",
		"3. Conclusion. A picture is worth a thousand words; this paper has used fewer, and leaves the rest to the reader.\n",
	}
}

func describe(p a2a.Part) string {
	kind := p.MediaType
	if kind == "" {
		kind = "a file of unknown type"
	}
	name := ""
	if p.Filename != "" {
		name = fmt.Sprintf(", named %q", p.Filename)
	}
	switch {
	case p.URL != "":
		return fmt.Sprintf("%s%s, at %s", kind, name, p.URL)
	case p.Bytes == nil:
		return kind + name + ", whose content is not valid base64"
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(p.Bytes)); err == nil {
		return fmt.Sprintf("%s%s, %d by %d pixels in %d bytes", kind, name, c.Width, c.Height, len(p.Bytes))
	}
	return fmt.Sprintf("%s%s, %d bytes", kind, name, len(p.Bytes))
}
