package secret

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// Places are the places of secrets in all exchanges with an agent: the usual headers and parameters, the API
// keys that its card names, push tokens and credentials. Immutable and safe for concurrent use; make them
// once per card.
type Places struct{ headers, query []string }

// PlacesOf returns the places for a card, nil for an unknown one.
func PlacesOf(card *a2a.Card) *Places {
	t := table()
	p := &Places{headers: t.headers, query: t.query}
	if card != nil {
		p.addKeys(card)
	}
	return p
}

// addKeys adds the API keys of a card's security schemes. The table's slices have no spare capacity, so
// append copies them.
func (p *Places) addKeys(card *a2a.Card) {
	for _, scheme := range card.SecuritySchemes {
		switch {
		case scheme.Param == "":
		case strings.EqualFold(scheme.In, "header"):
			p.headers = append(p.headers, scheme.Param)
		case strings.EqualFold(scheme.In, "query"):
			p.query = append(p.query, scheme.Param)
		}
	}
	p.headers, p.query = slices.Clip(p.headers), slices.Clip(p.query) // no spare capacity, so that every append copies
}

// ForURL returns the places in one exchange. The operation is unknown when the first bytes are recorded, so
// the members are those of all versions and bindings; none of them can occur inside the content of a message,
// an artifact or metadata. Results share memory.
func (p *Places) ForURL(url string) redact.Secrets {
	t := table()
	s := redact.Secrets{
		Headers: p.headers, Heuristics: true, Query: p.query, Form: t.form,
		Request: t.request, Response: t.response, Events: t.events,
	}
	if path := wire.PathOf(url); strings.Contains(path, "pushNotification") || strings.Contains(path, "pushnotification") || strings.Contains(path, "push_notification") {
		s.Events = t.response
	}
	if m, ok := grpc.MethodOf(url); ok && m.Speaks != nil {
		f := t.fields[procedure{m.Service, m.Op()}]
		s.RequestFields, s.ResponseFields = f.request, f.response
	}
	return s
}

// secrets holds what is the same for every agent.
type secrets struct {
	headers, query, form      []string
	request, response, events *redact.Members
	fields                    map[procedure]fields
}

// procedure is a gRPC method, by operation rather than by its name in the service.
type procedure struct {
	service string
	op      a2a.Operation
}

// fields are the places of secrets in the messages of a gRPC method.
type fields struct{ request, response []redact.Field }

// table is built on first use and then only read.
var table = sync.OnceValue(func() *secrets {
	request, event := bodyOf(placesOf("asked"), placesOf("request")), bodyOf(placesOf("answered"), placesOf("event"))
	event.urls = append(event.urls, placesOf("url")...)
	response := body{slices.Concat(event.members, placesOf("response")), event.urls}
	return &secrets{
		headers: slices.Clip(slices.Concat(wire.PushTokenHeaders(), placesOf("header"))), query: placesOf("parameter"), form: placesOf("form"),
		request: request.redacted(), response: response.redacted(), events: event.redacted(),
		fields: fieldsOf(request, response),
	}
})

//go:embed places.txt
var text string

// placesOf returns the places of a kind; the first lines of places.txt list the kinds.
func placesOf(kind string) (all []string) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 && words[0] == kind {
			all = append(all, words[1:]...)
		}
	}
	return slices.Clip(all)
}

// below returns the paths of members in the push configurations at configs.
func below(configs []string, members ...string) (paths []string) {
	for _, c := range configs {
		for _, m := range members {
			path := strings.TrimPrefix(c+"."+m, "..")
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

type body struct{ members, urls []string }

// bodyOf returns the places of secrets in a body: others, and those in push configurations at configs.
func bodyOf(configs, others []string) body {
	members := below(configs, "token", redact.AnySecretName, "authentication.credentials", "authentication."+redact.AnySecretName, "headers")
	others = slices.DeleteFunc(others, func(path string) bool { return slices.Contains(members, path) })
	return body{append(members, others...), append(below(append([]string{"."}, configs...), "url"), "tools.[].server_url", "mcp_servers.[].url")}
}

// redacted returns the members together with the secret parameters of URLs.
func (b body) redacted() *redact.Members {
	return redact.NewMembers(b.members...).WithURLs(placesOf("parameter"), b.urls...)
}

// fieldsOf returns the places of secrets in the messages of all gRPC methods: the JSON paths that exist in a
// message.
func fieldsOf(request, response body) map[procedure]fields {
	all := map[procedure]fields{}
	for _, s := range registry.Services() {
		for _, op := range s.Operations() {
			in, out := s.Messages(op)
			all[procedure{s.Service(), op}] = fields{fieldsAt(s, in, request), fieldsAt(s, out, response)}
		}
	}
	return all
}

// fieldsAt returns the fields of a message that hold secrets, then those that hold URLs with secrets.
func fieldsAt(s version.Service, message string, b body) (all []redact.Field) {
	for _, part := range []struct{ paths, query []string }{{b.members, nil}, {b.urls, placesOf("parameter")}} {
		from := len(all)
		for _, path := range part.paths {
			if strings.HasPrefix(path, "params.") || strings.HasPrefix(path, "result.") { // JSON-RPC's envelope
				continue
			}
			numbers, ok := s.Schema().Numbers(message, path)
			if ok && !slices.ContainsFunc(all[from:], func(f redact.Field) bool { return slices.Equal(f.Numbers, numbers) }) {
				all = append(all, redact.Field{Name: path, Numbers: numbers, Query: part.query})
			}
		}
	}
	return all
}
