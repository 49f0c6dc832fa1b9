package ui

import (
	"context"
	"strings"
)

// plays replays a session, pauses, resumes and stops the replay, and starts and removes a mock.
func (c *contract) plays(session string) {
	c.t.Helper()
	body := `{"session":"` + session + `","to":"127.0.0.1:9","level":"meaning","headers":{"Authorization":"Bearer hush"},"stop_at_difference":true}`
	id := member(c.t, c.call(201, "POST", "/api/replays", "/api/replays", body), "id")
	idle(c.s)
	at := "/api/replays/" + id
	got := string(c.call(200, "GET", "/api/replays/{id}", at, ""))
	for _, want := range []string{`"state":"differs"`, `"a":"0195-said-1"`, `"verdict":"differs"`, `"path":"$.task`, `"headers":["Authorization"]`} {
		if !strings.Contains(got, want) {
			c.t.Errorf("no %s in %s", want, got)
		}
	}
	if strings.Contains(got, "hush") {
		c.t.Errorf("the credential is in the answer: %s", got)
	}
	c.call(200, "GET", "/api/replays", "/api/replays", "")
	if got := c.call(200, "GET", "/api/jobs", "/api/jobs", ""); !strings.Contains(string(got), `{"id":"`+id+`","kind":"replay"`) {
		c.t.Errorf("the replay is not among the jobs: %s", got)
	}
	c.s.background.Start(id, func(ctx context.Context) { <-ctx.Done() })
	c.call(204, "POST", "/api/jobs/{id}/stop", "/api/jobs/"+id+"/stop", "")
	idle(c.s)
	c.call(409, "POST", "/api/jobs/{id}/stop", "/api/jobs/"+id+"/stop", "")
	c.call(404, "POST", "/api/jobs/{id}/stop", "/api/jobs/none/stop", "")
	if got := c.call(200, "POST", "/api/replays/{id}/pause", at+"/pause", ""); !strings.Contains(string(got), `"paused":true`) {
		c.t.Errorf("pause: %s", got)
	}
	c.call(200, "POST", "/api/replays/{id}/resume", at+"/resume", "")
	idle(c.s)
	if got := c.call(200, "POST", "/api/replays/{id}/stop", at+"/stop", ""); !strings.Contains(string(got), `"state":"done"`) {
		c.t.Errorf("after resuming: %s", got)
	}
	for _, do := range []string{"pause", "resume", "stop"} {
		c.call(404, "POST", "/api/replays/{id}/"+do, "/api/replays/none/"+do, "")
	}
	c.call(404, "GET", "/api/replays/{id}", "/api/replays/none", "")
	c.call(404, "POST", "/api/replays", "/api/replays", `{"session":"none"}`)
	c.call(400, "POST", "/api/replays", "/api/replays", `{"session":"`+session+`","level":"hard"}`)
	c.call(400, "POST", "/api/replays", "/api/replays", `{"session":"`+session+`","pace":-1}`)
	c.store.Pause(true)
	c.call(409, "POST", "/api/replays", "/api/replays", body)
	c.store.Pause(false)

	mock := member(c.t, c.call(201, "POST", "/api/mocks", "/api/mocks", `{"session":"`+session+`","pace":0}`), "id")
	c.call(404, "POST", "/api/mocks", "/api/mocks", `{"session":"none"}`)
	c.call(400, "POST", "/api/mocks", "/api/mocks", `{"session":"`+session+`","pace":-1}`)
	if got := string(c.call(200, "GET", "/api/mocks", "/api/mocks", "")); !strings.Contains(got, `"answered":2,"unanswered":[{"asked":"GET /nowhere","times":3,"last":"`) {
		c.t.Error(got)
	}
	c.call(204, "DELETE", "/api/mocks/{id}", "/api/mocks/"+mock, "")
	c.call(404, "DELETE", "/api/mocks/{id}", "/api/mocks/"+mock, "")
}
