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
	return Compile(name, string(b), bases...).readyCards()
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

// small is a version with one operation, and a type for each feature of tables.
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
	s := Compile("small.txt", small)
	r, problems := s.ReadResult(a2a.GetTask, []byte(`{"status":{"state":"working"},"kind":"x","id":7}`))
	want := `RES-21 warning $.kind@37 [7.0 §3] Member "kind" does not belong here: it is of another version.
FORM-01 error $.id@46 [7.0 §3] Expected a string, got a number.`
	if got := found(problems); got != want || r.Task.ID != "7" || r.Task.Status.State != a2a.Working {
		t.Errorf("%+v, got\n%s\nwant\n%s", r.Task, got, want)
	}
	b, losses, err := s.EncodeResult(a2a.GetTask, &a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Working}}})
	if string(b) != `{"id":"t","status":{"state":"working"},"kind":"task"}` || err != nil || len(losses) != 1 || losses[0] != (a2a.Loss{Path: "task.contextId", Reason: "7.0 has no contexts"}) {
		t.Errorf("%s, %v, %v", b, losses, err)
	}
	if _, problems := s.ReadParams(a2a.GetTask, nil); found(problems) != "RPC-12 error $@0 [7.0 §1] Nothing is asked." {
		t.Error(found(problems))
	}
}

