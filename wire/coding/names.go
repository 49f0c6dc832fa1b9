package coding

import (
	"net/http"
	"slices"
	"strings"
)

// MaxLayers is how many encodings, one in another, are undone.
const MaxLayers = 4

// Names lists a body's content encodings that are to be undone, that applied last
// first; without identity.
func Names(h http.Header) []string {
	var names []string
	for _, name := range strings.Split(strings.ToLower(strings.Join(h.Values("Content-Encoding"), ",")), ",") {
		if name = strings.TrimSpace(name); name != "" && name != "identity" {
			names = append(names, name)
		}
	}
	slices.Reverse(names)
	return names
}
