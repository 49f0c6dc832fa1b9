package draft

import (
	"slices"

	"github.com/a2a-console/a2a-console/inspector/quirk"
)

func (d *Draft) useQuirks(shown, ticked []string) {
	for _, id := range shown {
		d.SetQuirk(id, slices.Contains(ticked, id))
	}
}

// SetQuirk sets whether requests allow for a quirk. Unknown ids are ignored.
func (d *Draft) SetQuirk(id string, on bool) {
	kept := slices.DeleteFunc(slices.Clone(d.Quirks), func(o string) bool { return o == id })
	if on && slices.Contains(quirk.Names(), id) {
		kept = append(kept, id)
	}
	d.Quirks = kept
}
