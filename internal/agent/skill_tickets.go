package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// tickets is "Structured Output" of the 0.1 documents: a part's metadata asks
// for a media type and a JSON schema, and the answer follows both.
var tickets = skill{
	card: a2a.Skill{
		ID: "tickets", Name: "List IT tickets",
		Description: `Structured output: a text part whose metadata has "mimeType": "application/json" and a "schema" gets JSON that fits it, ` +
			"as text in 0.1 and as a data part later. Without them, or when JSON is not accepted, it answers in words.",
		Tags:       []string{"structured-output", "data"},
		Examples:   []string{"Show me a list of my open IT tickets"},
		InputModes: []string{"text/plain"}, OutputModes: []string{"application/json", "text/plain"},
	},
	wants: mentions("it tickets", "open tickets"),
	run: func(t *turn) {
		t.artifact("tickets", "Open IT tickets", ticketPart(t.in))
		t.complete()
	},
}

// ticket is a ticket as its members in the order they are written.
type ticket []struct{ name, value string }

func openTickets() []ticket {
	return []ticket{
		{{"ticketNumber", "REQ12312"}, {"description", "request for VPN access"}},
		{{"ticketNumber", "REQ23422"}, {"description", "Add to DL - team-gcp-onboarding"}},
	}
}

// outputRequest is what the metadata of a part asks for.
type outputRequest struct {
	MimeType string
	Schema   schema
}

// schema is as much of JSON Schema as a list of flat objects needs.
type schema struct {
	Type       string
	Items      *schema
	Properties map[string]schema
}

func ticketPart(in *input) a2a.Part {
	var w outputRequest
	for _, p := range in.message.Parts {
		if p.Kind == a2a.TextPart && len(p.Metadata) > 0 && w.MimeType == "" {
			// Metadata that asks for nothing we know is no request for JSON.
			_ = json.Unmarshal(p.Metadata, &w)
		}
	}
	if w.MimeType != "application/json" || !in.acceptable("application/json") && !in.behaviour.TextJSON {
		words := "Your open tickets:\n"
		for _, t := range openTickets() {
			words += "- " + t[0].value + ": " + t[1].value + "\n"
		}
		return text(words)
	}
	out := ticketsJSON(w.Schema, openTickets())
	if in.behaviour.TextJSON {
		return text(string(out))
	}
	return data(string(out))
}

// ticketsJSON writes the tickets as the schema says: a list, or an object whose
// first list has them.
func ticketsJSON(s schema, tickets []ticket) []byte {
	if s.Type == "object" {
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			if p := s.Properties[name]; p.Type == "array" {
				return slices.Concat([]byte("{"), quoted(name), []byte(":"), ticketsJSON(p, tickets), []byte("}"))
			}
		}
		return ticketJSON(s, tickets[0])
	}
	var item schema
	if s.Items != nil {
		item = *s.Items
	}
	var rows [][]byte
	for _, t := range tickets {
		rows = append(rows, ticketJSON(item, t))
	}
	return slices.Concat([]byte("["), bytes.Join(rows, []byte(",")), []byte("]"))
}

// ticketJSON is a ticket with the members the schema names, or its own when it
// names none. What a ticket does not have is empty in the schema's type.
func ticketJSON(s schema, t ticket) []byte {
	var members [][]byte
	add := func(name string, value []byte) {
		members = append(members, slices.Concat(quoted(name), []byte(":"), value))
	}
	known := map[string]bool{}
	for _, m := range t {
		if _, asked := s.Properties[m.name]; asked || len(s.Properties) == 0 {
			add(m.name, quoted(m.value))
		}
		known[m.name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !known[name] {
			add(name, zeroValue(s.Properties[name].Type))
		}
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}"))
}

// zeroValue is the empty value of a schema's type.
func zeroValue(kind string) []byte {
	return []byte(cmp.Or(map[string]string{
		"string": `""`, "number": "0", "integer": "0", "boolean": "false", "array": "[]", "object": "{}",
	}[kind], "null"))
}

func quoted(s string) []byte {
	b, _ := json.Marshal(s) // a string always has a JSON form
	return b
}
