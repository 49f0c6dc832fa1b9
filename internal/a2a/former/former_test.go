// Package former has the readers and writers that package schema replaced, to compare with.
package former

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/former/v01"
	"github.com/a2a-console/a2a-console/internal/a2a/former/v02"
	"github.com/a2a-console/a2a-console/internal/a2a/former/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/former/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/former/v10"
)

type pair struct {
	name string
	old  a2a.Dialect
	new  a2a.Dialect
}

func pairs(t testing.TB) (all []pair) {
	table := func(name string, bases ...*schema.Schema) *schema.Schema {
		b, err := os.ReadFile("../dialect/" + name + "/schema.txt")
		if err != nil {
			return nil
		}
		return schema.Compile(string(b), bases...)
	}
	add := func(name string, old a2a.Dialect, new *schema.Schema) *schema.Schema {
		if new != nil {
			all = append(all, pair{name, old, new})
		}
		return new
	}
	add("v10", v10.Dialect{}, table("v10"))
	s := add("v03", v03.Dialect{}, table("v03"))
	if s != nil {
		add("v02", v02.New(), table("v02", s))
		add("v03p", v03p.Dialect{}, table("v03p", s))
	}
	add("v01", v01.Dialect{}, table("v01"))
	return all
}

// pieces are all objects and arrays in the corpus.
func pieces(t testing.TB) [][]byte {
	seen := map[string]bool{}
	var list [][]byte
	var add func(v json.RawMessage)
	add = func(v json.RawMessage) {
		v = bytes.TrimSpace(v)
		if len(v) == 0 || seen[string(v)] || len(v) > 8<<10 {
			return
		}
		switch v[0] {
		case '{':
			var m map[string]json.RawMessage
			if json.Unmarshal(v, &m) != nil {
				return
			}
			seen[string(v)] = true
			list = append(list, v)
			for _, k := range slices.Sorted(keys(m)) {
				add(m[k])
			}
		case '[':
			var l []json.RawMessage
			if json.Unmarshal(v, &l) != nil {
				return
			}
			seen[string(v)] = true
			list = append(list, v)
			for _, e := range l {
				add(e)
			}
		}
	}
	files, _ := filepath.Glob("../dialect/testdata/corpus/*")
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		for at := 0; at < len(b); {
			i := bytes.IndexByte(b[at:], '{')
			if i < 0 {
				break
			}
			at += i
			d := json.NewDecoder(bytes.NewReader(b[at:]))
			var v json.RawMessage
			if d.Decode(&v) == nil {
				add(v)
				at += len(v)
			} else {
				at++
			}
		}
	}
	for _, s := range extra {
		list = append(list, []byte(s))
	}
	return list
}

func keys(m map[string]json.RawMessage) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

var extra = []string{
	`{"id":1,"artifact":[ "parts": [{"text":1}]`, `[]`, `null`, `1`, `"x"`, ``, `{"additionalInterfaces"{`, `{"message":{"parts":{"type":"file","file":{"data":"x"}}}}`,
	`{"skills":{"tags":"x"},"securitySchemes":{"a":{"http":null}},"security":[{"a":null}],"authentication":{"schemes":null}}`,
	`{"securitySchemes":{"k":{"type":"apiKey"},"o":{"type":"oauth2","flows":{"deviceCode":{},"implicit":{}}},"m":{"type":"mutualTLS"},"w":{"httpAuthSecurityScheme":{"scheme":"bearer"}},"a":{"apiKeySecurityScheme":{"location":"header"}}},"security":[{"k":["a"]},{"schemes":{"z":{"list":["b"]}}}]}`,
	`{"kind":"message","parts":[{"kind":"text","text":"","data":{"a":1}},{"text":"a","raw":"eA"},null,1,{"file":{}},{"kind":"file","file":{"bytes":"x","uri":"y"}},{"kind":"data","data":[1]},{"kind":"data","data":{"value":1},"metadata":{"data_part_compat":true}}]}`,
	`{"message":{"message_id":"x","role":1,"parts":[]},"configuration":{"blocking":false,"history_length":"3","historyLength":-1,"pushNotificationConfig":{"url":"http://x"}}}`,
	`{"id":"t","taskId":"u","pushNotificationConfig":{"url":"x","authentication":{"scheme":"a","schemes":[]}}}`,
	`[{"taskId":"u","url":"https://x"},null,{"name":"tasks/a/pushNotificationConfigs/b","pushNotificationConfig":{"id":"c"}}]`,
	`{"task":{"id":"x"},"message":{"role":"user"},"statusUpdate":{"status":{"state":3}}}`,
}

