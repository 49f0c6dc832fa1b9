package ui

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/web"
)

func TestFiltersByPartsOfNamesAreLive(t *testing.T) {
	x := sample(8, "new")
	for _, q := range []string{"agent:127.0.0.1:7430", "agent:127.0.0.1", "agent:reference", "agent:HTTP://127.0.0.1:7430", "agent:http://127.0.0.1:7430/", "session:sess"} {
		f, err := words.FilterVocabulary().Parse(q)
		if err != nil {
			t.Fatal(err)
		}
		if !list.Concerns(f, web.Notice{Kind: web.Record, Exchange: &x}) {
			t.Errorf("%s: refused", q)
		}
	}
}

func goesWithItsSession(t *testing.T, path string, mark string) {
	synctest.Test(t, func(t *testing.T) {
		f := normalRecord()
		f.mu.Lock()
		f.exchanges[6].Outcome, f.exchanges[6].Ended = wire.ByAgent, f.exchanges[6].Started.Add(time.Second)
		f.mu.Unlock()
		s := newTestServer(t, f, &fakeCaller{})
		b := openTab(t, s, path, nil)
		step := func(what string) string {
			time.Sleep(2 * time.Second)
			synctest.Wait()
			b.mu.Lock()
			defer b.mu.Unlock()
			got := b.sent.String()
			b.sent.Reset()
			t.Logf("%s: %d bytes, has mark %v", what, len(got), strings.Contains(got, mark))
			return got
		}
		step("open")
		x := f.put(sample(95, "new"))
		if !strings.Contains(step("put"), mark) {
			t.Fatal("not drawn at all")
		}
		f.mu.Lock()
		f.exchanges = slices.DeleteFunc(f.exchanges, func(o wire.Exchange) bool { return o.ID == x.ID })
		f.mu.Unlock()
		s.web.Notify(web.Sessions)
		if got := step("deleted"); got == "" {
			t.Error("the deleted exchange stays: nothing was sent")
		}
		b.cancel()
		<-b.done
	})
}

func TestDeletedExchangesLeaveByTask(t *testing.T) {
	goesWithItsSession(t, "/traffic?view=tasks", `title="task-95"`)
}
func TestDeletedExchangesLeaveSequence(t *testing.T) {
	goesWithItsSession(t, "/traffic?view=sequence", `id="q8"`)
}

func TestDiagramFromTheFirstExchangeGrows(t *testing.T) {
	f := normalRecord()
	f.exchanges[0].Origin = wire.Client
	_, sent := costOf(t, "/traffic?view=sequence", f, func() { f.put(sample(95, "new")) })
	if strings.Contains(sent, `id="sequence"`) {
		t.Error("drawn anew whole")
	}
}

func TestDiagramThatGrowsShowsNoOlderGap(t *testing.T) {
	f := normalRecord()
	for i := range 60 {
		f.put(sample(8+i, "more"))
	}
	at := f.exchanges[1].Started.Add(-time.Hour)
	f.gaps = []wire.Gap{{Session: "session-1", From: at, To: at.Add(time.Second), Exchanges: 3, Cause: wire.GapPaused}}
	_, sent := costOf(t, "/traffic?view=sequence", f, func() { f.put(sample(95, "new")) })
	if strings.Contains(sent, "lost-word") {
		t.Error("a gap older than the diagram stands in it after it grew")
	}
}

func TestRenameByAnotherProgramIsDrawnUnderTraffic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := normalRecord()
		s := newTestServer(t, f, &fakeCaller{})
		b := openTab(t, s, "/traffic", nil)
		time.Sleep(time.Second)
		f.Rename(t.Context(), f.Current().ID, "renamed-elsewhere")
		for i := range 60 {
			f.put(sample(20+i, "steady")) // rings for both
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if !strings.Contains(b.text(), "renamed-elsewhere") {
			t.Error("the name that another program gave did not come in a minute of traffic")
		}
		b.cancel()
		<-b.done
	})
}

