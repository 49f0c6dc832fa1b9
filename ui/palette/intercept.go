package palette

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/part"
)

// exchangeOf returns the exchange of the page on which the palette was opened; "" for none.
func exchangeOf(r *http.Request) string {
	from, err := url.Parse(r.Referer())
	if err != nil || from.Host != r.Host {
		return ""
	}
	id, ok := strings.CutPrefix(from.Path, "/exchanges/")
	if !ok || strings.Contains(id, "/") {
		return ""
	}
	return id
}

// interceptHits lists actions of Intercept: for the open exchange, for held items and, once
// something is typed, presets.
func (s *Screen) interceptHits(q, exchange string) (out []frame.Hit) {
	f := s.Frame
	if f.Rules == nil || f.HoldQueue == nil {
		return nil
	}
	if exchange != "" {
		out = append(out, frame.Hit{Kind: "action", Title: "Hold the next matching call", Detail: "the next call like the one that is open", Post: "/intercept/next?" + url.Values{"exchange": {exchange}}.Encode(), URL: "/intercept"})
	}
	if n := len(f.HoldQueue.Items()); n > 0 {
		out = append(out, frame.Hit{Kind: "action", Title: "Forward all held items", Detail: part.Count(n) + " held", Post: "/intercept/forward", URL: "/intercept"})
	}
	if q == "" {
		return out
	}
	on := map[string]bool{}
	for _, r := range f.Rules.Rules() {
		on[r.Preset] = true
	}
	for _, p := range f.Rules.Presets() {
		do, word := "on", "Switch on: "
		if on[p.Name] {
			do, word = "off", "Switch off: "
		}
		out = append(out, frame.Hit{Kind: "action", Title: word + p.Title, Detail: p.Does, Post: "/intercept/presets/" + url.PathEscape(p.Name) + "/" + do, URL: "/intercept"})
	}
	return out
}
