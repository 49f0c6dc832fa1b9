package judge

import (
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// lists reports whether the answer is a list of tasks for a known query.
func (v *view) lists() bool {
	return v.op(a2a.ListTasks) && v.succeeded() && v.result != nil && v.result.Tasks != nil
}

// unordered reports a list that is not sorted by the time of the status.
func unordered(v *view) {
	if !v.lists() {
		return
	}
	var last time.Time
	for i := range v.result.Tasks {
		stamp := v.result.Tasks[i].Status.Timestamp
		at, _, ok := a2a.ParseTime(stamp)
		if ok && !last.IsZero() && at.After(last) {
			v.answers(fmt.Sprintf(".tasks[%d].status.timestamp", i), "the status of the previous task is from "+last.Format(time.RFC3339Nano)+", that of this task from "+stamp+", which is later")
			return
		}
		if ok {
			last = at
		}
	}
}

// uninvitedArtifacts reports artifacts in a list that did not ask for them.
func uninvitedArtifacts(v *view) {
	if !v.lists() || v.c.List != nil && v.c.List.IncludeArtifacts {
		return
	}
	for i := range v.result.Tasks {
		if len(v.result.Tasks[i].Artifacts) > 0 {
			v.answers(fmt.Sprintf(".tasks[%d].artifacts", i), "the task has artifacts, but includeArtifacts is not true")
			return
		}
	}
}

// unfiltered reports a task that the query's filters exclude.
func unfiltered(v *view) {
	if !v.lists() || v.c.List == nil {
		return
	}
	q := v.c.List
	after, _, stamped := a2a.ParseTime(q.StatusTimestampAfter)
	for i := range v.result.Tasks {
		t := &v.result.Tasks[i]
		at, _, ok := a2a.ParseTime(t.Status.Timestamp)
		place := fmt.Sprintf(".tasks[%d]", i)
		switch {
		case q.ContextID != "" && t.ContextID != q.ContextID:
			v.answers(place+".contextId", "the task is in the context "+quoteShort(t.ContextID)+"; the request asks for "+quoteShort(q.ContextID))
		case q.State != "" && q.State != a2a.Unspecified && t.Status.State != q.State:
			v.answers(place+".status.state", "the task is "+t.Status.State.Word()+"; the request asks for "+q.State.Word())
		case stamped && ok && at.Before(after):
			v.answers(place+".status.timestamp", "the status is from "+t.Status.Timestamp+"; the request asks for those after "+q.StatusTimestampAfter)
		default:
			continue
		}
		return
	}
}

// paging is a page of a list, linked to the page before.
type paging struct {
	fact
	prior *paging
	depth int
	total int
	tasks map[string]string // state and time of each task's status, by task id
	twice int               // index of the first task that occurs again on the page, -1 for none
}

// mostPaged bounds how many pages are compared with each other.
const mostPaged = 100

// pageKey identifies a page by its token, query and caller.
func pageKey(v *view, token string) string {
	q := v.c.List
	return fmt.Sprintf("%s\x00%s\x00%s\x00%s\x00%s", token, q.ContextID, q.State, q.StatusTimestampAfter, credentials(v.X))
}

// page returns the answer as a page, linked to the page before. ok is false when that page is unknown.
func (v *view) page() (p *paging, ok bool) {
	if !v.lists() || v.c.List == nil {
		return nil, false
	}
	p = &paging{fact: fact{v.X.ID, v.X.AgentEnded()}, total: v.result.Total, tasks: map[string]string{}, twice: -1}
	for i := range v.result.Tasks {
		id := v.result.Tasks[i].ID
		if _, twice := p.tasks[id]; twice && p.twice < 0 {
			p.twice = i
		}
		p.tasks[id] = statusOf(&v.result.Tasks[i])
	}
	if token := v.c.List.PageToken; token != "" {
		was := v.agent.pages.byName[pageKey(v, token)]
		if was == nil || !was.isBefore(v.X) || was.depth == mostPaged {
			return p, false
		}
		p.prior, p.depth = was, was.depth+1
	}
	return p, true
}

func statusOf(t *a2a.Task) string { return string(t.Status.State) + " " + t.Status.Timestamp }

// pagesOverlap reports a task on two pages, and pages whose tasks do not add up to the total.
func pagesOverlap(v *view) {
	p, ok := v.page()
	if !ok {
		return
	}
	count, same := 0, true
	for i := range v.result.Tasks {
		t := &v.result.Tasks[i]
		if i == p.twice {
			v.answers(fmt.Sprintf(".tasks[%d].id", i), "the task "+quoteShort(t.ID)+" is on this page twice")
			return
		}
		for was := p.prior; was != nil; was = was.prior {
			if status, twice := was.tasks[t.ID]; twice && status == statusOf(t) {
				v.answers(fmt.Sprintf(".tasks[%d].id", i), "the task "+quoteShort(t.ID)+" was on an earlier page", was.exchange)
				return
			} else if twice {
				same = false // it moved while the list was read
			}
		}
	}
	var others []string
	for was := p; was != nil; was = was.prior {
		count += len(was.tasks)
		same = same && was.total == p.total
		if was != p {
			others = append(others, was.exchange)
		}
	}
	if v.result.Next == "" && same && p.total != count && p.total > 0 {
		v.answers(".totalSize", fmt.Sprintf("totalSize is %d, but all pages together have %d tasks", p.total, count), others...)
	}
}