// Rows leave an open list when their session is deleted, and return when it is brought back. No
// exchange changes then.
func TestRowsGoAndComeWithTheirSession(t *testing.T) {
	for _, path := range []string{"/traffic?q=", "/exchanges/0195-open-7?q="} {
		synctest.Test(t, func(t *testing.T) {
			f := normalRecord()
			f.sessions = append(f.sessions, wire.Session{ID: "session-9", Name: "Other", Exchanges: 1})
			x := sample(95, "other")
			x.Session = "session-9"
			f.put(x)
			s := newTestServer(t, f, &fakeCaller{})
			b := openTab(t, s, path, nil)
			step := func(change func()) string {
				time.Sleep(time.Second)
				synctest.Wait()
				b.mu.Lock()
				b.sent.Reset()
				b.mu.Unlock()
				f.mu.Lock()
				change()
				f.ring()
				f.mu.Unlock()
				time.Sleep(time.Second)
				synctest.Wait()
				return b.text()
			}
			last := len(f.sessions) - 1
			was := f.exchanges
			gone := step(func() { f.exchanges, f.sessions[last].Deleted = was[:len(was)-1], fakeNow() })
			if !strings.Contains(gone, "#x8, ") || !strings.Contains(gone, "data: mode remove\n") || strings.Contains(gone, "#x7") {
				t.Errorf("%s: the rows of a session that was deleted stay: %.300s", path, gone)
			}
			back := step(func() { f.exchanges, f.sessions[last].Deleted = was, time.Time{} })
			if !strings.Contains(back, `id="x8"`) || strings.Contains(back, `id="x7"`) {
				t.Errorf("%s: the rows of a session that was brought back do not come: %.300s", path, back)
			}
			if more := step(func() { f.sessions[0].Name = "renamed" }); strings.Contains(more, `id="rows"`) {
				t.Errorf("%s: the list is drawn anew for a name", path)
			}
			b.cancel()
			<-b.done
		})
	}
}

// A task that changes keeps its element, so that it stays open, whatever the agent calls it; what
// is sent does not grow with the task.
func TestTaskThatGrowsStays(t *testing.T) {
	f := emptyRecord()
	for i := range 300 {
		x := sample(i%90, fmt.Sprint("many", i))
		x.Labels.Task = "other"
		if i%2 == 0 {
			x.Labels.Task = `"><b id="tasks"> #x*\r{}`
		}
		f.put(x)
	}
	_, sent := costOf(t, "/traffic?view=tasks", f, func() {
		x := sample(95, "new")
		x.Labels.Task = `"><b id="tasks"> #x*\r{}`
		f.put(x)
	})
	if strings.Contains(sent, "mode remove") || strings.Contains(sent, "mode prepend") || strings.Count(sent, "<summary") != 1 || !strings.Contains(sent, "data-order=") || len(sent) > 4000 {
		t.Errorf("the task was not changed in its place: %.4000s", sent)
	}
	for _, id := range regexp.MustCompile(`<summary[^>]* id="([^"]*)"`).FindAllStringSubmatch(sent, -1) {
		if !regexp.MustCompile(`^t[0-9a-f]{32}-line$`).MatchString(id[1]) {
			t.Errorf("element id %q", id[1])
		}
	}
}

// The duration of a task counts on by itself while something in it is open.
func TestOpenTaskCounts(t *testing.T) {
	f := emptyRecord()
	x := sample(20, "begun")
	x.Outcome, x.Ended = "", time.Time{}
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	lasted := func() string {
		return regexp.MustCompile(`(?s)<span class="num muted lasted">(.*?)</span>`).FindString(get(t, s, "/traffic?view=tasks").Body.String())
	}
	if got := lasted(); !strings.Contains(got, fmt.Sprintf(`data-since-ms="%d"`, x.Started.UnixMilli())) {
		t.Errorf("nothing has the time of an open task go on: %s", got)
	}
	x.Outcome, x.Ended = wire.ByAgent, x.Started.Add(time.Second)
	f.put(x)
	if got := lasted(); strings.Contains(got, "data-since-ms") {
		t.Errorf("the time of a task that is over goes on: %s", got)
	}
}