// TestDifference: a table based on another replaces, adds and removes lines, and cites its own version.
func TestDifference(t *testing.T) {
	s := Compile("next.txt", `version 7.1 of 7.0
op GetTask fetch
change Task
  - foreign kind
  text id ID : RES-01
  text contextId ContextID
  write id! contextId
`, Compile("small.txt", small))
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

// TestBrokenTables: the error of an invalid table says the place, the fault, and what to write.
func TestBrokenTables(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"states working done", "statuses working", `small.txt:3: "statuses working" begins with no head: write one that the doc of package schema lists`},
		{"version 7.0\n", "  text id ID\nversion 7.0\n", `small.txt:1: "text id ID" is indented below nothing: write "version NAME [of NAME]"`},
		{"version 7.0", "version 7.0 of 6.0", `small.txt:1: "version 7.0 of 6.0" refers to a version without a table: give Compile the table of "6.0"`},
		{"form FORM-01 error\n", "", `write "form CHECK [SEVERITY SECTION]" above it`},
		{"roles user agent\n", "", `small.txt:1: "version 7.0" begins a table without a line roles: write "roles USER AGENT"`},
		{"roles user agent", "roles user", `small.txt:4: "roles user" has too few or too many words: write "roles USER AGENT"`},
		{"roles user agent", "roles user agent\nheader A2A-Version", `small.txt:5: "header A2A-Version" has too few or too many words: write "header NAME VALUE"`},
		{"roles user agent", "roles user agent\nerror TaskNotFound", `small.txt:5: "error TaskNotFound" has too few or too many words: write "error NAME CODE [REASON]"`},
		{"roles user agent", "roles user agent\nerror TaskNotFound x", `small.txt:5: "error TaskNotFound x" has "x" for a number: write digits`},
		{"roles user agent", "roles user agent\nrule", `small.txt:5: "rule" has too few or too many words: write "rule NAME"`},
		{"roles user agent", "roles user agent\nrule base64 : REQ-14 warn", `small.txt:5: "rule base64" has "warn" for a section: write § before it, and other words as the doc`},
		{"roles user agent", "roles user agent\ndrop kits", `small.txt:5: "drop kits" removes what does not exist: write rule or error with a name, or draft, path,`},
		{"roles user agent", "roles user agent\nutc true", `small.txt:5: "utc true" has too few or too many words: write "utc"`},
		{"Params Task\n", "Params Tsk\n", `has the type "Tsk", which the table of 7.0 does not have: write a block "type Tsk"`},
		{"as Call", "as Cal", `has the field Cal.TaskID, which package a2a does not have`},
		{"  text id ID\n", "  text id ID\n  test id\n", `small.txt:17: "test id" has the verb "test", which does not exist: write one that the doc of package schema lists`},
		{"  text id ID\n", "  text id\n", `small.txt:16: "text id" has too few words or no text: write "text MEMBER FIELD"`},
		{"  text id ID\n", "  text id ID\n  between id\n", `small.txt:17: "between id" has too few words or no text: write "between MEMBER LEAST [MOST]"`},
		{"  text id ID\n", "  text id ID\n  arms\n", `small.txt:17: "arms" has the verb "arms" where it does nothing: write it after root, or in the braces of a line write`},
		{"  text id ID\n", "  text id ID\n  root text id ID\n", `"root text id ID" has the verb "text" where it does nothing`},
		{"  text id ID\n", "  text id ID\n  arm\n", `small.txt:17: "arm" has the verb ""`},
		{"  text id ID\n", "  text id ID\n  - need name\n", `small.txt:17: "- need name" removes what does not exist`},
		{"text id ID", "text id Id", `small.txt:16: "text id Id" has the field Task.Id, which package a2a does not have: write another, or add it there and run go test ./internal/a2a/dialect/schema -update`},
		{": it is of another version", "", `"foreign kind" has too few words or no text: write "foreign MEMBER… : TEXT"`},
		{"one status Status Status", "one status Status Stat", `small.txt:17: "one status Status Stat" has the type "Stat", which the table of 7.0 does not have`},
		{"write id! status", "write id! contextId", `small.txt:18: "write id! contextId kind=task" writes "contextId", which no line before reads: write a line of type Task with it`},
		{"kind=task", "knid=task", `writes "knid", which no line before reads`},
		{"kind=task", "{need}", `writes "need", which no line before reads`},
		{"kind=task", "{page}", `writes "page", which no line before reads`},
		{"  lose ContextID", "  lose", `"lose" has the field Task.`},
		{"type Task §3", "field Massage 7 generation int64\ntype Task §3", `"field Massage 7 generation int64" has the type "Massage", which the table of 7.0 does not have`},
		{"type Task §3", "field Status 7 generation text\ntype Task §3", `"field Status 7 generation text" has the type "text": write one of protobuf's own, such as int64`},
		{"type Task §3", "type Other like\ntype Task §3", `"type Other like" ends too early: write "type NAME [as GO like TYPE from NAME SECTION]"`},
		{"type Task §3", "type Task lik Status §3", `"type Task lik Status §3" has "lik Status §3" for a section: write § before it`},
		{"type Task §3", "facts\n  Negociated\ntype Task §3", `small.txt:14: "Negociated" has the fact Negociated, which does not exist: write a field of package version`},
		{"type Task §3", "facts\n  no Negociated\ntype Task §3", `"no Negociated" has the fact Negociated, which does not exist`},
		{"type Task §3", "facts Streams\ntype Task §3", `"facts Streams" has the fact Streams, which does not exist`},
		{"type Task §3", "facts\n  Form Kind\ntype Task §3", `"Form Kind" has the form Kind, which does not exist: write one of [Typed Kinded Resources Wrapped]`},
		{"type Task §3", "routes - /card\ntype Task §3", `"routes - /card" belongs to no binding: write "facts REST" above it`},
	} {
		if got := broken("small.txt", strings.Replace(small, c.old, c.new, 1)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.new, got, c.want)
		}
	}
	older := Compile("small.txt", strings.Replace(small, "roles", "header A2A-Version 7.0\nroles", 1))
	if got := broken("next.txt", "version 7.1 of 7.0\n", older); got != `next.txt:1: "version 7.1 of 7.0" begins a table without a line header: write "header NAME VALUE"` {
		t.Error(got)
	}
}

// TestDoc: the package's doc lists each head and each verb with its usage.
func TestDoc(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	has := func(usage string) {
		if usage = strings.TrimSpace(usage); !strings.Contains(string(doc), "\n//\t"+usage+" ") && !strings.Contains(string(doc), "\n//\t"+usage+"\n") {
			t.Errorf("doc.go has no line %q", usage)
		}
	}
	for _, h := range heads {
		has(h.usage)
	}
	for word, v := range verbs {
		has(word + " " + v.usage)
	}
}

// broken returns the message with which compiling a table panics.
func broken(file, table string, bases ...*Schema) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said = fmt.Sprint(r)
		}
	}()
	return fmt.Sprint(Compile(file, table, bases...).readyCards().VersionOf() == nil)
}