var ops = []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage, a2a.GetTask, a2a.ListTasks, a2a.CancelTask, a2a.SubscribeToTask, a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig, a2a.GetExtendedCard}

func sortProblems(ps []a2a.Problem) string {
	var all []string
	for _, p := range ps {
		all = append(all, fmt.Sprintf("%s %s %s %d %s %s", p.Check, p.Severity, p.Path, p.Offset, p.Spec, p.Message))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func plainProblems(ps []a2a.Problem) string {
	var all []string
	for _, p := range ps {
		all = append(all, fmt.Sprintf("%s %s %s %d %s %s", p.Check, p.Severity, p.Path, p.Offset, p.Spec, p.Message))
	}
	return strings.Join(all, "\n")
}

func js(v any) string { b, _ := json.Marshal(v); return strings.ReplaceAll(string(b), ":[]", ":null") }

// differences says in what two versions of the program differ about a document.
func differences(p pair, in []byte, report func(kind, text string)) {
	read := func(kind string, a, b any, pa, pb []a2a.Problem) {
		a, b = onceEach(a), onceEach(b)
		if !reflect.DeepEqual(a, b) && js(a) != js(b) {
			report(kind+" value", js(a)+"\n"+js(b))
		}
		if sortProblems(pa) != sortProblems(pb) {
			report(kind+" problems", diff(sortProblems(pa), sortProblems(pb)))
		} else if plainProblems(pa) != plainProblems(pb) {
			report(kind+" order", "old "+plainProblems(pa)+"\nnew "+plainProblems(pb))
		}
	}
	wrote := func(kind string, a, b json.RawMessage, la, lb []a2a.Loss, ea, eb error) {
		if string(a) != string(b) || fmt.Sprint(ea) != fmt.Sprint(eb) {
			report(kind+" bytes", fmt.Sprintf("%s %v\n%s %v", a, ea, b, eb))
		}
		if ea == nil && !reflect.DeepEqual(la, lb) && len(la)+len(lb) > 0 {
			report(kind+" losses", fmt.Sprintf("%v\n%v", la, lb))
		}
	}
	for _, op := range ops {
		if _, ok := p.old.Method(op); !ok && (op != a2a.ListTasks || p.name == "v01") {
			continue
		}
		a, pa := p.old.ReadParams(op, in)
		b, pb := p.new.ReadParams(op, in)
		read("params "+string(op), a, b, pa, pb)
		ja, la, ea := p.old.EncodeParams(a)
		jb, lb, eb := p.new.EncodeParams(a)
		wrote("params "+string(op), ja, jb, la, lb, ea, eb)
		ra, pa := p.old.ReadResult(op, in)
		rb, pb := p.new.ReadResult(op, in)
		if ra.Push != nil && reflect.DeepEqual(*ra.Push, a2a.PushConfig{}) && rb.Push == nil { // listed: what is no config is none
			ra.Push = nil
		}
		ra.Pushes = slices.DeleteFunc(ra.Pushes, func(p a2a.PushConfig) bool { return reflect.DeepEqual(p, a2a.PushConfig{}) })
		rb.Pushes = slices.DeleteFunc(rb.Pushes, func(p a2a.PushConfig) bool { return reflect.DeepEqual(p, a2a.PushConfig{}) })
		read("result "+string(op), ra, rb, pa, pb)
		ja, la, ea = p.old.EncodeResult(op, ra)
		jb, lb, eb = p.new.EncodeResult(op, ra)
		wrote("result "+string(op), ja, jb, la, lb, ea, eb)
	}
	ra, pa := p.old.ReadPush(in)
	rb, pb := p.new.ReadPush(in)
	read("push", ra, rb, pa, pb)
	ja, ea := p.old.EncodePush(ra)
	jb, eb := p.new.EncodePush(ra)
	wrote("push", ja, jb, nil, nil, ea, eb)
	ca, pa := p.old.ReadCard(in)
	cb, pb := p.new.ReadCard(in)
	read("card", ca, cb, pa, pb)
	ja, la, ea := p.old.EncodeCard(ca)
	jb, lb, eb := p.new.EncodeCard(ca)
	wrote("card", ja, jb, la, lb, ea, eb)
	for _, code := range []int{-32001, -32007, -32602, 5} {
		if a, b := p.old.CheckErrorData(code, in), p.new.CheckErrorData(code, in); plainProblems(a) != plainProblems(b) {
			report("check error", plainProblems(a)+"\n"+plainProblems(b))
		}
	}
	for _, name := range []a2a.ErrorName{a2a.TaskNotFound, a2a.InvalidParams, a2a.OtherError, a2a.RateLimitExceeded} {
		e := &a2a.Error{Name: name, Data: in}
		if a, b := p.old.EncodeErrorData(e), p.new.EncodeErrorData(e); string(a) != string(b) {
			report("error data", string(a)+"\n"+string(b))
		}
	}
}

func TestNames(t *testing.T) {
	for _, p := range pairs(t) {
		a, b := p.old, p.new
		if !reflect.DeepEqual(a.Operations(), b.Operations()) || !reflect.DeepEqual(a.WellKnown(), b.WellKnown()) || !reflect.DeepEqual(a.Headers(), b.Headers()) || a.ExtensionsHeader() != b.ExtensionsHeader() || a.Version() != b.Version() {
			t.Errorf("%s: %v %v", p.name, a.Operations(), b.Operations())
		}
		for _, op := range ops {
			m, ok := a.Method(op)
			n, ok2 := b.Method(op)
			if m != n || ok != ok2 {
				t.Errorf("%s %s: %s %s", p.name, op, m, n)
			}
			o, ok := a.Operation(m)
			o2, ok2 := b.Operation(m)
			if o != o2 || ok != ok2 {
				t.Errorf("%s %s: %s %s", p.name, m, o, o2)
			}
		}
		for code := -32800; code < -31300; code++ {
			if a.ErrorName(code) != b.ErrorName(code) {
				t.Errorf("%s %d: %s %s", p.name, code, a.ErrorName(code), b.ErrorName(code))
			}
		}
		for _, n := range []a2a.ErrorName{"", "x", a2a.ParseError, a2a.InvalidRequest, a2a.MethodNotFound, a2a.InvalidParams, a2a.InternalError, a2a.TaskNotFound, a2a.TaskNotCancelable, a2a.PushNotSupported, a2a.UnsupportedOperation, a2a.ContentTypeNotSupported, a2a.InvalidAgentResponse, a2a.ExtendedCardNotConfigured, a2a.ExtensionSupportRequired, a2a.VersionNotSupported, a2a.StreamingNotSupported, a2a.AuthenticationRequired, a2a.AuthorizationFailed, a2a.InvalidTaskState, a2a.RateLimitExceeded, a2a.ResourceUnavailable, a2a.OtherError} {
			if a.ErrorCode(n) != b.ErrorCode(n) {
				t.Errorf("%s %s: %d %d", p.name, n, a.ErrorCode(n), b.ErrorCode(n))
			}
		}
	}
}

func TestFormer(t *testing.T) {
	list := pieces(t)
	only := os.Getenv("ONLY")
	for _, p := range pairs(t) {
		if only != "" && p.name != only {
			continue
		}
		counts := map[string]int{}
		for _, in := range list {
			differences(p, in, func(kind, text string) {
				if counts[kind]++; counts[kind] <= 2 {
					var c bytes.Buffer
					if json.Compact(&c, in) != nil {
						c.Write(in)
					}
					t.Errorf("%s %s\nof %.900s\n%s", p.name, kind, c.String(), text)
				}
			})
		}
		t.Logf("%s %d pieces: %v", p.name, len(list), counts)
	}
}

// listed reports a difference that is meant.
func listed(kind, text string) bool {
	for _, known := range []string{
		"a file has bytes or a URI in", // one text for all versions
		"A task, a message", "further problems are not listed", "Only the first",
		"it came with 0.2", // 0.1: null members of 0.2 are named, too
		"a2a.proto AgentCard Member", // a proto name in a card is said of its own message
		"got nothing", "A part has one content", "is expected; here is nothing", // null in a list
	} {
		if strings.Contains(text, known) {
			return true
		}
	}
	lines := strings.Split(strings.TrimSpace(text), "\n") // findings that had no check, those of a wrapper, and one section
	if strings.HasSuffix(kind, " problems") && !slices.ContainsFunc(lines, func(l string) bool {
		return !strings.HasPrefix(l, "-  error") && !strings.HasPrefix(l, "+ FORM-01 error") && !strings.HasPrefix(l, "+ REST-12 error") &&
			!strings.Contains(l, "RES-21 warning $.") && !strings.Contains(l, "FORM-01 error $.id ")
	}) {
		return true
	}
	return strings.HasSuffix(kind, " order")
}

// twice are documents about which more is known to differ.
func known(in []byte) bool {
	has := func(s string) bool { return bytes.Contains(in, []byte(s)) }
	return has(`scheme`) && has(`schemes`) || has(`apiKey`) || has("api_key") || has(`"message":null`) || has(`"message": null`) || has(`"historyLength":0`) || has("\\u")
}

func FuzzFormer(f *testing.F) {
	for _, p := range pieces(f) {
		f.Add(p)
	}
	all := pairs(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		if known(in) || len(in) > 4<<10 {
			return
		}
		for _, p := range all {
			differences(p, in, func(kind, text string) {
				if !listed(kind, text) {
					t.Errorf("%s %s\nof %s\n%s", p.name, kind, in, text)
				}
			})
		}
	})
}

// diff is the lines that only one has.
func diff(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	out := ""
	for _, l := range x {
		if !slices.Contains(y, l) {
			out += "- " + l + "\n"
		}
	}
	for _, l := range y {
		if !slices.Contains(x, l) {
			out += "+ " + l + "\n"
		}
	}
	return out
}

// onceEach is a value in which a part with several contents counts once.
func onceEach(v any) any {
	once := func(list []a2a.Part) []a2a.Part {
		return slices.CompactFunc(list, func(a, b a2a.Part) bool { return string(a.Raw) == string(b.Raw) && len(a.Raw) > 0 })
	}
	message := func(m *a2a.Message) {
		if m != nil {
			m.Parts = once(m.Parts)
		}
	}
	task := func(t *a2a.Task) {
		message(t.Status.Message)
		for i := range t.Artifacts {
			t.Artifacts[i].Parts = once(t.Artifacts[i].Parts)
		}
		for i := range t.History {
			message(&t.History[i])
		}
	}
	switch v := v.(type) {
	case *a2a.Call:
		message(v.Message)
	case *a2a.Result:
		message(v.Message)
		if v.Task != nil {
			task(v.Task)
		}
		if v.Status != nil {
			message(v.Status.Status.Message)
		}
		if v.Artifact != nil {
			v.Artifact.Artifact.Parts = once(v.Artifact.Artifact.Parts)
		}
		for i := range v.Tasks {
			task(&v.Tasks[i])
		}
	}
	return v
}
