package agent

import (
	"fmt"
	"net/http"
	"strings"
)

// serveHome serves a plain-text page for people: what the agent is, its cards, and examples to
// send.
func (a *Agent) serveHome(w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	base := a.opts.BaseURL()
	fmt.Fprintf(&b, "a2a-console reference agent\n\n"+
		"A deterministic A2A agent without a language model. Programs call it over A2A.\n\n"+
		"Cards:\n")
	seen := map[string]bool{}
	for _, d := range a.opts.Dialects {
		for _, p := range d.WellKnown()[:min(1, len(d.WellKnown()))] {
			if !seen[p] {
				fmt.Fprintf(&b, "  %s%s\n", base, p)
			}
			seen[p] = true
		}
	}
	b.WriteString("\nMessages to send:\n")
	for _, s := range skills {
		for _, e := range s.card.Examples {
			fmt.Fprintf(&b, "  %s\n", e)
		}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	fmt.Fprint(w, b.String())
}
