package page

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// noRouteTexts are the messages of servers that have nothing at a path, in lower case and without a
// full stop. A * matches what they quote of the request.
var noRouteTexts = []string{
	"not found",                                   // Starlette, Koa, ASP.NET, Django, API Gateway
	"404*not found",                               // net/http, gin, Jersey, Hono, Traefik
	"http 404*not found",                          //
	"error: 404*not found",                        //
	"404",                                         //
	"not_found",                                   // Vercel
	"page not found",                              // Micronaut
	"the page could not be found",                 // Vercel
	"cannot get *",                                // Express, NestJS
	"cannot post *",                               //
	"cannot put *",                                //
	"cannot delete *",                             //
	"route * not found",                           // Fastify
	"route not found",                             //
	"the route * could not be found",              // Laravel
	"no route matches *",                          // Rails
	"no route matched with those values",          // Kong
	"no route found for *",                        // Symfony, Phoenix
	"no handler found for *",                      // Spring
	"no endpoint *",                               //
	"no static resource *",                        //
	"no message available",                        //
	"could not find resource for *",               // RESTEasy
	"resource not found",                          // API Management, Vert.x
	"the requested resource * is not available",   // Tomcat
	"the requested resource could not be found",   // Akka
	"the requested resource was not found",        //
	"the server could not find the requested *",   // Kubernetes
	"the requested url * was not found on this *", // Google
	"the requested url was not found on th*",      // Apache, Flask
	"endpoint not found",                          //
	"path not found",                              //
	"url not found",                               //
}

// IsNoRoute reports whether a text is one of noRouteTexts.
func IsNoRoute(said string) bool {
	said = strings.ToLower(strings.TrimRight(said, ".! "))
	return slices.ContainsFunc(noRouteTexts, func(text string) bool {
		parts, rest := strings.Split(text, "*"), said
		for i, part := range parts {
			at := strings.Index(rest, part)
			if at < 0 || i == 0 && at > 0 {
				return false
			}
			rest = rest[at+len(part):]
		}
		return rest == "" || parts[len(parts)-1] == ""
	})
}

// Message returns the text of an error in JSON, "" if there is none or it only repeats the status's name.
func Message(body []byte, status int) string {
	var said map[string]any
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	for _, name := range []string{"message", "detail", "error_description", "error", "title", "reason"} {
		if s, ok := said[name].(string); ok && s != "" && !strings.EqualFold(s, http.StatusText(status)) {
			return s
		}
	}
	return ""
}
