package agentpage

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// An exchange whose bytes fit several versions counts for the interface that was called.
func TestLastAnswerOfAnInterface(t *testing.T) {
	at := func(id, dialect, url string) wire.Exchange {
		return wire.Exchange{ID: id, URL: url, Labels: wire.Labels{Dialect: dialect}}
	}
	f := a2a.Interface{URL: "http://a/v0.2", Version: a2a.V02}
	for _, c := range []struct {
		want string
		all  []wire.Exchange
	}{
		{"", []wire.Exchange{at("root", "0.1|0.2|0.3", "http://a/")}},
		{"here", []wire.Exchange{at("root", "0.1|0.2|0.3", "http://a/"), at("here", "0.2|0.3", "http://a/v0.2/")}},
		{"sure", []wire.Exchange{at("sure", "0.2", "http://a/"), at("here", "0.2|0.3", "http://a/v0.2")}},
	} {
		got := ""
		if x := lastExchange(c.all, f); x != nil {
			got = x.ID
		}
		if got != c.want {
			t.Errorf("of %d exchanges the last is %q, want %q", len(c.all), got, c.want)
		}
	}
}

// A call to the root of a tap, whose bytes fit several versions, may belong to any of them.
func TestPerhapsTheLastAnswer(t *testing.T) {
	all := []a2a.Interface{{URL: "http://a/v0.2"}, {URL: "http://a/v0.3/"}}
	at := func(urls ...string) (xs []wire.Exchange) {
		for _, u := range urls {
			xs = append(xs, wire.Exchange{URL: u, Labels: wire.Labels{Dialect: "0.2|0.3"}})
		}
		return xs
	}
	if x := lastPossibleExchange(at("http://a/v0.3", "http://a/", "http://a/other"), all); x == nil || x.URL != "http://a/" {
		t.Errorf("%+v", x)
	}
	if x := lastPossibleExchange(at("http://a/v0.3", "http://a/v0.2/"), all); x != nil {
		t.Errorf("%+v went to another interface", x)
	}
}
