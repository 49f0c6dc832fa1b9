// Package guard protects an agent on this machine from web pages in the user's browser.
package guard

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Handler refuses what a web page could send on the user's behalf: requests for other hosts than
// allow and loopback names (DNS rebinding), and state changes from another origin.
func Handler(allow []string, next http.Handler) http.Handler {
	protects := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if !hostAllowed(allow, r.Host) {
			http.Error(w, fmt.Sprintf("This agent does not answer for host %q, so that no web page can reach it under a name of its own.\n"+
				"If the name is yours, start the agent with --allow-host %s.", r.Host, wire.HostName(r.Host)), http.StatusForbidden)
			return
		}
		if err := protects.Check(r); err != nil {
			http.Error(w, fmt.Sprintf("This agent does not accept calls from web pages of other origins (%s).\n"+
				"Call it from a program, or through the console.", err), http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func hostAllowed(allow []string, host string) bool {
	name := wire.HostName(host)
	return name == "127.0.0.1" || name == "localhost" || name == "::1" ||
		slices.ContainsFunc(allow, func(h string) bool { return wire.HostName(h) == name })
}
