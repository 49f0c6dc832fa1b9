package draft

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func (d *Draft) tick(shown, ticked []string) {
	if len(shown) == 0 {
		return
	}
	all := maps.Clone(d.Ticked)
	if all == nil {
		all = map[string]bool{}
	}
	for _, uri := range shown {
		all[uri] = slices.Contains(ticked, uri)
	}
	d.Ticked = all
}

// Uses reports whether the call activates a declared extension: as chosen by hand, else if it is
// required.
func (d *Draft) Uses(x a2a.Extension) bool {
	if on, said := d.Ticked[x.URI]; said {
		return on
	}
	return x.Required
}

// activated returns the URIs of the extensions that the call activates, declared ones first.
func (d *Draft) activated(declared []a2a.Extension) (out []string, err error) {
	for _, x := range declared {
		if d.Uses(x) {
			out = append(out, x.URI)
		}
	}
	for uri := range strings.FieldsFuncSeq(d.Extensions, func(r rune) bool { return r == ',' || r <= ' ' }) {
		if strings.ContainsFunc(uri, func(r rune) bool { return r > '~' }) {
			return nil, fmt.Errorf("extensions: %q is not a URI: a header can carry only ASCII", uri)
		}
		if !slices.Contains(out, uri) {
			out = append(out, uri)
		}
	}
	return out, nil
}

// Withheld counts the required extensions that are switched off.
func (d *Draft) Withheld(declared []a2a.Extension) (n int) {
	for _, x := range declared {
		if x.Required && !d.Uses(x) {
			n++
		}
	}
	return n
}
