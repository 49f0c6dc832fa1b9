package secret

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

//go:embed places.txt
var text string

// listed are the places of a kind; the first lines of places.txt say which kinds there are.
func listed(kind string) (all []string) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 && words[0] == kind {
			all = append(all, words[1:]...)
		}
	}
	return slices.Clip(all)
}

// below are members of each push configuration that stands at one of some places.
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

// body is where the bodies of one side have secrets.
type body struct{ members, urls []string }

// bodyOf is those of push configurations, which stand at some places, and others.
func bodyOf(configs, others []string) body {
	members := below(configs, "token", "authentication.credentials")
	return body{append(members, others...), below(append([]string{"."}, configs...), "url")}
}

// redacted is the members, with the secret parameters of URLs.
func (b body) redacted() *redact.Members {
	return redact.NewMembers(b.members...).WithURLs(listed("parameter"), b.urls...)
}

// fieldsOf are the places of secrets in the messages of all gRPC methods: the
// paths in JSON that lead somewhere in a message.
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

// fieldsAt are the fields of a message that have secrets, then those that are URLs with them.
func fieldsAt(s version.Service, message string, b body) (all []redact.Field) {
	for _, part := range []struct{ paths, query []string }{{b.members, nil}, {b.urls, listed("parameter")}} {
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
