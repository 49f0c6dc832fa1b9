package schema

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func table(t testing.TB, name string, bases ...*Schema) *Schema {
	b, err := os.ReadFile("../" + name + "/schema.txt")
	if err != nil {
		t.Fatal(err)
	}
	return Compile(string(b), bases...).ready()
}

func tables(t testing.TB) []*Schema {
	v03, v10 := table(t, "v03"), table(t, "v10")
	return []*Schema{table(t, "v01"), table(t, "v02", v03), v03, table(t, "v03p", v03), v10, table(t, "v11", v10)}
}

// TestCompile: each table compiles, with all that it refers to.
func TestCompile(t *testing.T) {
	for _, s := range tables(t) {
		if len(s.types) < 20 || len(s.ops) < 7 || s.types["Notification"] == nil && s.pushes == s {
			t.Errorf("%s has %d types and %d operations", s.name, len(s.types), len(s.ops))
		}
	}
}

// small is a version of one operation, with a type for each thing that a table can say.
const small = `version 7.0
form FORM-01 error
states working done
roles user agent
op GetTask get Params Task
type Params as Call §1 : RPC-12 : Nothing is asked.
  need id : REQ-24
  text id TaskID
  write id!
type Status §2
  state state State : RES-19
  write state!
type Task §3 : RES-04
  foreign kind : RES-21 warning : it is of another version
  need id : RES-04
  text id ID
  one status Status Status
  write id! status kind=task
  lose ContextID : {version} has no contexts
`

func found(problems []a2a.Problem) string {
	var all []string
	for _, p := range problems {
		all = append(all, fmt.Sprintf("%s %s %s@%d [%s] %s", p.Check, p.Severity, p.Path, p.Offset, p.Spec, p.Message))
	}
	return strings.Join(all, "\n")
}

// TestTable reads and writes by a table of a few lines: findings come in the order of the lines.
func TestTable(t *testing.T) {
	s := Compile(small)
	r, problems := s.ReadResult(a2a.GetTask, []byte(`{"status":{"state":"working"},"kind":"x","id":7}`))
	want := `RES-21 warning $.kind@37 [7.0 §3] Member "kind" does not belong here: it is of another version.
FORM-01 error $.id@46 [7.0 §3] Expected a string, got a number.`
	if got := found(problems); got != want || r.Task.ID != "7" || r.Task.Status.State != a2a.Working {
		t.Errorf("%+v, got\n%s\nwant\n%s", r.Task, got, want)
	}
	b, losses, err := s.EncodeResult(a2a.GetTask, &a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Working}}})
	if string(b) != `{"id":"t","status":{"state":"working"},"kind":"task"}` || err != nil || len(losses) != 1 || losses[0] != (a2a.Loss{Path: "task.contextId", Why: "7.0 has no contexts"}) {
		t.Errorf("%s, %v, %v", b, losses, err)
	}
	if _, problems := s.ReadParams(a2a.GetTask, nil); found(problems) != "RPC-12 error $@0 [7.0 §1] Nothing is asked." {
		t.Error(found(problems))
	}
}

// TestDifference: a table that is the difference to another replaces, adds and takes away lines,
// and cites its own version.
func TestDifference(t *testing.T) {
	s := Compile(`version 7.1 of 7.0
op GetTask fetch
change Task
  - foreign kind
  text id ID : RES-01
  text contextId ContextID
  write id! contextId
`, Compile(small))
	if m, _ := s.Method(a2a.GetTask); m != "fetch" {
		t.Error(m)
	}
	r, problems := s.ReadResult(a2a.GetTask, []byte(`{"kind":"x","id":7,"contextId":"c"}`))
	if found(problems) != "RES-01 error $.id@17 [7.1 §3] Expected a string, got a number." || r.Task.ContextID != "c" {
		t.Errorf("%+v %s", r.Task, found(problems))
	}
	if b, losses, _ := s.EncodeResult(a2a.GetTask, r); string(b) != `{"id":"7","contextId":"c"}` || len(losses) > 0 {
		t.Errorf("%s %v", b, losses)
	}
}

// TestBrokenTables: a table that is wrong says in which line and what.
func TestBrokenTables(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"states working done", "statuses working", `line 3 begins with "statuses"`},
		{"  text id ID\n", "  text id ID\n  test id\n", `line 17 has the verb "test"`},
		{"text id ID", "text id Id", "line 16 has the field Task.Id"},
		{"one status Status Status", "one status Status Stat", "line 17 has the type Stat"},
		{"write id! status", "write id! contextId", "line 18 writes contextId"},
		{"version 7.0", "version 7.0 of 6.0", "no table of 6.0"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, c.want) {
					t.Errorf("%s: %s, want %s", c.new, got, c.want)
				}
			}()
			Compile(strings.Replace(small, c.old, c.new, 1)).ready()
		}()
	}
}

// TestBothWays: members are looked for at once where an object is plain, and one after the other
// where a name is escaped or comes twice. Both find the same.
func TestBothWays(t *testing.T) {
	for _, in := range []string{
		`{"id":"t","contextId":"c","kind":"task","status":{"state":"working","message":{"role":"agent","parts":[{"kind":"text","text":"x"}]}},"artifacts":[{"artifactId":"a","parts":[{"text":"y"},{"raw":"eA=="},{"data":{"a":1}},{}]}],"history":[null,{"role":1}]}`,
		`{"statusUpdate":{"taskId":"t","status":{"state":"TASK_STATE_WORKING","timestamp":"x"},"final":true},"task":null}`,
		`{"message":{"messageId":"m","role":"ROLE_USER","content":[{"text":"x"}]},"configuration":{"blocking":false,"historyLength":-1,"pushNotificationConfig":{"url":"x"}}}`,
		`{"name":"a","url":"https://a.test/","supportedInterfaces":[{"url":"x"}],"capabilities":{"streaming":1,"extensions":[{}]},"skills":[{"id":"a"},{"id":"a"}],"security":[{"a":[]}],"securitySchemes":{"a":{"type":"http"}}}`,
	} {
		slow := strings.ReplaceAll(in, "{", "{\"\\u007a\":1,") // a name that is escaped, in each object
		slow = strings.ReplaceAll(slow, ":1,}", ":1}")
		fast := strings.ReplaceAll(strings.ReplaceAll(in, "{", "{\"z\"     :1,"), ":1,}", ":1}")
		for _, s := range tables(t) {
			for _, op := range []a2a.Operation{a2a.SendMessage, a2a.GetTask, a2a.SubscribeToTask, a2a.GetExtendedCard} {
				a, ap := s.ReadResult(op, []byte(fast))
				b, bp := s.ReadResult(op, []byte(slow))
				if found(ap) != found(bp) {
					t.Errorf("%s %s of %s\n%s\nelse\n%s", s.name, op, in, found(ap), found(bp))
				}
				if first, second := bare(a, "z"), bare(b, `\u007a`); first != second {
					t.Errorf("%s %s of %s is\n%s\nelse\n%s", s.name, op, in, first, second)
				}
				c, cp := s.ReadParams(op, []byte(fast))
				d, dp := s.ReadParams(op, []byte(slow))
				if found(cp) != found(dp) || !reflect.DeepEqual(c.HistoryLength, d.HistoryLength) || (c.Push == nil) != (d.Push == nil) {
					t.Errorf("%s params of %s\n%s\nelse\n%s", s.name, in, found(cp), found(dp))
				}
			}
		}
	}
}

// bare is a value without the name that was put into each of its objects.
func bare(v any, name string) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(string(b), name, "z")
}
