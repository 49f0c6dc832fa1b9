package rule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// Very long rules, and frames that they cannot change: what cannot be done is reported, and the
// frame is forwarded unchanged.
func TestHostileFrames(t *testing.T) {
	t.Parallel()
	grows := ""
	for i := range 150 {
		grows += fmt.Sprintf(`{"op":"copy","from":"","path":"/x%d"},`, i)
	}
	deep := strings.Repeat(`{"a":`, 3000) + "1" + strings.Repeat("}", 3000)
	long := `{"kind":"artifact","text":"` + strings.Repeat("joke ", 40_000) + `"}`
	for _, c := range []struct{ rule, doc, problem string }{
		{`event:any => replace [` + grows[:len(grows)-1] + `]`, one, "16 MiB"},
		{`event:any => inject {"a":"` + strings.Repeat("{{text}}", 900) + `"}`, long, "16 MiB"},
		{`event:any => replace {"a":"` + strings.Repeat("{{text}}", 900) + `"}`, long, "16 MiB"},
		{`event:any => replace [{"op":"remove","path":"` + strings.Repeat("/a", 3500) + `"}]`, deep, "a number has no members"},
		{`event:any => replace [{"op":"add","path":"/a` + strings.Repeat("/0", 3500) + `","value":1}]`, one, "there is no"},
		{`event:any => corrupt json; corrupt id`, "1", "no document to cut"},
		{`event:any => replace [{"op":"remove","path":"/a"}]`, "no JSON", "no JSON document"},
	} {
		if len(c.rule) > wire.MaxRuleBytes {
			t.Fatalf("%d bytes: %.40s", len(c.rule), c.rule)
		}
		var told fired
		set := newSet(t, rule.Options{OnFire: told.told}, c.rule)
		out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, c.doc))
		if err != nil || len(out.list) != 1 || out.list[0].Kind != wire.PassageAsIs || string(out.bytes()) != string(docs(wire.SSE, c.doc)) {
			t.Errorf("%.60s: %v, %d pieces", c.rule, err, len(out.list))
		}
		r := set.Rules()[0]
		if r.Fired != 0 || len(told.list) == 0 || !strings.Contains(told.list[0], c.problem) || len(r.Problem) > 1000 {
			t.Errorf("%.60s: fired %d, %.300q", c.rule, r.Fired, told.list)
		}
	}
}

// Variables are replaced by whatever an agent says, and stay within their strings.
func TestVariablesAreEscaped(t *testing.T) {
	t.Parallel()
	doc := `{"kind":"artifact","task":"\"},{\"x\":\"","text":"a\u0000\n\"{{state}}\u2028<b>"}`
	set := newSet(t, rule.Options{}, `event:artifact => replace {"{{task}}":"{{text}}","n":["{{rpc_id}}","{{nth}}"]}`)
	out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, doc))
	want := `{"\"},{\"x\":\"":"a\u0000\n\"{{state}}\u2028<b>","n":["","1"]}`
	if got := out.says(wire.SSE); err != nil || got != "edited 0 "+want {
		t.Errorf("%v, %s\nwant %s", err, got, want)
	}
}

// The maximum number of rules, each of maximum length, can be parsed and matched against frames.
func TestManyLongRules(t *testing.T) {
	t.Parallel()
	var texts []string
	for i := range wire.MaxRules {
		text := fmt.Sprintf(`event:artifact nth:%d => inject {"n":%d,"pad":"`, i%4+1, i)
		texts = append(texts, text+strings.Repeat("x", wire.MaxRuleBytes-len(text)-2)+`"}`)
	}
	set := newSet(t, rule.Options{}, texts...)
	out, err := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, one, one, one, one))
	if err != nil || len(out.list) != 4+wire.MaxRules {
		t.Errorf("%v, %d pieces", err, len(out.list))
	}
	for i, r := range set.Rules() {
		if r.Fired != 1 {
			t.Errorf("rule %d fired %d times", i, r.Fired)
		}
	}
}

// A long phrase is searched in a long text, and found as whole words only.
func TestLongPhrases(t *testing.T) {
	t.Parallel()
	phrase := strings.Repeat("ab ", 60)
	for text, want := range map[string]bool{phrase + "x": true, strings.Repeat("ab ", 59) + "abc": false} {
		set := newSet(t, rule.Options{}, `event:artifact "`+phrase+`" => drop`)
		out, _ := respond(t.Context(), set.Intervene(exchangeOf("x"), []byte(ask), true), wire.SSE, docs(wire.SSE, `{"kind":"artifact","text":"`+strings.Repeat("z ", 10_000)+text+`"}`))
		if got := out.list[0].Kind == wire.PassageDropped; got != want {
			t.Errorf("…%s: %v", text[len(text)-8:], got)
		}
	}
	if _, err := rule.Parse(`"`+strings.Repeat("ab ", 100)+`" => drop`, words.FilterVocabulary(), nil); err == nil {
		t.Error("a phrase of 100 words is read")
	}
}
