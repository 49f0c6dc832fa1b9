package cause

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// between are the statuses that servers between a client and an agent make up, and agents do not:
// whose they are, and what they say there.
var between = map[int]struct{ who, says string }{
	407: {"a proxy's", "the proxy wants credentials of its own"},
	460: {"an AWS load balancer's", "the client closed the connection before the agent answered"},
	463: {"an AWS load balancer's", "X-Forwarded-For lists too many addresses"},
	464: {"an AWS load balancer's", "the agent is not called by the version of HTTP that it takes"},
	494: {"nginx's", "the headers of the request are too large"},
	495: {"nginx's", "the client's certificate is not valid"},
	496: {"nginx's", "the client sent no certificate"},
	497: {"nginx's", "http was spoken where https is"},
	499: {"nginx's", "the client closed the connection before the agent answered"},
	511: {"a network's", "the network wants a sign-in before it lets calls out"},
	520: {"Cloudflare's", "the agent's server sent nothing that could be read"},
	521: {"Cloudflare's", "the agent's server refused the connection"},
	522: {"Cloudflare's", "the agent's server did not take the connection in time"},
	523: {"Cloudflare's", "the agent's server cannot be reached"},
	524: {"Cloudflare's", "the agent's server did not answer in time"},
	525: {"Cloudflare's", "the TLS handshake with the agent's server failed"},
	526: {"Cloudflare's", "the certificate of the agent's server is not valid"},
	527: {"Cloudflare's", "the connection to the agent's server broke"},
	530: {"Cloudflare's", "the agent's server cannot be found, or the call is not let through: the body says more"},
	561: {"an AWS load balancer's", "the sign-in service answered with an error"},
	598: {"a proxy's", "the agent's server did not answer in time"},
	599: {"a proxy's", "the agent's server did not take the connection in time"},
}

// passedBy judges a status that no agent makes up. It is a guess, and says so.
func (c *Case) passedBy(out *Cause) bool {
	code := c.X.Response.Status
	of, known := between[code]
	if !known || Trace(c.Body) != "" { // a program wrote that
		return false
	}
	out.Kind, out.Spec = Server, ""
	out.Says = fmt.Sprintf("A server before the agent seems to have answered, and not the agent: %s is %s, and says that %s.", statusLine(code), of.who, of.says)
	out.Try = "See that server, and its connection to the agent: the agent may not have seen the request."
	return true
}

// answerText is what an answer says in words: the message of its error, or of its JSON, "" for none.
func (c *Case) answerText() string {
	if c.Error != nil {
		return strings.TrimPrefix(c.Error.Message, "HTTP "+statusLine(c.X.Response.Status))
	}
	var said map[string]any
	if json.Unmarshal(c.Body, &said) != nil {
		return ""
	}
	for _, name := range []string{"message", "detail", "error_description", "error", "title", "reason"} {
		if s, ok := said[name].(string); ok && s != "" && !strings.EqualFold(s, http.StatusText(c.X.Response.Status)) {
			return s
		}
	}
	return ""
}

// noRoute is what servers say where nothing is at a path, in small letters and without a full
// stop. The star stands for what of the request they name.
var noRoute = []string{
	"not found",                                   // Starlette, Koa, ASP.NET, Django, API Gateway
	"*404*not found",                              // net/http, gin, Jersey, Hono, Traefik
	"*404",                                        //
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

// saysNoRoute reports whether servers say a text where nothing is at a path.
func saysNoRoute(said string) bool {
	said = strings.ToLower(strings.TrimRight(said, ".! "))
	return slices.ContainsFunc(noRoute, func(text string) bool {
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

// missesOther reports whether a 404 says in words of its own that something is missing, which may be
// something else than the path.
func (c *Case) missesOther() bool {
	said, at := strings.TrimSpace(c.answerText()), pathOf(c.X.URL)
	return said != "" && !saysNoRoute(said) && (at == "/" || !strings.Contains(said, at))
}
