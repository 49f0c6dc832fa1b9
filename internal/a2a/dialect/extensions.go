package dialect

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// Activated are the extensions that a message's headers list, under the name of
// any version.
func Activated(h http.Header) []string {
	var all []string
	for _, name := range []string{"A2A-Extensions", "X-A2A-Extensions"} {
		for _, line := range h.Values(name) {
			for uri := range strings.SplitSeq(line, ",") {
				if uri = strings.TrimSpace(uri); uri != "" && !slices.Contains(all, uri) {
					all = append(all, uri)
				}
			}
		}
	}
	return all
}

// activate lists the call's extensions in the header of the version.
func activate(d a2a.Dialect, h http.Header, c *a2a.Call) []a2a.Loss {
	if len(c.Extensions) == 0 {
		return nil
	}
	name := d.ExtensionsHeader()
	if name == "" {
		return []a2a.Loss{{Path: "extensions", Why: string(d.Version()) + " has no extensions"}}
	}
	h.Set(name, strings.Join(c.Extensions, ", "))
	return nil
}

// checkExtensions reports extensions in a header of another version.
func checkExtensions(id a2a.Identity, h http.Header) []a2a.Problem {
	d := registry.Speaker(id)
	if d == nil || d.ExtensionsHeader() == "" {
		return nil
	}
	v, right := registry.Rules(id), d.ExtensionsHeader()
	for _, name := range []string{"A2A-Extensions", "X-A2A-Extensions"} {
		if name != right && h.Get(name) != "" && h.Get(right) == "" {
			return []a2a.Problem{document.Unplaced(v.Checks.Extensions, a2a.SeverityWarning, v.Sections.Extensions, "extensions are listed in "+name+"; in version "+string(d.Version())+" the header is "+right)}
		}
	}
	return nil
}