// Changes by another program, and trouble with recording, show on the page within a second.
func TestChangesByAnotherProgramAreDrawn(t *testing.T) {
	for path, change := range map[string]func(f *fakeRecord){
		"/agents": func(f *fakeRecord) {
			f.agents = append(f.agents, wire.Agent{Origin: "http://127.0.0.1:9777", Name: "From elsewhere"})
		},
		"/agents/127.0.0.1:7430": func(f *fakeRecord) { f.agents[0].Name = "From elsewhere" },
		"/sessions":              func(f *fakeRecord) { f.sessions[0].Note = "From elsewhere" },
		"/traffic":               func(f *fakeRecord) { f.sessions[0].Name = "From elsewhere" },
		"/traffic?view=sequence": func(f *fakeRecord) { f.health = "From elsewhere the disk was filled." },
	} {
		t.Run(path[1:], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := normalRecord()
				s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f} })
				b := openTab(t, s, path, nil)
				time.Sleep(time.Second)
				f.mu.Lock()
				change(f)
				f.ring()
				f.mu.Unlock()
				time.Sleep(time.Second)
				synctest.Wait()
				if !strings.Contains(b.text(), "From elsewhere") {
					t.Error("not drawn after a second")
				}
				b.cancel()
				<-b.done
			})
		})
	}
}

// A request built while its draft is being sent must not bring back the sent message's webhook.
func TestSentAddressIsNotUsedAgain(t *testing.T) {
	f := normalRecord()
	begun, goOn := make(chan bool, 9), make(chan bool)
	c := &fakeCaller{prepare: func(_ inspector.Target, _ *a2a.Call) (inspector.PreparedRequest, error) {
		begun <- true
		<-goOn
		return inspector.PreparedRequest{}, nil
	}}
	s := newTestServer(t, f, c, func(o *Options) { o.Webhooks = &fakeHooks{} })
	for i := range f.agents {
		if f.agents[i].Origin == "http://127.0.0.1:7430" {
			f.agents[i].Endpoint = "http://127.0.0.1:7430/"
		}
	}
	s.drafts.Update("d", func(d *draft.Draft) {
		d.Agent, d.Push, d.Version, d.Binding = "http://127.0.0.1:7430", "console", a2a.V10, a2a.JSONRPC
		d.Parts[0].Text = "one"
	})
	done := make(chan bool)
	go func() {
		defer close(done)
		v, err := s.compose.Read(t.Context(), s.drafts.Get("d")) // another tab is drawn
		if err != nil {
			t.Error(err)
			return
		}
		v.Release()
	}()
	<-begun
	s.drafts.Update("d", func(d *draft.Draft) { d.Clear(); d.Rev++ }) // as sendDraft does
	close(goOn)
	<-done
	if h := s.drafts.Get("d").Hook; h != nil {
		t.Errorf("the next message has the hook of the last one: %v", h.URL)
	}
}

func TestDeliveriesGoWithTheirSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := normalRecord()
		x := sample(20, "pushed")
		x.Origin, x.URL = wire.Push, "http://127.0.0.1:7440/hook/1"
		x = f.put(x)
		s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Webhooks = &fakeHooks{} })
		b := openTab(t, s, "/webhooks", nil)
		time.Sleep(time.Second)
		synctest.Wait()
		b.mu.Lock()
		b.sent.Reset()
		b.mu.Unlock()
		f.mu.Lock()
		f.exchanges = f.exchanges[:len(f.exchanges)-1]
		f.mu.Unlock()
		s.web.Notify(web.Sessions) // as deleting its session does
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if b.text() == "" {
			t.Error("the deliveries of a deleted session stay")
		}
		b.cancel()
		<-b.done
	})
}

