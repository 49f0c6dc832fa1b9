package wire_test

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestOriginalsAreWhatHappened(t *testing.T) {
	t.Parallel()
	list := []wire.Exchange{
		{ID: "a", Origin: wire.Client},
		{ID: "b", Origin: wire.Replay, Link: "a"},         // of this session
		{ID: "c", Origin: wire.Replay, Link: "elsewhere"}, // of an exchange in another session
		{ID: "d", Origin: wire.Compose, Link: "a"},        // sent again by hand
		{ID: "e", Origin: wire.Replay, Link: "b"},         // a replay of a replay
		{ID: "f", Origin: wire.Terminal},
	}
	got := ""
	for _, x := range wire.FilterOriginals(list) {
		got += x.ID
	}
	if got != "acdf" {
		t.Errorf("left are %q", got)
	}
}
