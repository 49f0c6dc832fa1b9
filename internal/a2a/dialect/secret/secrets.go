package secret

import (
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// Places are the places of secrets in all exchanges with an agent: the
// usual headers and parameters, the API keys that its card names, push tokens and
// credentials. Immutable and safe for concurrent use; make them once for a card.
type Places struct{ headers, query []string }

// PlacesOf returns the places for a card; nil is an agent whose card nobody knows.
func PlacesOf(card *a2a.Card) *Places {
	t := table()
	p := &Places{headers: t.headers, query: t.query}
	if card != nil {
		p.addKeys(card)
	}
	return p
}

// addKeys adds the API keys that a card's security schemes name. The slices of
// the table have no room, so that each append copies.
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
	p.headers, p.query = full(p.headers), full(p.query)
}

// full leaves no room for others who append.
func full(s []string) []string { return s[:len(s):len(s)] }

// At returns the places in one exchange. What the body asks for is not known yet
// when the first bytes are recorded, so the members are those of all versions and
// bindings; none of them can lie in the content of a message, an artifact or
// metadata. The result shares its memory with that of other exchanges.
func (p *Places) At(url string) redact.Secrets {
	t := table()
	s := redact.Secrets{
		Headers: p.headers, Usual: true, Query: p.query, Form: t.form,
		Request: t.request, Response: t.response, Events: t.events,
	}
	if pushRoute(url) {
		s.Events = t.response
	}
	if m, ok := grpc.MethodOf(url); ok && m.Speaks != nil {
		f := t.fields[procedure{m.Service, m.Op()}]
		s.RequestFields, s.ResponseFields = f.request, f.response
	}
	return s
}

// pushRoute reports a path of the HTTP+JSON binding on which push configurations
// are asked for; their members lie at the root of what is answered there.
func pushRoute(url string) bool {
	path := wire.PathOf(url)
	return strings.Contains(path, "pushNotification") || strings.Contains(path, "pushnotification") || strings.Contains(path, "push_notification")
}

// secrets is all that is the same for every agent.
type secrets struct {
	headers, query, form      []string
	request, response, events *redact.Members
	fields                    map[procedure]fields
}

// procedure is a method of a gRPC service, whatever it is called there.
type procedure struct {
	service string
	op      a2a.Operation
}

// fields are the places of secrets in the messages of a gRPC method.
type fields struct{ request, response []redact.Field }

// table is made when it is first asked for, and read only from then on.
var table = sync.OnceValue(func() *secrets {
	return &secrets{
		headers: full(append(wire.PushTokenHeaders(),
			"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie",
			"X-API-Key", "API-Key", "ApiKey", "X-Auth-Token", "X-Access-Token", "X-Goog-Api-Key", "X-Amz-Security-Token",
		)),
		query: full(secretParameters()),
		form: full([]string{
			"client_secret", "client_assertion", "password", "code", "code_verifier", "device_code",
			"access_token", "refresh_token", "id_token", "subject_token", "actor_token", "assertion", "token",
			"SAMLResponse", "logout_token", "api_key", "apikey", "secret",
		}),
		request:  redact.NewMembers(requestSecrets()...).WithURLs(secretParameters(), configURLs(requestConfigs())...),
		response: redact.NewMembers(responseSecrets()...).WithURLs(secretParameters(), configURLs(responseConfigs())...),
		events:   redact.NewMembers(eventSecrets()...).WithURLs(secretParameters(), configURLs(responseConfigs())...),
		fields:   secretFields(),
	}
})

// secretParameters are those of queries, of a push address too. A code is one only
// where an authorization server hands it over: package redact tells.
func secretParameters() []string {
	return []string{
		"api_key", "apikey", "api-key", "key", "access_token", "token", "auth", "auth_token", "client_secret", "secret",
		"refresh_token", "id_token", "id_token_hint", "subject_token", "code", "code_verifier", "device_code", "assertion", "client_assertion",
		"password", "passwd", "pwd", "jwt", "sig", "signature", "X-Amz-Signature", "X-Amz-Security-Token", "X-Amz-Credential", "X-Goog-Signature",
	}
}
