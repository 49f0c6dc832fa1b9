package agent

import (
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
)

// TestPushEverywhere: notifications have their configured token and credentials in every binding, and
// none arrives after a deletion.
func TestPushEverywhere(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		url, got := receiver(t, fine)
		c := saying(p, a2a.SendMessage, "", "request a new phone for me")
		c.Push = &a2a.PushConfig{ID: "h", URL: url, Token: "tok-123", Schemes: []string{"Bearer"}, Credentials: "s3cret"}
		id := p.Result(c).Task.ID
		first := <-got
		if h := first.header; h.Get("X-A2A-Notification-Token") != "tok-123" || h.Get("Authorization") != "Bearer s3cret" {
			t.Errorf("headers %v", h)
		}
		if !strings.Contains(string(first.body), id) {
			t.Errorf("it is not about %s: %s", id, first.body)
		}
		if !speaks(p, a2a.DeletePushConfig) {
			return
		}
		p.Readings(&a2a.Call{Op: a2a.DeletePushConfig, TaskID: id, PushID: "h"})
		for len(got) > 0 {
			<-got
		}
		p.Result(saying(p, a2a.SendMessage, id, "Android"))
		p.Agent.(*Agent).Close() // waits for what is under way
		if len(got) > 0 {
			t.Errorf("after the deletion came %s", (<-got).body)
		}
	})
}

// TestHistoryOfSends: the response to a message has as much history as requested.
func TestHistoryOfSends(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		for asked := range 3 {
			if asked == 0 && p.Binding != a2a.JSONRPC && !behaviour(p.Version).Rejoins {
				continue // the protobuf of 0.3 cannot leave a number unset
			}
			c := saying(p, a2a.SendMessage, "", "request a new phone for me")
			if c.TaskID != "" {
				c.TaskID += strconv.Itoa(asked)
			}
			c = saying(p, a2a.SendMessage, p.Result(c).Task.ID, "Android")
			c.HistoryLength = &asked
			if got := p.Result(c).Task; len(got.History) != asked {
				t.Errorf("%d asked for: %+v", asked, got.History)
			}
		}
	})
}

// TestInterruptedTasksSay: a task that waits for its client says why.
func TestInterruptedTasksSay(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		for _, text := range []string{"request a new phone for me", "sign in"} {
			c := saying(p, a2a.SendMessage, "", text)
			if c.TaskID != "" {
				c.TaskID = "task of " + text
			}
			s := p.Result(c).Task.Status
			if !s.State.Interrupted() || s.Message == nil || s.Message.Role != a2a.Agent || len(s.Message.Parts) == 0 {
				t.Errorf("%q: %+v", text, s)
			}
		}
	})
}

// TestListsSay: the last page has a page token too, an empty one; tasks have the requested history;
// and a time limits the list to tasks changed since.
func TestListsSay(t *testing.T) {
	everywhere(t, Options{}, func(t *testing.T, p peer.Client) {
		if !behaviour(p.Version).Rejoins {
			return // 0.3 has the operation for HTTP+JSON only, and only in a table
		}
		synctest.Test(t, func(t *testing.T) {
			p.T, p.Agent = t, newAgent(t, Options{})
			p.Result(saying(p, a2a.SendMessage, "", "tell me a joke"))
			time.Sleep(time.Minute)
			since := time.Now().UTC().Format(time.RFC3339)
			late := p.Result(saying(p, a2a.SendMessage, "", "tell me a joke")).Task.ID
			one := 1
			c := &a2a.Call{Op: a2a.ListTasks, HistoryLength: &one, List: &a2a.ListQuery{StatusTimestampAfter: since}}
			got := p.Result(c)
			if len(got.Tasks) != 1 || got.Total != 1 || got.Tasks[0].ID != late || len(got.Tasks[0].History) != 1 || got.Next != "" {
				t.Errorf("since %s: %+v", since, got)
			}
			if p.Binding == a2a.GRPC {
				return // protobuf has no empty strings on the wire
			}
			body, _ := io.ReadAll(p.Do(t.Context(), p.Request(c)).Body)
			if !strings.Contains(string(body), `"nextPageToken":""`) {
				t.Errorf("no token: %s", body)
			}
		})
	})
}
