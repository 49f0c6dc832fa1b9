package agent

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
)

// timestamps is the URI of the agent's only extension. Clients that activate it get the creation time of
// each message and artifact.
const timestamps = "https://github.com/a2a-console/a2a-console/blob/main/docs/timestamps.md"

func (a *Agent) extensions() []a2a.Extension {
	return []a2a.Extension{{
		URI:         timestamps,
		Description: "Puts the creation time of each message and artifact into its metadata.",
		Required:    a.opts.RequireExtension,
	}}
}

// activate sets a call's extensions to those that the client activates and the agent has, and
// confirms them in the response's header. It refuses a message that does not activate a required
// extension.
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

func extensionRequired() *a2a.Error {
	return newError(a2a.ExtensionSupportRequired, "this agent requires the extension %s: list it in the header A2A-Extensions (X-A2A-Extensions before 1.0)", timestamps)
}

// timestampMetadata returns the extension URIs and metadata of a message or artifact created now;
// nil if the extension is off.
func (a *Agent) timestampMetadata(on bool) (uris []string, metadata json.RawMessage) {
	if !on {
		return nil, nil
	}
	metadata = slices.Concat([]byte("{"), quoteJSON(timestamps+"/at"), []byte(":"), quoteJSON(formatTime(a.opts.Now())), []byte("}"))
	return []string{timestamps}, metadata
}

// extension is the skill "timestamps". It answers only clients that activate the extension, except
// in versions without extensions.
var extension = skill{
	needsExtension: true,
	card: a2a.Skill{
		ID: "timestamps", Name: "Ask for an extension",
		Description: "Refuses a message that does not activate the timestamps extension; else says where the times are. Version 0.1 has no extensions, so its messages are answered.",
		Tags:        []string{"extension", "error"},
		Examples:    []string{"show timestamps"},
		InputModes:  []string{"text/plain"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("show timestamps", "timestamps"),
	run: func(t *turn) {
		t.addArtifact("timestamps", "", text("With the timestamps extension, the metadata of this artifact holds its creation time."))
		t.complete(text("The metadata of this message holds its creation time."))
	},
}
