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
		{ID: "c", Origin: wire.Replay, Link: "elsewhere"}, // of another session: that is what happened here
		{ID: "d", Origin: wire.Compose, Link: "a"},        // sent again by hand
		{ID: "e", Origin: wire.Replay, Link: "b"},         // a replay of a replay
	}
	got := ""
	own, left := wire.FilterOriginals(list, false)
	for _, x := range own {
		got += x.ID
	}
	if left != 0 || got != "acd" {
		t.Errorf("left are %q", got)
	}
}

// TestCallsFromTheCommandLine: they are left out, unless asked for, if programs or pages called too, and are
// the session if no one else called.
func TestCallsFromTheCommandLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		origins    []wire.Origin
		own, asked int
	}{
		{[]wire.Origin{wire.Client, wire.Terminal, wire.Terminal}, 1, 3},
		{[]wire.Origin{wire.Terminal, wire.Compose, wire.Console}, 2, 3},
		{[]wire.Origin{wire.Terminal, wire.Console, wire.Push}, 3, 3},
		{[]wire.Origin{wire.Terminal, wire.Replay}, 2, 2},
		{[]wire.Origin{wire.Terminal, "looks"}, 2, 2}, // a client that sends no message
	} {
		list := func() (all []wire.Exchange) {
			for _, o := range c.origins {
				x := wire.Exchange{ID: string(o), Origin: o, Link: "elsewhere", Labels: wire.Labels{Op: "SendMessage"}}
				if o == "looks" {
					x.Origin, x.Labels.Op = wire.Client, ""
				}
				all = append(all, x)
			}
			return all
		}
		own, left := wire.FilterOriginals(list(), false)
		asked, none := wire.FilterOriginals(list(), true)
		if len(own) != c.own || len(asked) != c.asked || left != c.asked-c.own || none != 0 {
			t.Errorf("%v: %d without %d, and asked %d without %d", c.origins, len(own), left, len(asked), none)
		}
	}
}
