package faults

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// The program is killed at random moments under mixed load, and every byte is accounted for: what a
// client or the agent received must be a prefix of what is on record. The seed determines the programs,
// the calls, and after how many reads of responses the kill comes, but not how the processes are
// scheduled in between. TestSlowCrash runs longer.
func TestCrash(t *testing.T) {
	t.Parallel()
	killAtRandom(t, func(round int) bool { return round < 6 })
}

// seedOf is the seed of the random numbers: CRASH_SEED, to repeat a run with its printed seed.
func seedOf(t *testing.T) uint64 {
	t.Helper()
	s := os.Getenv("CRASH_SEED")
	if s == "" {
		return rand.Uint64()
	}
	seed, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatalf("CRASH_SEED: %v", err)
	}
	return seed
}

// killAtRandom kills programs that record into one file, one after the other, while more returns true for
// the number of the next one.
func killAtRandom(t *testing.T, more func(round int) bool) {
	seed := seedOf(t)
	t.Logf("again with: CRASH_SEED=%d and -run %s", seed, t.Name())
	r := rand.New(rand.NewPCG(seed, 0))
	c := &crash{host: newHost(t), agent: newAgent(t), caller: newCaller(t), db: filepath.Join(t.TempDir(), "x.db")}
	round := 0
	for ; more(round) && !t.Failed(); round++ {
		c.round(rand.New(rand.NewPCG(seed, r.Uint64())), round)
	}
	c.host.whole(c.db)
	p := c.tap(c.db, c.agent.URL)
	p.stop()
	atRest(t, c.db)
	t.Logf("%d kills: %d calls begun, %d answers whole, %d broken off; %d bytes had by clients, %d by the agent", round, c.begun, c.full, c.broken, c.had, c.sent)
}

// crash is a record whose programs are killed one after the other.
type crash struct {
	*host
	agent  *agent
	caller *caller
	db     string

	begun, full, broken int
	had, sent           int64
}

func (c *crash) round(r *rand.Rand, round int) {
	c.t.Helper()
	p := c.program(r)
	seeds := make([]*rand.Rand, 6)
	for w := range seeds {
		seeds[w] = rand.New(rand.NewPCG(r.Uint64(), uint64(w)))
	}
	l := c.caller.begin(p, len(seeds), func(w, i int) call {
		return anyCall(seeds[w], fmt.Sprintf("r%d-%d-%d", round, w, i))
	})
	c.caller.progress.after(c.t, 1+r.Int64N(240))
	p.kill()
	all := l.end()
	c.agent.calls.Wait()
	c.check(p, all, r)
	c.agent.forget()
}

// program starts one of those that record.
func (c *crash) program(r *rand.Rand) *program {
	c.t.Helper()
	if r.IntN(3) == 0 {
		return c.serve(c.db, c.agent.URL)
	}
	return c.tap(c.db, c.agent.URL)
}

func anyCall(r *rand.Rand, id string) call {
	x := call{kind: []string{"call", "call", "stream", "stream", "grpc"}[r.IntN(5)], id: id,
		n: 1 + r.IntN(30), size: 1 + r.IntN(600), asks: 1 + r.IntN(3000), parts: 1 + r.IntN(4)}
	if r.IntN(10) == 0 { // more than one read's worth
		x.size, x.asks = 20_000+r.IntN(60_000), 20_000+r.IntN(60_000)
		x.n = min(x.n, 4)
	}
	return x
}

// check accounts for everything that clients and the agent received from a killed program.
func (c *crash) check(p *program, all []*answered, r *rand.Rand) {
	c.t.Helper()
	if r.IntN(2) == 0 { // otherwise reading is the first to open the file again
		c.run("sessions", "edit", p.Session, "--name", "killed", "--db", c.db)
	}
	record := c.exported(c.db, p.Session)
	for _, a := range all {
		c.begun++
		c.had += int64(len(a.body))
		if a.whole {
			c.full++
		} else {
			c.broken++
		}
		c.compare(a, record[a.id])
		delete(record, a.id)
	}
	for id := range record {
		c.t.Errorf("call %s is on record and nobody made it", id)
	}
}

func (c *crash) compare(a *answered, x *exchange) {
	c.t.Helper()
	sent, reached := c.agent.sent(a.id)
	c.sent += int64(len(sent))
	if x == nil {
		if reached {
			c.t.Errorf("call %s (%s) is not on record; the agent had %d bytes of it", a.id, a.kind, len(sent))
		}
		if a.status != 0 {
			c.t.Errorf("call %s (%s) is not on record; the client had status %d and %d bytes", a.id, a.kind, a.status, len(a.body))
		}
		return
	}
	if !bytes.HasPrefix(x.request, sent) {
		c.t.Errorf("call %s (%s): the agent had %d bytes of the request, on record are %d (%s)", a.id, a.kind, len(sent), len(x.request), x.Outcome)
	}
	if !bytes.HasPrefix(a.request(), x.request) {
		c.t.Errorf("call %s (%s): the request on record is not what the client sent", a.id, a.kind)
	}
	if !bytes.HasPrefix(x.response, a.body) || a.status != 0 && x.HTTPStatus != a.status {
		c.t.Errorf("call %s (%s): the client had status %d and %d bytes, on record are %d and %d (%s)", a.id, a.kind, a.status, len(a.body), x.HTTPStatus, len(x.response), x.Outcome)
	}
	if !bytes.HasPrefix(a.response(), x.response) {
		c.t.Errorf("call %s (%s): the response on record is not what the agent answered", a.id, a.kind)
	}
	switch {
	case a.whole && (x.Outcome != "agent" || len(x.response) != len(a.body)):
		c.t.Errorf("call %s (%s): the client had the end, the record says %q after %d of %d bytes", a.id, a.kind, x.Outcome, len(x.response), len(a.body))
	case x.Outcome == "":
		c.t.Errorf("call %s (%s) is still open", a.id, a.kind)
	}
}
