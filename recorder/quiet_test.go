package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// quiet: selects open exchanges by their last byte, or by their start before the first one.
func TestQuietSelectsOpenExchanges(t *testing.T) {
	t.Parallel()
	start := time.Now()
	now := start.Add(time.Minute)
	s := open(t, func(o *Options) { o.Now = func() time.Time { return now } })
	ids := map[string]string{}
	put := func(name string, sent time.Duration, isOver bool) {
		x := call()
		x.Started = start
		tape := s.Begin(x)
		tape.EndRequest(start, nil)
		tape.WriteResponseHead(start, wire.Head{Status: 200})
		if sent > 0 {
			tape.Write(wire.Response, start.Add(sent), []byte("data: 1\n\n"), false)
		}
		if isOver {
			tape.End(wire.End{At: start.Add(sent), Outcome: wire.ByAgent})
		}
		commit(t, tape)
		ids[tape.ID()] = name
	}
	put("over", 10*time.Second, true)
	put("silent", 0, false)
	put("quiet", 10*time.Second, false)
	put("active", 58*time.Second, false)
	for text, want := range map[string]string{
		"quiet:>30s":              "quiet silent ",
		"quiet:>50s":              "quiet silent ",
		"quiet:>55s":              "silent ",
		"quiet:<50s":              "active quiet ",
		"quiet:>1m1s":             "",
		"quiet:>30s quiet:<55s":   "quiet ",
		"quiet:>30s outcome:cut":  "",
		"quiet:>30s outcome:open": "quiet silent ",
		"-quiet:>30s":             "active over ",
	} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		xs, err := s.Exchanges(t.Context(), f, wire.Page{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, x := range xs {
			got += ids[x.ID] + " "
		}
		if got != want {
			t.Errorf("%s selects %q, want %q", text, got, want)
		}
	}
}
