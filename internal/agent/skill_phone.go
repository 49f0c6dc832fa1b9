package agent

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

const phoneSchema = `{"schema":{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"New phone","type":"object",` +
	`"properties":{"phone":{"title":"Phone type","type":"string","enum":["iPhone","Android"]}},"required":["phone"]}}`

// phone is the example "Multi-turn Conversations" of the 0.1 documents: it asks a question, and the
// next message on the task answers it.
var phone = skill{
	card: a2a.Skill{
		ID: "phone", Name: "Order a phone",
		Description: "Asks for the type of phone, with a JSON schema for a form in addition to the text. Answer on the same task " +
			`with the text "Android" or "iPhone", or with a data part {"phone": "Android"}.`,
		Tags:       []string{"multi-turn", "input-required"},
		Examples:   []string{"request a new phone for me"},
		InputModes: []string{"text/plain", "application/json"}, OutputModes: []string{"text/plain"},
	},
	canHandle: mentions("new phone", "order a phone"),
	run: func(t *turn) {
		t.ask(a2a.InputRequired, orderPhone, text("Select a phone type (iPhone/Android)"), data(phoneSchema))
	},
}

func orderPhone(t *turn) {
	choice := strings.Trim(strings.ToLower(t.input.value("phone")), ".! ")
	if choice == "" {
		choice = strings.Trim(t.input.command, ".! ")
	}
	name := map[string]string{"android": "Android", "iphone": "iPhone"}[choice]
	if name == "" {
		t.ask(a2a.InputRequired, orderPhone,
			text("I can order an iPhone or an Android device, nothing else. Select a phone type (iPhone/Android)"), data(phoneSchema))
		return
	}
	t.addArtifact("order-confirmation", "", text("I have ordered a new "+name+" device for you. Your request number is R12443"))
	t.complete()
}
