package console

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// maxCardFetches is how many card fetches of an agent AddCardFromRecord reads.
const maxCardFetches = 50

// AddCardFromRecord adds the agent's card from elsewhere on record to a recording that has none:
// the newest response for each path and A2A-Version. It returns a sentence about that, "" if it
// added nothing.
func (r *Recording) AddCardFromRecord(ctx context.Context) (note string, err error) {
	if r.IsFile || len(r.Exchanges) == 0 || slices.ContainsFunc(r.Exchanges, isCardFetch) {
		return "", nil
	}
	agent := r.Exchanges[0].Agent
	list, err := r.Store.Exchanges(ctx, wire.Filter{Agents: []string{agent}, Ops: []string{string(a2a.GetCard)}}, wire.Page{Limit: maxCardFetches})
	if err != nil {
		return "", fmt.Errorf("look for the card of %s: %w", agent, err)
	}
	var newest wire.Exchange
	have := map[[2]string]bool{}
	for _, x := range list {
		key := [2]string{x.URL, x.Request.Header.Get("A2A-Version")}
		if x.Agent != agent || !isCardFetch(x) || have[key] {
			continue
		}
		if have[key] = true; newest.ID == "" {
			newest = x
		}
		r.Exchanges = append(r.Exchanges, x)
	}
	if newest.ID == "" {
		return "", nil
	}
	return "The Agent Card is not from this session. It is the one that " + agent + " served on " + words.Stamp(newest.Started) + ".", nil
}

// isCardFetch reports whether the exchange fetched a card and has all its bytes.
func isCardFetch(x wire.Exchange) bool {
	return x.Labels.Op == string(a2a.GetCard) && x.Response.Status == http.StatusOK && x.Outcome == wire.ByAgent && !x.HasMissingBytes()
}
