package mock

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestUnanswered: requests without a recorded response are kept up to a limit, the latest first,
// each once with its count and latest time.
func TestUnanswered(t *testing.T) {
	d := newDeck()
	d.put(answerOf("application/json"), fmt.Sprintf(sendTo, "1", "m", "go", ""), fmt.Sprintf(doneIn, "1", "COMPLETED"))
	now, told := time.Date(2026, 11, 28, 8, 0, 0, 0, time.UTC), 0
	m := d.mock(t, Options{OnCall: func() { told++ }, Now: func() time.Time { now = now.Add(time.Second); return now }})
	asking(t, m, fmt.Sprintf(sendTo, "2", "m2", "go", ""))
	if all := m.Unanswered(); len(all) != 0 || told != 1 || m.Answered() != 1 {
		t.Fatalf("an answered call counts: %v, told %d times", all, told)
	}
	for _, text := range []string{"stay", "<b>jump</b>\u202e", "stay"} {
		asking(t, m, fmt.Sprintf(sendTo, "3", "m3", text, ""))
	}
	ask(t.Context(), m, "GET", "http://127.0.0.1/nowhere?key=secret", "", nil)
	var got []string
	for i, u := range m.Unanswered() {
		got = append(got, fmt.Sprint(u.Request, " ", u.Times))
		if i > 0 && u.LastAt.After(m.Unanswered()[i-1].LastAt) {
			t.Errorf("%v is not the latest first", m.Unanswered())
		}
	}
	if want := "GET /nowhere 1|SendMessage \"stay\" in A2A 1.0 2|SendMessage \"<b>jump</b>\\u202e\" in A2A 1.0 1"; strings.Join(got, "|") != want || told != 5 || m.Answered() != 1 {
		t.Errorf("got %q, told %d times", got, told)
	}
	for i := range 3 * maxUnanswered {
		asking(t, m, fmt.Sprintf(sendTo, "4", "m4", fmt.Sprint(i), ""))
	}
	if all := m.Unanswered(); len(all) != maxUnanswered || !strings.Contains(all[0].Request, fmt.Sprint(3*maxUnanswered-1)) {
		t.Errorf("%d are kept, the latest %v", len(all), all[0])
	}
}
