package agent

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// tickets is the example "Structured Output" of the 0.1 documents: a text part's metadata asks for
// JSON, and the answer is JSON.
var tickets = skill{
	card: a2a.Skill{
		ID: "tickets", Name: "List IT tickets",
		Description: `Structured output: a text part whose metadata has "mimeType": "application/json" gets JSON, ` +
			"as text in 0.1 and as a data part later. Without that metadata, or if the client does not accept JSON, it answers in words.",
		Tags:       []string{"structured-output", "data"},
		Examples:   []string{"Show me a list of my open IT tickets"},
		InputModes: []string{"text/plain"}, OutputModes: []string{"application/json", "text/plain"},
	},
	canHandle: mentions("it tickets", "open tickets"),
	run: func(t *turn) {
		t.addArtifact("tickets", "Open IT tickets", ticketPart(t.input))
		t.complete()
	},
}

const openTickets = `[{"ticketNumber":"REQ12312","description":"request for VPN access"},{"ticketNumber":"REQ23422","description":"Add to DL - team-gcp-onboarding"}]`

func ticketPart(in *input) a2a.Part {
	var asked struct{ MimeType string }
	for _, p := range in.message.Parts {
		if p.Kind == a2a.TextPart && len(p.Metadata) > 0 && asked.MimeType == "" {
			// Metadata in another form does not ask for JSON.
			_ = json.Unmarshal(p.Metadata, &asked)
		}
	}
	switch {
	case asked.MimeType != "application/json" || !in.canAnswerIn("application/json") && !in.behaviour.TextJSON:
		return text("Your open tickets:\n- REQ12312: request for VPN access\n- REQ23422: Add to DL - team-gcp-onboarding\n")
	case in.behaviour.TextJSON:
		return text(openTickets)
	}
	return data(openTickets)
}

func quoteJSON(s string) []byte {
	b, _ := json.Marshal(s) // a string always encodes
	return b
}
