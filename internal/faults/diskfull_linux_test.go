package faults

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// smallDisk is a folder on a separate file system of 12 MB. free makes it 200 MB.
func smallDisk(t *testing.T) (dir string, free func()) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=12m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir, func() {
		t.Helper()
		must(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=200m"))
	}
}

// awaitSearchForCard waits until the console has found that the agent has no card, because its own calls
// count in gaps too.
func (p *program) awaitSearchForCard() {
	p.t.Helper()
	p.said.await(p.t, "that there is no card", func(said string) bool { return strings.Contains(said, "no Agent Card found") })
}

// big is a call with a response of 100 KB.
func big(name string) func(w, i int) call {
	return func(w, i int) call {
		return call{kind: "call", id: fmt.Sprintf("%s-%d-%d", name, w, i), size: 100 << 10, asks: 100}
	}
}

// told asserts that the log reports a fault and its end, at the default level.
func told(t *testing.T, said string) {
	t.Helper()
	var fault, end string
	for _, line := range strings.Split(said, "\n") {
		switch {
		case fault == "" && interrupted(line):
			fault = line
		case fault != "" && resumed(line):
			end = line
		}
	}
	if fault == "" || end == "" {
		t.Errorf("the log tells of the full disk with %q and of its end with %q", fault, end)
	}
}

// The disk is full for long and has room again: every call is answered, and everything missing is counted
// in gaps, to the last call.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	dir, free := smallDisk(t)
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	db := filepath.Join(dir, "x.db")
	p := h.serve(db, a.URL)
	p.awaitSearchForCard()
	// 32 MB is more than fits on the disk and in memory.
	all := c.many(p, 320, big("full"))
	mustWork(t, all)
	p.said.await(t, "that recording is interrupted", interruptedIn)
	free()
	p.until("recording works again", func() bool {
		a := c.make(t.Context(), p, call{kind: "call", id: fmt.Sprintf("again-%d", len(all)), size: 100, asks: 100})
		mustWork(t, []*answered{a})
		all = append(all, a)
		var r struct{ Problem string }
		p.api("GET", "/api/recording", "", &r)
		return r.Problem == ""
	})
	after := c.make(t.Context(), p, call{kind: "call", id: "after", size: 100, asks: 100})
	mustWork(t, []*answered{after})
	all = append(all, after)
	countAll(t, h, p, db, all)
	told(t, p.said.String())
	p.stop()
	countAll(t, h, p, db, all)
	h.whole(db)
	atRest(t, db)
}

// The program is killed while the disk is full: what was only in memory is lost, and the record says so.
func TestKilledWithAFullDisk(t *testing.T) {
	t.Parallel()
	dir, free := smallDisk(t)
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	db := filepath.Join(dir, "x.db")
	p := h.serve(db, a.URL)
	p.awaitSearchForCard()
	all := c.many(p, 30, small("before"))
	open := &answered{call: call{kind: "hold", id: "open", n: 4, size: 400, asks: 100}, status: 200}
	resp, err := c.open(t.Context(), p.url(), open.call)
	must(t, err)
	all = append(all, fill(t, c, p)...)
	all = append(all, c.many(p, 100, big("after"))...)
	a.letGo("open")
	c.read(open, resp)
	all = append(all, open)
	mustWork(t, all)
	p.kill()
	free()
	countAll(t, h, p, db, all)
	x := h.show(db, p.Session)["open"]
	if !x.Incomplete || len(x.Gaps) != 1 || x.Gaps[0].Why != "disk-full" {
		t.Errorf("the call that was open says %+v of what may be missing", x.Gaps)
	}
	h.whole(db)
	atRest(t, db)
}

// countAll asserts that each call is on record, complete or marked incomplete with its gap, or counted in
// a gap of the session.
func countAll(t *testing.T, h *host, p *program, db string, all []*answered) {
	t.Helper()
	var record map[string]exchange
	var missing int
	h.soon(func() bool {
		record, missing = h.show(db, p.Session), 0
		for _, g := range h.gapsOf(db, p.Session) {
			missing += g.Exchanges
		}
		return len(record)+missing == len(all)
	})
	t.Logf("%d answered, %d on record, %d counted in gaps", len(all), len(record), missing)
	if len(record)+missing != len(all) {
		t.Errorf("%d calls were answered; %d are on record and %d in gaps: %d are nowhere", len(all), len(record), missing, len(all)-len(record)-missing)
	}
	for _, g := range h.gapsOf(db, p.Session) {
		if g.Why == "" || g.From == "" || g.To == "" {
			t.Errorf("a gap does not say from when to when and why: %+v", g)
		}
	}
	full := h.exported(db, p.Session)
	for _, a := range all {
		x := full[a.id]
		if line := record[a.id]; line.Incomplete && len(line.Gaps) == 0 {
			t.Errorf("call %s is incomplete and does not say what is missing", a.id)
		}
		if x != nil && !x.Incomplete && string(x.response) != string(a.body) {
			t.Errorf("call %s has %d of %d bytes on record and does not say that some are missing", a.id, len(x.response), len(a.body))
		}
	}
	select {
	case <-p.ended:
	default:
		var r struct{ Session struct{ Gaps []gap } }
		if p.api("GET", "/api/recording", "", &r); missing > 0 && len(r.Session.Gaps) == 0 {
			t.Error("/api/recording says nothing of the gaps")
		}
	}
}

// small is a call of some hundred bytes.
func small(name string) func(w, i int) call {
	return func(w, i int) call {
		return call{kind: "call", id: fmt.Sprintf("%s-%d-%d", name, w, i), size: 400, asks: 400}
	}
}

// fill makes calls until recording fails.
func fill(t *testing.T, c *caller, p *program) (all []*answered) {
	t.Helper()
	for i := 0; ; i++ {
		if interruptedIn(p.said.String()) {
			return all
		}
		if i == 100 {
			t.Fatal("the disk does not fill up")
		}
		all = append(all, c.many(p, 20, big(fmt.Sprintf("fill-%d", i)))...)
	}
}