// TestShapes: objects in another version's shape are recognised by their members, and checked by the rules of
// their kind.
func TestShapes(t *testing.T) {
	v03 := table(t, "v03")
	v01, v02, v03p, v10 := table(t, "v01"), table(t, "v02", v03), table(t, "v03p", v03), table(t, "v10")
	card := func(s *Schema, schemes string) string {
		_, problems := s.ReadCard([]byte(`{"securitySchemes":` + schemes + `}`))
		var all []string
		for _, line := range strings.Split(found(problems), "\n") {
			if strings.Contains(line, "$.securitySchemes") {
				all = append(all, line)
			}
		}
		return strings.Join(all, "\n")
	}
	event := func(s *Schema, text string) string {
		r, _ := s.ReadResult(a2a.SendStreamingMessage, []byte(text))
		switch {
		case r.Task != nil:
			return "task " + r.Task.ID
		case r.Status != nil:
			return "status " + r.Status.TaskID
		}
		return "nothing"
	}
	for _, c := range []struct{ got, want string }{
		{card(v10, `{"a":{"type":"apiKey","name":"n"}}`), `CARD-13 error $.securitySchemes.a@24 [1.0 §4.5.1] A security scheme has exactly one of five wrapper members such as httpAuthSecurityScheme; this one has 0.
CARD-13 error $.securitySchemes.a.location@24 [1.0 §4.5.2] Member "location" is required and is missing.`},
		{card(v10, `{"a":{"apiKeySecurityScheme":{"in":"header","name":"n"}}}`), ""},
		{card(v10, `{"a":{"oauth2SecurityScheme":{"flows":{"deviceCode":{"tokenUrl":"u","scopes":{}},"password":{}}}}}`), `CARD-35 error $.securitySchemes.a.oauth2SecurityScheme.flows.deviceCode.deviceAuthorizationUrl@71 [1.0 §4.5.7] Member "deviceAuthorizationUrl" is required and is missing.
CARD-35 error $.securitySchemes.a.oauth2SecurityScheme.flows@57 [1.0 §4.5.7] An OAuth scheme has exactly one flow; this one has 2.`},
		{card(v02, `{"a":{"type":"mutualTLS"}}`), `CARD-11 error $.securitySchemes.a.type@32 [0.2 §5.5.3] Type mutualTLS was added in 0.3.`},
		{card(v03, `{"a":{"type":"mutualTLS"},"b":{"type":"tls"}}`), `CARD-11 error $.securitySchemes.b.type@57 [0.3 §5.5.3] Type tls is not apiKey, http, oauth2, openIdConnect or mutualTLS.`},
		{event(v10, `{"id":"t","taskId":"u","status":{"state":"TASK_STATE_WORKING"}}`), "task t"},
		{event(v10, `{"taskId":"u","status":{"state":"TASK_STATE_WORKING"}}`), "status u"},
		{event(v03p, `{"id":"t","taskId":"u","final":true,"status":{"state":"TASK_STATE_WORKING"}}`), "status u"},
		{event(v01, `{"id":"","taskId":"u","final":true,"status":{"state":"working"}}`), "status u"},
		{event(v01, `{"id":"t","taskId":"u","final":true,"status":{"state":"working"}}`), "status t"},
	} {
		if c.got != c.want {
			t.Errorf("got\n%s\nwant\n%s", c.got, c.want)
		}
	}
}

// TestBothWays: members are found in one search if an object is plain, and one by one if a name is escaped or
// occurs twice. Both find the same.
func TestBothWays(t *testing.T) {
	for _, in := range []string{
		`{"id":"t","contextId":"c","kind":"task","status":{"state":"working","message":{"role":"agent","parts":[{"kind":"text","text":"x"}]}},"artifacts":[{"artifactId":"a","parts":[{"text":"y"},{"raw":"eA=="},{"data":{"a":1}},{}]}],"history":[null,{"role":1}]}`,
		`{"statusUpdate":{"taskId":"t","status":{"state":"TASK_STATE_WORKING","timestamp":"x"},"final":true},"task":null}`,
		`{"message":{"messageId":"m","role":"ROLE_USER","content":[{"text":"x"}]},"configuration":{"blocking":false,"historyLength":-1,"pushNotificationConfig":{"url":"x"}}}`,
		`{"name":"a","url":"https://a.test/","supportedInterfaces":[{"url":"x"}],"capabilities":{"streaming":1,"extensions":[{}]},"skills":[{"id":"a"},{"id":"a"}],"security":[{"a":[]}],"securitySchemes":{"a":{"type":"http"}}}`,
	} {
		slow := strings.ReplaceAll(in, "{", "{\"\\u007a\":1,") // an escaped name in each object
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

// bare returns a value without the name that was added to each of its objects.
func bare(v any, name string) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(string(b), name, "z")
}
