package link

import (
	"net/url"
	"testing"
)

// A click on a column's head sorts by it, the next one reverses the order, the third restores
// newest first. The address contains the order, and invalid orders are ignored.
func TestTurned(t *testing.T) {
	for _, c := range []struct{ by, at, want string }{
		{"size", "", "sort=-size"},
		{"size", "sort=-size&from=200", "sort=size"},
		{"size", "sort=size", ""},
		{"agent", "sort=size", "sort=agent"},
		{"agent", "sort=agent", "sort=-agent"},
		{"agent", "sort=-agent", ""},
		{"time", "", "sort=time"},
		{"time", "sort=time", ""},
		{"time", "sort=-time", ""},
		{"state", "q=op%3Asend&sort=nonsense", "q=op%3Asend&sort=state"},
	} {
		v, err := url.ParseQuery(c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := QueryOf(v).NextOrder(c.by).Values().Encode(); got != c.want {
			t.Errorf("%s at %q: %q, want %q", c.by, c.at, got, c.want)
		}
	}
	for at, want := range map[string]string{
		"sort=-size&from=400": "from=400&sort=-size", "sort=-size&from=-1": "sort=-size", "sort=-size&from=99999999": "from=20000&sort=-size", "from=400": "", "sort=size&view=tasks": "view=tasks", "sort=-exchanges&view=tasks&from=50&before=7": "from=50&sort=-exchanges&view=tasks", "sort=exchanges": "", "sort=duration&view=insights": "view=insights",
	} {
		v, _ := url.ParseQuery(at)
		if got := QueryOf(v).Values().Encode(); got != want {
			t.Errorf("%q is %q, want %q", at, got, want)
		}
	}
	v := url.Values{"sort": {"-size"}, "from": {"400"}}
	toggled, _ := QueryOf(v).Toggled("is:failed")
	for what, q := range map[string]Query{"another filter": toggled, "all sessions": QueryOf(v).Everywhere()} {
		if q.Order.String() != "-size" || q.From != 0 {
			t.Errorf("%s: %s from %d", what, q.Order, q.From)
		}
	}
	if q := QueryOf(v); q.ExchangeURL("7", "") != "/exchanges/7?from=400&sort=-size" {
		t.Error(q.ExchangeURL("7", ""))
	}
}