func TestTasksOfOldExchangesAreNotReadAnew(t *testing.T) {
	f := normalRecord()
	for i := range 520 {
		f.put(sample(8, fmt.Sprint("more", i)))
	}
	reads, _ := costOf(t, "/traffic?view=tasks&q=task:task-2", f, func() { f.put(sample(95, "new")) })
	t.Logf("%d reads", reads)
	if reads > 3 {
		t.Errorf("%d reads for a commit that the filter leaves out", reads)
	}
}

// Tasks are listed in pages, each task on one, and an open page keeps its tasks.
func TestTasksArePaged(t *testing.T) {
	f := emptyRecord()
	for i := range 120 {
		f.put(sample(i%100, fmt.Sprint("many", i)))
		f.exchanges[i].Labels.Task = fmt.Sprintf("task-%03d", i)
	}
	s := newTestServer(t, f, &fakeCaller{})
	older, seen := "/traffic?view=tasks", map[string]int{}
	for range 3 {
		page := get(t, s, older).Body.String()
		for _, id := range regexp.MustCompile(`<code class="t-id muted" title="(task-[0-9]+)"`).FindAllStringSubmatch(page, -1) {
			seen[id[1]]++
		}
		link := regexp.MustCompile(`href="([^"]*)">Older tasks<`).FindStringSubmatch(page)
		if link == nil {
			break
		}
		older = html.UnescapeString(link[1])
	}
	if len(seen) != 120 || seen["task-000"] != 1 || seen["task-119"] != 1 {
		t.Errorf("%d of 120 tasks on three pages", len(seen))
	}
	_, sent := costOf(t, "/traffic?view=tasks", f, func() {
		x := sample(95, "new")
		x.Labels.Task = "one more"
		f.put(x)
	})
	if strings.Count(sent, "mode remove") != 1 || strings.Count(sent, "mode prepend") != 1 || !strings.Contains(sent, "Older tasks") {
		t.Errorf("a task that came does not take the place of the last: %.3000s", sent)
	}
	_, sent = costOf(t, "/traffic?view=tasks&before=60", f, func() {
		x := sample(96, "new")
		x.Labels.Task = "yet another"
		f.put(x)
		x = sample(97, "again")
		x.Labels.Task = "task-030"
		f.put(x)
	})
	if strings.Contains(sent, "mode prepend") || strings.Count(sent, "<summary") != 1 {
		t.Errorf("an older page is not changed in its place: %.3000s", sent)
	}
}

// The line of a task has its first message as title, whatever the filter selects, and shows its
// result. Its exchanges are read when it is opened.
func TestTaskIsTitledByItsFirstMessage(t *testing.T) {
	f := emptyRecord()
	first := sample(5, "first")
	first.Labels.Task, first.Labels.Text, first.Labels.State = "t-1", "order a laptop\nplease", "TASK_STATE_WORKING"
	f.put(first)
	poll := sample(9, "poll")
	poll.Labels.Op, poll.Labels.Task, poll.Labels.Text, poll.Outcome = "GetTask", "t-1", "it is on its way", wire.Cut
	f.put(poll)
	s := newTestServer(t, f, &fakeCaller{})
	page := mainOf(get(t, s, "/traffic?view=tasks&q=outcome:cut").Body.String())
	line := regexp.MustCompile(`(?s)<summary.*</summary>`).FindString(page)
	for _, words := range []string{">order a laptop", "completed", "1 failed exchange", "Reference agent", ">1<", `title="t-1"`} {
		if !strings.Contains(line, words) {
			t.Errorf("the line lacks %s: %s", words, line)
		}
	}
	if strings.Contains(page, first.ID) || strings.Contains(page, poll.ID) {
		t.Error("exchanges of a task that is not open are on the page")
	}
	at := html.UnescapeString(regexp.MustCompile(`<details[^>]* data-url="([^"]*)"`).FindStringSubmatch(page)[1])
	rows := patchesOf(t, s, at)
	if !strings.Contains(rows, poll.ID) || strings.Contains(rows, first.ID) || !strings.Contains(rows, "-rows") {
		t.Errorf("below the task are not the exchanges of the filter: %.500s", rows)
	}
}
