package record

import (
	"net/http"

	"github.com/a2a-console/a2a-console/ui/web"
)

func ErrNoExchange() error {
	return web.Fail(http.StatusNotFound, "There is no such exchange on record.",
		"It may have been deleted with its session, or the link is from another record.",
		"Look for it in Traffic, or for its session in Sessions.")
}
