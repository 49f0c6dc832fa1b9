package interop

import (
	"cmp"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// reading is a line of `send --json` and of the other calls.
type reading struct {
	Kind, Task, Context, State, Text, Ended string
	Final                                   bool
	Raw                                     json.RawMessage
}

// answer is the output, without the id of its call.
func (r reading) answer() string {
	var call struct{ JSONRPC, ID string }
	if json.Unmarshal(r.Raw, &call); call.JSONRPC == "" {
		return string(r.Raw)
	}
	return strings.Replace(string(r.Raw), call.ID, "", 1)
}

// talk is the console's own client, calling an agent behind a tap.
type talk struct {
	t         *testing.T
	p         peer
	url, base string         // through the tap, and without it
	made      map[string]int // calls by operation, through the tap
}

// TestAgents: the console's own client calls agents that we did not write, through the tap.
func TestAgents(t *testing.T) { agents(t, newest()) }

func agents(t *testing.T, peers []peer) {
	for _, p := range peers {
		t.Run(p.name, func(t *testing.T) {
			_, agent := p.ready(t)
			t.Parallel()
			base := start(t, "", agent[0], agent[1:]...).first
			db := filepath.Join(t.TempDir(), "record.db")
			url, session, tapping := tap(t, base, db)
			c := talk{t: t, p: p, url: url, base: base, made: map[string]int{}}
			task := c.order()
			c.stream()
			c.slow()
			c.push(task)
			c.list()
			tapping.stop()
			judged(t, db)

			recorded := map[string]int{}
			for _, r := range record(t, session, db) {
				if r.Op == "GetAgentCard" {
					continue // found by discovery, which may try several paths
				}
				recorded[r.Op]++
				if r.Dialect != p.dialect || r.Binding != p.binding {
					t.Errorf("%s read as %s over %s, want %s over %s", r.Op, r.Dialect, r.Binding, p.dialect, p.binding)
				}
				for _, rule := range rules(t, r, db) {
					if !slices.Contains(p.agent.quirks, rule) {
						t.Errorf("its %s breaks %s", r.Op, rule)
					}
				}
			}
			if !maps.Equal(recorded, c.made) {
				t.Errorf("recorded %v, called %v", recorded, c.made)
			}
		})
	}
}

// order sends a message, answers the agent's question, and gets the task, which is byte for byte the same
// without the tap.
func (c *talk) order() (task string) {
	c.t.Helper()
	asked := last(c.call("SendMessage", "send", "--text", "ask"))
	if word(asked.State) != "input_required" {
		c.t.Errorf("ask: %+v", asked)
	}
	args := []string{"--text", "hi", "--task", asked.Task}
	if asked.Context != "" { // 0.1 has none
		args = append(args, "--context", asked.Context)
	}
	answered := last(c.call("SendMessage", "send", args...))
	if answered.Task != asked.Task || word(answered.State) != "completed" {
		c.t.Errorf("the answer did not continue the task: %+v", answered)
	}
	got := last(c.call("GetTask", "task get", asked.Task))
	if got.Task != asked.Task || word(got.State) != "completed" {
		c.t.Errorf("get: %+v", got)
	}
	direct := last(lines[reading](c.t, output(c.t, "", built.console, c.args(c.base, "task get", asked.Task)...)))
	if got.answer() == "" || got.answer() != direct.answer() {
		c.t.Errorf("get through the tap: %s\nwithout it: %s", got.Raw, direct.Raw)
	}
	return asked.Task
}

func (c *talk) stream() {
	c.t.Helper()
	streamed, text := c.call("SendStreamingMessage", "send", "--text", "stream", "--stream"), ""
	for _, r := range streamed {
		if r.Kind == "artifact" {
			text += r.Text
		}
	}
	if want := "chunk 0 é✓ chunk 1 é✓ chunk 2 é✓ chunk 3 é✓ "; text != want {
		c.t.Errorf("streamed %q, want %q", text, want)
	}
	c.ended("the stream", streamed, "completed", c.p.agent.streams)
}

// slow cancels a stream while another call subscribes to its task.
func (c *talk) slow() {
	c.t.Helper()
	first, stream := c.begin("SendStreamingMessage", "send", "--text", "slow", "--stream")
	_, side := c.begin("SubscribeToTask", "task subscribe", first.Task)
	cancelled := last(c.call("CancelTask", "task cancel", first.Task))
	if want := c.p.agent.cancels; word(cancelled.State) != want {
		c.t.Errorf("cancel: %+v, want %s", cancelled, want)
	}
	c.ended("the cancelled stream", lines[reading](c.t, stream.rest()), c.p.agent.last, c.p.agent.streams)
	c.ended("the subscription", lines[reading](c.t, side.rest()), c.p.agent.last, c.p.agent.streams)
}

func (c *talk) ended(what string, all []reading, state, how string) {
	c.t.Helper()
	if s := last(all); cmp.Or(word(s.State), "none") != state {
		c.t.Errorf("%s: the last state is %q, want %q", what, s.State, state)
	}
	if end := all[len(all)-1].Ended; end != how {
		c.t.Errorf("%s ended %q, want %q", what, end, how)
	}
}

// push configures notifications for a task, and reads, lists and deletes the configuration.
func (c *talk) push(task string) {
	c.t.Helper()
	c.call("CreateTaskPushNotificationConfig", "push set", task, "http://127.0.0.1:1/hook", "--token", "secret", "--id", "bell")
	c.call("GetTaskPushNotificationConfig", "push get", task, "bell")
	if c.p.dialect == "0.1" {
		return
	}
	var lacking []string
	if slices.Contains(c.p.lacks, "push-list") {
		lacking = []string{"--allow-failed"} // its version has them, its SDK refuses them
	}
	c.call("ListTaskPushNotificationConfigs", "push list", append(lacking, task)...)
	c.call("DeleteTaskPushNotificationConfig", "push delete", append(lacking, task, "bell")...)
}

func (c *talk) list() {
	c.t.Helper()
	if c.p.dialect == "1.0" {
		c.call("ListTasks", "task list", "--allow-failed") // a2a-go requires authentication
	}
}

// call runs a command of the console and reads what it prints.
func (c *talk) call(op, command string, args ...string) []reading {
	c.t.Helper()
	c.made[op]++
	return lines[reading](c.t, output(c.t, "", built.console, c.args(c.url, command, args...)...))
}

// begin runs a command that continues, and returns its first reading.
func (c *talk) begin(op, command string, args ...string) (reading, process) {
	c.t.Helper()
	c.made[op]++
	p := start(c.t, "", built.console, c.args(c.url, command, args...)...)
	return lines[reading](c.t, p.first)[0], p
}

func (c *talk) args(url, command string, args ...string) []string {
	all := append(append(strings.Fields(command), url), args...)
	return append(all, "--json", "--dialect", c.p.dialect, "--binding", c.p.binding, "--timeout", "10s")
}

// last is the last reading that has a state.
func last(all []reading) reading {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].State != "" && all[i].Kind != "end" {
			return all[i]
		}
	}
	return reading{}
}
