package draft

import (
	"slices"

	"github.com/a2a-console/a2a-console/inspector/quirk"
)

// useQuirks takes over which of the boxes of quirks that were shown are ticked.
func (d *Draft) useQuirks(shown, ticked []string) {
	for _, id := range shown {
		d.SetQuirk(id, slices.Contains(ticked, id))
	}
}

// SetQuirk says whether requests are written for a quirk of the agent. One that is in
// no table stays out.
func (d *Draft) SetQuirk(id string, on bool) {
	kept := slices.DeleteFunc(slices.Clone(d.Quirks), func(o string) bool { return o == id })
	if on && slices.Contains(quirk.Names(), id) {
		kept = append(kept, id)
	}
	d.Quirks = kept
}
