package agent

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
)

// timestamps is the extension that the agent knows, by its address: who
// activates it gets the time at which each message and artifact was made.
const timestamps = "https://github.com/a2a-console/a2a-console/blob/main/docs/timestamps.md"

// extensions are what the card declares.
func (a *Agent) extensions() []a2a.Extension {
	return []a2a.Extension{{
		URI:         timestamps,
		Description: "Messages and artifacts of the agent say in their metadata when they were made.",
		Required:    a.opts.RequireExtension,
	}}
}

// activate leaves in a call the extensions that the client activates and the
// agent knows, and confirms them in the answer's head. A message without one
// that the card requires is refused.
func (a *Agent) activate(w http.ResponseWriter, r *http.Request, d a2a.Dialect, c *a2a.Call) *a2a.Error {
	c.Extensions = nil
	header := d.ExtensionsHeader()
	if header == "" {
		return nil
	}
	if slices.Contains(binding.Activated(r.Header), timestamps) {
		c.Extensions = []string{timestamps}
		w.Header().Set(header, timestamps)
		return nil
	}
	if a.opts.RequireExtension && (c.Op == a2a.SendMessage || c.Op == a2a.SendStreamingMessage) {
		return extensionRequired()
	}
	return nil
}

// extensionRequired refuses a message that does not activate timestamps.
func extensionRequired() *a2a.Error {
	return newError(a2a.ExtensionSupportRequired, "this needs the extension %s: list it in the header A2A-Extensions, before 1.0 X-A2A-Extensions", timestamps)
}

// timestampMetadata is what timestamps adds to a message or an artifact that is made now;
// nil without it.
func (a *Agent) timestampMetadata(on bool) (uris []string, metadata json.RawMessage) {
	if !on {
		return nil, nil
	}
	metadata = slices.Concat([]byte("{"), quoteJSON(timestamps+"/at"), []byte(":"), quoteJSON(formatTime(a.opts.Now())), []byte("}"))
	return []string{timestamps}, metadata
}

// extension answers only those who activate timestamps.
var extension = skill{
	needsExtension: true,
	card: a2a.Skill{
		ID: "timestamps", Name: "Ask for an extension",
		Description: "Refuses a message that does not activate the timestamps extension; with it, says where the times are. Version 0.1 has no extensions and is answered.",
		Tags:        []string{"extension", "error"},
		Examples:    []string{"show timestamps"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("show timestamps", "timestamps"),
	run: func(t *turn) {
		t.addArtifact("timestamps", "", text("With the timestamps extension on, when this was made stands in the metadata of this artifact."))
		t.complete(text("And in the metadata of this message."))
	},
}
