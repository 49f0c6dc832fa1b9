package main

import (
	"net/http"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

// overREST serves over HTTP+JSON below /rest, which becomes the card's only interface.
func overREST(card *a2a.AgentCard, handler a2asrv.RequestHandler, mux *http.ServeMux, base, way string) {
	var h http.Handler
	switch way {
	case "rest":
		h = a2asrv.NewRESTHandler(handler)
	case "rest03":
		h = a2av0.NewRESTHandler(handler)
	default:
		return
	}
	mux.Handle("/rest/", http.StripPrefix("/rest", h))
	i := a2a.NewAgentInterface(base+"/rest", a2a.TransportProtocolHTTPJSON)
	i.ProtocolVersion = version(way)
	card.SupportedInterfaces = []*a2a.AgentInterface{i}
}
