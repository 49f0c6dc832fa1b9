package api

import (
	"net/http"

	"github.com/a2a-console/a2a-console/ui/web"
)

// writeList responds with {name: [...]}, with each item converted by of.
func writeList[T, A any](w http.ResponseWriter, name string, all []T, of func(T) A) error {
	out := make([]A, len(all))
	for i, v := range all {
		out[i] = of(v)
	}
	return web.WriteJSON(w, map[string][]A{name: out})
}

func noContent(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}
