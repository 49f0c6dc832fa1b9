package calls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/quirk"
	"github.com/a2a-console/a2a-console/internal/words"
)

// QuirkFlags is the flag that names the quirks, an agent's departures from the specification, to
// write requests for.
type QuirkFlags struct {
	Quirk []string `sep:"none" placeholder:"ID" enum:"${quirks}" help:"Write the request for an agent that departs from the specification, as listed above. Repeatable."`
}

// QuirkHelp returns the table of quirks for the end of a command's help.
func QuirkHelp() string {
	var b strings.Builder
	b.WriteString("Quirks of agents, for --quirk:\n")
	for _, q := range quirk.All() {
		fmt.Fprintf(&b, "\n    %-17s %s\n    %-17s (%s)", q.ID, q.Title, "", q.ScopeText())
	}
	return b.String()
}

func (t *Talk) warnUnused(target inspector.Target) {
	for _, q := range quirk.All() {
		if slices.Contains(target.Quirks, q.ID) && !slices.ContainsFunc(quirk.Available(target.Version, target.Binding), func(f quirk.Quirk) bool { return f.ID == q.ID }) {
			t.streams.Note("note: --quirk %s applies only to %s, so it changes nothing here", q.ID, q.ScopeText())
		}
	}
}

// adviseQuirks wraps each to look for responses that point to a quirk. The second function prints
// advice, once for each quirk found.
func (t *Talk) adviseQuirks(prepared inspector.PreparedRequest, each func(inspector.Event)) (func(inspector.Event), func()) {
	var found []quirk.Quirk
	note := func(e inspector.Event) {
		for _, q := range prepared.MatchQuirks(e.Reading) {
			if !slices.ContainsFunc(found, func(f quirk.Quirk) bool { return f.ID == q.ID }) {
				found = append(found, q)
			}
		}
		each(e)
	}
	return note, func() {
		for _, q := range found {
			t.streams.Note("note: the agent may not have understood the request. Quirk of some agents (%s): %s To write the request for them, give --quirk %s", words.OneLine(q.Peers), q.Description, q.ID)
		}
	}
}
