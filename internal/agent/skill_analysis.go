package agent

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// analysis is the example "Non-textual Media" of the 0.1 documents: the first answer says that the
// task is working, and the client polls until it is done.
var analysis = skill{
	card: a2a.Skill{
		ID: "analysis", Name: "Analyze a report",
		Description: "Starts a task for the client to poll. The task is done after two GetTask calls, or after 5 s. " +
			`"polls 3" and "every 2s" change that. In 1.0, a blocking call waits for the end; set returnImmediately to poll.`,
		Tags:       []string{"polling", "file"},
		Examples:   []string{"Analyze the attached report and generate high level overview"},
		InputModes: []string{"text/plain", "application/pdf"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("analyze", "analyse"),
	run:       analyze,
}

func analyze(t *turn) {
	report, ok := t.input.file("application/pdf")
	if !ok {
		t.ask(a2a.InputRequired, analyze, text("Attach the report as a PDF file."))
		return
	}
	t.acknowledge(text("analysis in progress, please wait"))
	if !t.waitForPolls(t.input.number("polls", 2, 1, 1000), t.input.interval(5*time.Second)) {
		return
	}
	t.addArtifact("overview", "High level overview of the report", text(overview(report)))
	t.complete()
}

func overview(p a2a.Part) string {
	name := p.Filename
	if name == "" {
		name = "The report"
	}
	if p.URL != "" {
		return fmt.Sprintf("%s is at %s. I do not fetch files by URL, so this overview ends here.", name, p.URL)
	}
	if p.Bytes == nil {
		return name + " is not valid base64, so I cannot analyze it."
	}
	sum := sha256.Sum256(p.Bytes)
	pages := bytes.Count(p.Bytes, []byte("/Type /Page")) - bytes.Count(p.Bytes, []byte("/Type /Pages"))
	return fmt.Sprintf("%s has %d bytes and %d pages that are visible without decompressing it. Its SHA-256 begins with %x.",
		name, len(p.Bytes), pages, sum[:6])
}
