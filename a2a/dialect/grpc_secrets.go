package dialect

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/wire"
)

// secretFields are the places of secrets in the messages of a gRPC call: those
// of the paths in JSON that lead somewhere.
func secretFields(url string) (request, respond []wire.Field) {
	m, ok := rpcOf(url)
	if !ok || m.op() == "" {
		return nil, nil
	}
	in, out := m.speaks.Messages(m.op())
	return fieldsAt(m.speaks, in, requestSecrets()), fieldsAt(m.speaks, out, responseSecrets())
}

func fieldsAt(s service, message string, paths []string) []wire.Field {
	var all []wire.Field
	for _, path := range paths {
		for _, prefix := range []string{"params.", "result."} { // JSON-RPC's envelope
			if strings.HasPrefix(path, prefix) {
				path = ""
			}
		}
		if path == "" {
			continue
		}
		numbers, ok := s.Schema().Numbers(message, path)
		if ok && !slices.ContainsFunc(all, func(f wire.Field) bool { return slices.Equal(f.Numbers, numbers) }) {
			all = append(all, wire.Field{Name: path, Numbers: numbers})
		}
	}
	return all
}
