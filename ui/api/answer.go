package api

import (
	"net/http"

	"github.com/a2a-console/a2a-console/ui/web"
)

// writeList answers with a list under a name, each item as programs get it.
func writeList[T, A any](w http.ResponseWriter, name string, all []T, of func(T) A) error {
	out := make([]A, len(all))
	for i, v := range all {
		out[i] = of(v)
	}
	return web.WriteJSON(w, map[string][]A{name: out})
}

// noContent answers that something was done.
func noContent(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}
