package console

import (
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestATapKeepsItsAgentsPath: the list of taps has the addresses that clients use, even for two agents of
// one origin, and for one known from before.
func TestATapKeepsItsAgentsPath(t *testing.T) {
	const origin, before = "http://127.0.0.1:1", "http://127.0.0.1:2"
	at := Address{Host: "127.0.0.1", port: 0, isPortFixed: true}
	s := &Console{Plumbing: testPlumbing(t, PlumbingOptions{TapPort: at.First()}), p: testEnv{}, o: Options{Agents: []string{origin + "/a", origin + "/b"}, Taps: at}}
	if err := s.Store.SaveAgent(t.Context(), wire.Agent{Origin: before, TapPort: 1, CardURL: before + "/c/.well-known/agent-card.json"}); err != nil {
		t.Fatal(err)
	}
	if err := s.openTaps(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Taps.Open(t.Context(), "http://127.0.0.1:3"); err != nil { // like one that a card names
		t.Fatal(err)
	}
	var agents []string
	for _, l := range s.taps("") {
		agents = append(agents, l.Agent)
	}
	if want := []string{origin + "/a", origin + "/b", before + "/c", "http://127.0.0.1:3"}; !slices.Equal(agents, want) {
		t.Errorf("announced: %v", agents)
	}
	for i, tap := range (pageTaps{s.Plumbing, ""}).Taps() {
		if want := [][]string{{"/a", "/b"}, {"/c"}, nil}[i]; !slices.Equal(tap.Paths, want) || i == 1 && tap.Address() != tap.URL+"/c" {
			t.Errorf("tap %d: %+v", i, tap)
		}
	}
}
