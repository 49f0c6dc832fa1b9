package rule

import (
	"fmt"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// An agent with another name in each of its cards does not fill the memory.
func TestNamesOfAgentsAreForgotten(t *testing.T) {
	t.Parallel()
	n := 0
	s := New(Options{Vocabulary: filter.Vocabulary{}, AgentName: func(string) string {
		n++
		return fmt.Sprint("agent number ", n)
	}})
	if err := s.Put([]wire.Rule{{Text: `agent:"agent number 77" => delay 1s`, On: true}}); err != nil {
		t.Fatal(err)
	}
	watched := 0
	for range 1000 {
		if s.Watches(&wire.Exchange{Agent: "http://127.0.0.1:9000", Origin: wire.Client}) {
			watched++
		}
	}
	kept := 0
	s.current.Load().agents.Range(func(any, any) bool { kept++; return true })
	if watched == 0 || kept != 1 {
		t.Errorf("watched %d times, %d agents are kept", watched, kept)
	}
}
