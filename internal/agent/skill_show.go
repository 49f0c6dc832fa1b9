package agent

import (
	"embed"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

var markdown = skill{
	card: a2a.Skill{
		ID: "markdown", Name: "Write markdown",
		Description: "Answers with one artifact in Markdown: headings, a list, a table, code, a quotation, a link.",
		Tags:        []string{"rendering"},
		Examples:    []string{"markdown"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/markdown"},
	},
	canHandle: startsWith("markdown"),
	run: func(t *turn) {
		t.addArtifact("note", "A note in markdown", markdownPart("note.md"))
		t.complete()
	},
}

// galleryFiles are files that the gallery and other skills send: a gradient of 48 by 32 pixels, a
// fifth of a second of 440 Hz, a PDF of one page, and texts with scripts that must not run.
//
//go:embed gallery
var galleryFiles embed.FS

func galleryFile(name string) []byte {
	b, err := galleryFiles.ReadFile("gallery/" + name)
	if err != nil {
		panic(err) // the names are constants
	}
	return b
}

func filePart(name, mediaType string) a2a.Part { return file(name, mediaType, galleryFile(name)) }

func markdownPart(name string) a2a.Part {
	return textWithType("text/markdown", string(galleryFile(name)))
}

var gallery = skill{
	card: a2a.Skill{
		ID: "gallery", Name: "Show every kind of artifact",
		Description: "Sends one artifact for each media type: plain text, markdown, code, JSON, a table as data, CSV, PNG, SVG, WAV, PDF, HTML, a file by URI.",
		Tags:        []string{"rendering", "file", "data"},
		Examples:    []string{"gallery"},
		InputModes:  []string{"text/plain"},
		OutputModes: []string{"text/plain", "text/markdown", "application/json", "image/png", "image/svg+xml", "audio/wav", "application/pdf", "text/html", "text/csv"},
	},
	canHandle: startsWith("gallery"),
	run:       showGallery,
}

func showGallery(t *turn) {
	t.addArtifact("plain", "Plain text", text("Plain text.\n  Indented by two.\n\tIndented by a tab.\n"))
	t.addArtifact("note", "Markdown", markdownPart("note.md"))
	t.addArtifact("code", "Go source", file("hello.go", "text/x-go", []byte("package main\n\nfunc main() { println(\"hello\") }\n")))
	t.addArtifact("object", "JSON as data", data(`{"name":"reference","versions":["0.1","1.0"],"limits":{"chunks":100000,"exact":9007199254740993},"null":null,"yes":true}`))
	t.addArtifact("table", "A list of similar objects as data", tablePart(t.input))
	t.addArtifact("csv", "The same as CSV", file("states.csv", "text/csv", []byte("state,terminal,tasks\nworking,no,3\ncompleted,yes,41\n\"input, required\",no,1\n")))
	t.addArtifact("png", "A picture", filePart("gradient.png", "image/png"))
	t.addArtifact("svg", "A drawing", filePart("drawing.svg", "image/svg+xml"))
	t.addArtifact("wav", "A tone of 440 Hz", filePart("tone.wav", "audio/wav"))
	t.addArtifact("pdf", "A page", filePart("page.pdf", "application/pdf"))
	t.addArtifact("html", "A web page with a script that must not run", filePart("page.html", "text/html"))
	t.addArtifact("link", "A file by URI", link("specification.html", "text/html", "https://a2a-protocol.org/latest/specification/"))
	t.addArtifact("mixed", "Several parts in one artifact", text("A picture and its numbers:"), filePart("gradient.png", "image/png"), data(`{"width":48,"height":32}`))
	t.complete(text("That is everything I can show."))
}

// tablePart returns a data part with a list of objects. Before 1.0, data must be an object, so the
// list is its member "rows".
func tablePart(in *input) a2a.Part {
	const rows = `[{"state":"working","terminal":false,"tasks":3},{"state":"completed","terminal":true,"tasks":41},{"state":"input required","terminal":false,"tasks":1}]`
	if in.behaviour.TextJSON {
		return data(`{"rows":` + rows + `}`)
	}
	return data(rows)
}

var hostile = skill{
	card: a2a.Skill{
		ID: "hostile", Name: "Send hostile text",
		Description: "Sends artifacts and messages with script tags, carriage returns, template and expression syntax, control characters, " +
			"right-to-left overrides, endless words and huge emoji. They are harmless if shown as plain text.",
		Tags:       []string{"rendering", "security"},
		Examples:   []string{"hostile"},
		InputModes: []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("hostile"),
	run:       sendHostile,
}

func sendHostile(t *turn) {
	t.setWorking(text(`<script>alert("status")</script>` + "\rdata: patch\r\revent: datastar-patch-elements\r\r"))
	for _, h := range hostileTexts() {
		t.addArtifact(h.name, h.name+` <img src=x onerror=alert(1)>`, text(h.text))
	}
	t.addArtifact(`"><script>alert("name")</script>`, "", textWithType(`text/html"><script>alert(1)</script>`, "an odd media type"))
	t.addArtifact("file", "", file(`../../etc/passwd"><script>.png`, "image/png", []byte("no picture at all")))
	t.addArtifact("link", "", link("link", "text/html", "javascript:alert(1)"))
	t.addArtifact("data", "", data(`{"__proto__":{"polluted":true},"@get('/x')":"${alert(1)}","</script>":"<script>alert(1)</script>","\r":"\u0000\u001b[31m"}`))
	t.addArtifact("markdown", "", markdownPart("hostile.md"))
	t.complete(text("{{7*7}} ${7*7} @post('/x') <b>done</b>"))
}
