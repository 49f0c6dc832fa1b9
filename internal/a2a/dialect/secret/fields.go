package secret

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// secretFields are the places of secrets in the messages of all gRPC methods: the
// paths in JSON that lead somewhere in a message.
func secretFields() map[procedure]fields {
	all := map[procedure]fields{}
	for _, s := range registry.Services() {
		for _, op := range s.Operations() {
			in, out := s.Messages(op)
			f := fields{request: fieldsAt(s, in, requestSecrets(), nil), response: fieldsAt(s, out, responseSecrets(), nil)}
			f.request = append(f.request, fieldsAt(s, in, configURLs(requestConfigs()), secretParameters())...)
			f.response = append(f.response, fieldsAt(s, out, configURLs(responseConfigs()), secretParameters())...)
			all[procedure{s.Service(), op}] = f
		}
	}
	return all
}

// fieldsAt are the fields that paths lead to in a message: of URLs, where query is
// given.
func fieldsAt(s version.Service, message string, paths, query []string) []redact.Field {
	var all []redact.Field
	for _, path := range paths {
		if strings.HasPrefix(path, "params.") || strings.HasPrefix(path, "result.") { // JSON-RPC's envelope
			continue
		}
		numbers, ok := s.Schema().Numbers(message, path)
		if ok && !slices.ContainsFunc(all, func(f redact.Field) bool { return slices.Equal(f.Numbers, numbers) }) {
			all = append(all, redact.Field{Name: path, Numbers: numbers, Query: query})
		}
	}
	return all
}
