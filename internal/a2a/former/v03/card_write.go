package v03

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// EncodeCard writes an Agent Card (0.3 §5.5) of the interfaces that speak this
// version, the first of them as its url; of a card that names none, its first
// JSON-RPC interface. Signatures are left out, since no card that was written
// anew keeps a valid one.
func (c Codec) EncodeCard(card *a2a.Card) (json.RawMessage, []a2a.Loss, error) {
	return jsonio.Encode("card", func(w *jsonio.Writer, l jsonio.Losses) error {
		if err := c.WriteHead(w, card, l); err != nil {
			return err
		}
		c.writeAbout(w, card)
		c.writeSecurity(w, card, l)
		w.Strings("defaultInputModes", card.InputModes)
		w.Strings("defaultOutputModes", card.OutputModes)
		jsonio.WriteSkills(w, card.Skills)
		w.Bool("supportsAuthenticatedExtendedCard", card.Capabilities.ExtendedCard)
		l.Lose(card.Signatures > 0, "signatures", "a card that is written anew needs a new signature")
		return nil
	})
}

// WriteHead writes what a card begins with in both forms of 0.3: its version,
// its name, and where it is reached.
func (c Codec) WriteHead(w *jsonio.Writer, card *a2a.Card, l jsonio.Losses) error {
	own := c.interfaces(card, l)
	if len(own) == 0 {
		return fmt.Errorf("%s needs an interface of its own or one over JSON-RPC, and the card has none", c.spec())
	}
	w.Text("protocolVersion", c.full(own[0]))
	w.Text("name", card.Name)
	w.Text("description", card.Description)
	writeInterfaces(w, own)
	return nil
}

// full is the version as cards say it, with its last part.
func (c Codec) full(i a2a.Interface) string {
	if strings.HasPrefix(i.Said, c.spec()+".") {
		return i.Said
	}
	if c.Early {
		return "0.2.6"
	}
	return "0.3.0"
}

// interfaces are those of the card that this version can name.
func (c Codec) interfaces(card *a2a.Card, l jsonio.Losses) []a2a.Interface {
	var own []a2a.Interface
	spare := -1
	for at, i := range card.Interfaces {
		if i.URL == "" {
			continue // a place that is nowhere
		}
		if i.Version == c.version() {
			own = append(own, i)
			l.Lose(i.Tenant != "", fmt.Sprintf("interfaces[%d].tenant", at), c.spec()+" has no tenants")
		} else if spare < 0 && i.Binding == a2a.JSONRPC {
			spare = at
		}
	}
	if len(own) == 0 && spare >= 0 {
		own = append(own, card.Interfaces[spare])
	} else {
		spare = -1
	}
	for at, i := range card.Interfaces {
		l.Lose(i.URL == "", fmt.Sprintf("interfaces[%d]", at), "it has no url")
		l.Lose(i.URL != "" && i.Version != c.version() && at != spare, fmt.Sprintf("interfaces[%d]", at), "a card of "+c.spec()+" speaks one version")
	}
	return own
}

// writeInterfaces writes the first as url, and all of them where there are more.
func writeInterfaces(w *jsonio.Writer, own []a2a.Interface) {
	w.Text("url", own[0].URL)
	w.Text("preferredTransport", cmp.Or(own[0].Binding.Said(), own[0].Custom))
	if len(own) == 1 {
		return
	}
	w.List("additionalInterfaces", len(own), func(w *jsonio.Writer, i int) {
		w.Text("url", own[i].URL)
		w.Text("transport", cmp.Or(own[i].Binding.Said(), own[i].Custom))
	})
}

func (c Codec) writeAbout(w *jsonio.Writer, card *a2a.Card) {
	w.Opt("iconUrl", card.IconURL)
	jsonio.WriteProvider(w, card.Provider)
	w.Text("version", card.Version)
	w.Opt("documentationUrl", card.DocumentationURL)
	w.Object("capabilities", func(w *jsonio.Writer) {
		w.Bool("streaming", card.Capabilities.Streaming)
		w.Bool("pushNotifications", card.Capabilities.Push)
		w.Bool("stateTransitionHistory", card.Capabilities.StateHistory)
		jsonio.WriteExtensions(w, card.Capabilities.Extensions)
	})
}
