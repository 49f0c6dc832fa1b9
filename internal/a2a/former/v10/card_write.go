package v10

import (
	"cmp"
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// EncodeCard writes an Agent Card (1.0 §4.4.1). Signatures are left out, since
// no card that was written anew keeps a valid one.
func (Dialect) EncodeCard(c *a2a.Card) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("card", func(w *jsonio.Writer, l jsonio.Losses) error {
		w.Text("name", c.Name)
		w.Text("description", c.Description)
		w.List("supportedInterfaces", len(c.Interfaces), func(w *jsonio.Writer, i int) { writeInterface(w, c.Interfaces[i]) })
		jsonio.WriteProvider(w, c.Provider)
		w.Opt("iconUrl", c.IconURL)
		w.Text("version", c.Version)
		w.Opt("documentationUrl", c.DocumentationURL)
		w.Object("capabilities", func(w *jsonio.Writer) { writeCapabilities(w, c.Capabilities, l.At("capabilities")) })
		wrapped().WriteSchemes(w, c.SecuritySchemes, l)
		jsonio.WriteRequirements(w, "securityRequirements", c.Security, true)
		w.Strings("defaultInputModes", c.InputModes)
		w.Strings("defaultOutputModes", c.OutputModes)
		jsonio.WriteSkills(w, c.Skills)
		l.Lose(c.Signatures > 0, "signatures", "a card that is written anew needs a new signature")
		return nil
	})
}

func writeInterface(w *jsonio.Writer, i a2a.Interface) {
	w.Text("url", i.URL)
	w.Text("protocolBinding", cmp.Or(i.Binding.Said(), i.Custom))
	w.Text("protocolVersion", cmp.Or(i.Said, string(i.Version)))
	w.Opt("tenant", i.Tenant)
}

func writeCapabilities(w *jsonio.Writer, c a2a.Capabilities, l jsonio.Losses) {
	w.Bool("streaming", c.Streaming)
	w.Bool("pushNotifications", c.Push)
	jsonio.WriteExtensions(w, c.Extensions)
	w.True("extendedAgentCard", c.ExtendedCard)
	l.Lose(c.StateHistory, "stateHistory", "1.0 has no stateTransitionHistory")
}
