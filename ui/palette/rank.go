package palette

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/part"
)

// score rates how well a hit's name matches a lower-case query: 0 for not at all.
func score(h frame.Hit, q string) int {
	name := strings.ToLower(h.Title)
	all := name + " " + strings.ToLower(h.Kind+" "+h.Detail)
	switch {
	case name == q:
		return 6
	case strings.HasPrefix(name, q):
		return 5
	case strings.Contains(" "+name, " "+q):
		return 4
	case strings.Contains(name, q):
		return 3
	case strings.Contains(all, q) || strings.Contains(strings.ToLower(h.Kind+" "+h.Title), q):
		return 2
	}
	for _, word := range strings.Fields(q) { // "session new" matches "New session"
		if !strings.Contains(all, word) {
			return 0
		}
	}
	return 1
}

// rank rates a hit among others. A thing with a matching name comes before actions that only contain
// the query.
func rank(h frame.Hit, q string) int {
	n := 2 * score(h, q)
	if isThing := slices.Contains([]string{"agent", "session", "task", "exchange", "saved request"}, h.Kind); isThing && strings.Contains(strings.ToLower(h.Title), q) {
		n = max(n, 2*4) + 1
	}
	return n
}

// sortByScore puts the best matches first. Equal hits keep their order.
func sortByScore(hits []frame.Hit, q string) {
	if q != "" {
		slices.SortStableFunc(hits, func(a, b frame.Hit) int { return cmp.Compare(rank(b, q), rank(a, q)) })
	}
}

// maxLead is how many bytes of a detail may come before a match without the match being cut off.
const maxLead = 24

// showMatch returns a hit whose detail begins near the first word of the query that only the detail
// contains, so that people see why it was found.
func showMatch(h frame.Hit, q string) frame.Hit {
	name, detail := strings.ToLower(h.Kind+" "+h.Title), strings.ToLower(h.Detail)
	for _, word := range strings.Fields(q) {
		if i := strings.Index(detail, word); i > maxLead && !strings.Contains(name, word) && len(detail) == len(h.Detail) {
			h.Detail = "…" + h.Detail[strings.LastIndex(h.Detail[:i-maxLead/2], " ")+1:]
			return h
		}
	}
	return h
}

// maxRecent bounds the recently visited places at the top.
const maxRecent = 5

// moveRecentFirst puts recently visited places first, the last one at the top. kept has a line for
// each, with address and name, as the browser stored them.
func moveRecentFirst(kept string, hits []frame.Hit) []frame.Hit {
	var out []frame.Hit
	for line := range strings.Lines(kept) {
		at, name, ok := strings.Cut(strings.TrimSpace(line), " ")
		u, err := url.Parse(at)
		if !ok || err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(at, "/") || strings.HasPrefix(at, "//") || strings.Contains(at, "\\") || len(out) == maxRecent {
			continue
		}
		out = append(out, frame.Hit{Kind: "recent", Title: part.Short(name, 80), URL: u.RequestURI()})
		hits = slices.DeleteFunc(hits, func(h frame.Hit) bool { return h.URL == at && h.Post == "" })
	}
	return append(out, hits...)
}

// maxSuffixScan bounds the newest exchanges in which the end of an id is searched.
const maxSuffixScan = 500

// findBySuffix finds exchanges by the end of their id, or of their task's or context's id, as lists
// show it: "01a2…96f968be". It also returns that end.
func (s *Screen) findBySuffix(ctx context.Context, q string) ([]wire.Exchange, string, error) {
	end := q
	if i := strings.LastIndex(q, "…"); i >= 0 {
		end = q[i+len("…"):]
	}
	if len(end) < 4 || strings.ContainsAny(end, " :\"") {
		return nil, q, nil
	}
	xs, err := s.Library.Exchanges(ctx, wire.Filter{ExcludedOrigins: []wire.Origin{wire.Console}}, wire.Page{Limit: maxSuffixScan})
	xs = slices.DeleteFunc(xs, func(x wire.Exchange) bool {
		return !strings.HasSuffix(x.ID, end) && !strings.HasSuffix(strings.ToLower(x.Labels.Task), end) && !strings.HasSuffix(strings.ToLower(x.Labels.Context), end)
	})
	return xs[:min(len(xs), 40)], end, err
}
