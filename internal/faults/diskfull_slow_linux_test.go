//go:build slow

package faults

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
)

// The disk fills under one program, and another records into the same file as soon as there is room.
// Neither loses recorded exchanges to the other, and the first recovers by itself.
func TestSlowDiskFullBesideAnother(t *testing.T) {
	t.Parallel()
	dir, free := smallDisk(t)
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	db := filepath.Join(dir, "x.db")
	first := h.serve(db, a.URL)
	first.awaitSearchForCard()
	all := c.many(first, 30, small("one"))
	all = append(all, fill(t, c, first)...)
	all = append(all, c.many(first, 30, small("two"))...)
	first.freeze(db)
	free()
	second := h.tap(db, a.URL)
	others := c.many(second, 60, small("other"))
	first.thaw()
	first.said.await(t, "that recording goes on", resumedIn)
	three := c.many(first, 30, small("three"))
	all = append(all, three...)
	mustWork(t, others)
	mustWork(t, all)
	h.account(db, first.Session, three)
	h.account(db, second.Session, others)
	countAll(t, h, first, db, all)
	first.stop()
	second.stop()
	h.account(db, second.Session, others)
	h.account(db, first.Session, three)
	for _, g := range h.gapsOf(db, first.Session) {
		if g.Why != "disk-full" { // the numbers of its rows were already taken by the other
			t.Errorf("a gap for another reason than the disk: %+v", g)
		}
	}
	countAll(t, h, first, db, all)
	h.whole(db)
	atRest(t, db)
}

// The disk fills up while an event is held: the edited event is sent, the stream continues to its end,
// and the record does not claim to be complete.
func TestSlowDiskFullWhileHeld(t *testing.T) {
	t.Parallel()
	dir, free := smallDisk(t)
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	db := filepath.Join(dir, "x.db")
	p := h.serve(db, a.URL, "--rule", holdsSecond)
	p.awaitSearchForCard()
	got, resp, item := holding(t, c, p, "open")
	all := fill(t, c, p)
	mustWork(t, all)
	edit := `{"jsonrpc":"2.0","id":"open","result":{"edited":true}}`
	if status := p.api("POST", "/api/held/"+item.ID+"/release", `{"how":"edit","anyway":true,"document":`+edit+`}`, nil); status != http.StatusNoContent {
		t.Fatalf("released with %d", status)
	}
	c.read(got, resp)
	want := string(event("open", 0, 400)) + "data: " + edit + "\n\n" + string(event("open", 2, 400)) + string(event("open", 3, 400))
	if string(got.body) != want || !got.whole {
		t.Errorf("the client has %q, %v", got.body, got.err)
	}
	free()
	p.until("recording works again", func() bool {
		mustWork(t, []*answered{c.make(t.Context(), p, call{kind: "call", id: fmt.Sprint("again-", len(all)), size: 100, asks: 100})})
		var r struct{ Problem string }
		p.api("GET", "/api/recording", "", &r)
		return r.Problem == ""
	})
	p.stop()
	x := h.exported(db, p.Session)["open"]
	if x == nil || !x.Incomplete {
		if how := h.passed(db, x.ID); how != "edited 1" {
			t.Errorf("the record says that it is whole, and passed is %q", how)
		}
	}
	h.whole(db)
	atRest(t, db)
}
