package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/a2a/dialect"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/wire"
)

// recording is what a command plays or runs again: a session on record or in a
// file, or one exchange.
type recording struct {
	store *recorder.Store
	name  string // for people
	list  []wire.Exchange
	file  bool
	close func() error
}

// openRecording opens what arg names. A file needs no import.
func openRecording(ctx context.Context, p *program, db dbFlag, arg string) (*recording, error) {
	if info, err := os.Stat(arg); err != nil || info.IsDir() {
		return openOnRecord(ctx, p, db, arg)
	}
	store, s, closing, err := openSession(ctx, p, db, arg)
	if err != nil {
		return nil, err
	}
	r := &recording{store: store, name: arg, file: true, close: closing}
	if r.list, err = everything(ctx, store, s.ID); err != nil {
		return nil, errors.Join(err, closing())
	}
	return r, nil
}

func openOnRecord(ctx context.Context, p *program, db dbFlag, arg string) (*recording, error) {
	store, err := db.openRead(p)
	if err != nil {
		return nil, fmt.Errorf("%w; %s is no file either", err, arg)
	}
	r := &recording{store: store, name: arg, close: store.Close}
	if x, err := store.Exchange(ctx, arg); err == nil {
		r.list = []wire.Exchange{x}
		return r, nil
	}
	s, err := findSession(ctx, store, arg)
	if err == nil {
		r.list, err = everything(ctx, store, s.ID)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return r, nil
}

// everything is a session's exchanges, the console's probes included, but not
// what earlier replays of it added.
func everything(ctx context.Context, store *recorder.Store, session string) ([]wire.Exchange, error) {
	list, err := (&sessionsShowCmd{ID: session, Probes: true}).session(ctx, store)
	return wire.Originals(list), err
}

// only keeps the exchanges with one agent, when there are several: the wanted
// one, or the one with the most exchanges. An agent is whoever served a card;
// where fewer than two did, all is kept. The note says what was chosen among
// several.
func (r *recording) only(want string) (note string, err error) {
	count, cards := map[string]int{}, map[string]bool{}
	for i := range r.list {
		x := &r.list[i]
		count[x.Agent]++
		if x.Response.Status == 200 && dialect.IsCard(dialect.RequestOf(x, nil), dialect.ResponseOf(x, nil)) {
			cards[x.Agent] = true
		}
	}
	if want == "" && len(cards) < 2 {
		return "", nil
	}
	var best string
	for origin := range cards {
		if best == "" || count[origin] > count[best] || count[origin] == count[best] && origin < best {
			best = origin
		}
	}
	if want != "" {
		origin, err := agentOrigin(want)
		if err != nil {
			return "", err
		}
		if best = origin; count[best] == 0 {
			return "", fmt.Errorf("no exchange with %s is in %s; it has some with %s", origin, r.name, strings.Join(agentsOf(count), ", "))
		}
	} else {
		note = fmt.Sprintf("%s has exchanges with %d agents; only those with %s count. --agent chooses another: %s", r.name, len(cards), best, strings.Join(agentsOf(count), ", "))
	}
	r.list = slices.DeleteFunc(r.list, func(x wire.Exchange) bool { return x.Agent != best })
	return note, nil
}

func agentsOf(count map[string]int) []string {
	var out []string
	for origin := range count {
		out = append(out, origin)
	}
	slices.Sort(out)
	return out
}
