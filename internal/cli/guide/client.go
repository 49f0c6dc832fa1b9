package guide

import (
	"iter"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// mostAgents is how many values of User-Agent are kept of a client.
const mostAgents = 4

// program is what of a command is kept on record: its first words, up to the first flag or
// assignment, since what follows may be secret.
func program(command string) string {
	var out []string
	for _, word := range strings.Fields(command) {
		if len(out) == 3 || strings.HasPrefix(word, "-") || strings.ContainsAny(word, "=@") {
			break
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// CalledBy are the values of User-Agent in exchanges, each once.
func CalledBy(exchanges iter.Seq2[*wire.Exchange, error]) (agents []string, err error) {
	for x, err := range exchanges {
		if err != nil {
			return nil, err
		}
		if said := x.Request.Header.Get("User-Agent"); said != "" && len(agents) < mostAgents && !slices.Contains(agents, said) {
			agents = append(agents, said)
		}
	}
	return agents, nil
}
