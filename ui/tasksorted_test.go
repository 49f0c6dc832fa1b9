package ui

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

// TestTasksAreSorted: a click on a column head sorts all counted tasks, not just the page's, and
// the counts are shown below; the pages follow that order.
func TestTasksAreSorted(t *testing.T) {
	f := emptyRecord()
	for i := range 120 {
		f.put(sample(i%100, fmt.Sprint("many", i)))
		f.exchanges[i].Labels.Task = fmt.Sprintf("task-%03d", i)
		f.exchanges[i].Started = fakeNow().Add(-1e9 * 60) // all have the same length but one
	}
	f.exchanges[3].Started = f.exchanges[3].Started.Add(-1e9 * 3600)
	s := newTestServer(t, f, &fakeCaller{})
	id := regexp.MustCompile(`data-url="[^"]*rows=(task-\d+)`)
	seen := map[string]bool{}
	at := "/traffic?view=tasks&sort=-duration"
	for page := range 3 {
		body := get(t, s, at).Body.String()
		for i, m := range id.FindAllStringSubmatch(body, -1) {
			if page == 0 && i == 0 && m[1] != "task-003" {
				t.Errorf("the longest is %s", m[1])
			}
			if seen[m[1]] {
				t.Errorf("%s stands on two pages", m[1])
			}
			seen[m[1]] = true
		}
		if !strings.Contains(body, "120 tasks · 0 failed · 0 open · 120 completed") || !strings.Contains(body, "of 120<") {
			t.Errorf("page %d does not count all tasks", page)
		}
		at = fmt.Sprintf("/traffic?view=tasks&sort=-duration&from=%d", 50*(page+1))
		if page < 2 != strings.Contains(body, strings.ReplaceAll(fmt.Sprintf("/traffic?from=%d&sort=-duration&view=tasks", 50*(page+1)), "&", "&amp;")) {
			t.Errorf("page %d: the next is not where it should be", page)
		}
	}
	if len(seen) != 120 {
		t.Errorf("%d tasks on three pages", len(seen))
	}
	if body := get(t, s, "/traffic?view=tasks&sort=-duration").Body.String(); !strings.Contains(body, `href="/traffic?sort=duration&amp;view=tasks"`) || !strings.Contains(body, ", descending") {
		t.Error("the head does not turn the order round")
	}
}

// samplesCounter counts reads of samples.
type samplesCounter struct {
	*fakeRecord
	reads atomic.Int64
}

func (c *samplesCounter) Samples(ctx context.Context, q wire.Filter, limit int, d time.Duration) (wire.SampleSet, error) {
	c.reads.Add(1)
	return c.fakeRecord.Samples(ctx, q, limit, d)
}

// TestTasksAreCountedAtTheirPace: tasks that are redrawn ten times a second are counted less often.
func TestTasksAreCountedAtTheirPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &samplesCounter{fakeRecord: normalRecord()}
		s := newTestServer(t, c.fakeRecord, &fakeCaller{}, func(o *Options) { o.Library = c })
		b := openTab(t, s, "/traffic?view=tasks", nil)
		time.Sleep(5 * time.Second)
		before := c.reads.Load()
		for i := range 20 {
			if err := c.Rename(t.Context(), c.Current().ID, fmt.Sprint("name ", i)); err != nil {
				t.Fatal(err)
			}
			s.web.Notify(web.Sessions)
			time.Sleep(100 * time.Millisecond)
		}
		if n := c.reads.Load() - before; n > 4 {
			t.Errorf("they were counted %d times in two seconds", n)
		}
		b.cancel()
		<-b.done
	})
}
