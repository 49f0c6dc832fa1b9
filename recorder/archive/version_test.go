package archive_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// Additions of version 2 of the format are imported as they were, and exported as the same bytes.
func TestVersion2KeepsWhatIsMissing(t *testing.T) {
	t.Parallel()
	want := lossy()
	file := want.jsonl(t)
	got, sum := readMemory(t, file, archive.ReadOptions{})
	if !reflect.DeepEqual(got.gaps, want.gaps) {
		t.Errorf("gaps of the session:\n%+v\n%+v", got.gaps, want.gaps)
	}
	if !reflect.DeepEqual(got.rules, want.rules) {
		t.Errorf("rules of the session:\n%+v\n%+v", got.rules, want.rules)
	}
	for i := range want.wholes {
		if !reflect.DeepEqual(got.wholes[i], want.wholes[i]) {
			t.Errorf("exchange:\n%+v\n%+v", got.wholes[i], want.wholes[i])
		}
	}
	if again := got.jsonl(t); !bytes.Equal(file, again) {
		t.Errorf("the second export differs:\n%s", firstDifference(file, again))
	}
	if len(sum.Notes) > 0 || !got.closed || got.damage != nil {
		t.Errorf("%+v, damage %+v", sum, got.damage)
	}
	for _, says := range []string{
		`"version":2`,
		`{"kind":"gap","bytes":4096,"exchanges":12,"from":"2026-11-21T14:02:11.000005Z","to":"2026-11-21T14:02:40.000005Z","why":"disk-full","problem":"the disk was full"}`,
		`{"kind":"rule","id":"01993c5e-0000-7000-8000-0000000000b1","text":"event:artifact => hold","on":true,"preset":"slow-agent","made":"2026-11-21T14:02:01.000005Z","fired":3,"last_on":["01993c5e-0000-7000-8000-0000000000a2","01993c5e-0000-7000-8000-0000000000a1"],"problem":"nobody <released> it"}`,
		`{"kind":"rule","id":"01993c5e-0000-7000-8000-0000000000b2","text":"=> delay 1s","on":false,"made":"2026-11-21T14:02:02.000005Z","removed":"2026-11-21T14:02:09.000005Z","fired":1}`,
		`"gaps":[{"side":"response","offset":9,"bytes":80,`,
		`"interim":[{"at":"2026-11-21T14:02:01.000005Z","status":103,`,
		`"request_sent":{"proto":"HTTP/1.1","header":{"X-Held":["1"]}}`,
		`{"side":"response","frame":1,"sent":-1,"passed":"dropped",`,
		`"outcome":"interrupted"`,
	} {
		if !bytes.Contains(file, []byte(says)) {
			t.Errorf("not in the file: %s\n%s", says, file)
		}
	}
}

// A file of version 1 is still read: exported as version 2, only the version and the checksum differ.
func TestVersion1IsRead(t *testing.T) {
	t.Parallel()
	old, err := os.ReadFile("testdata/v1.jsonl")
	check(t, err)
	got, sum := readMemory(t, old, archive.ReadOptions{})
	if sum.Exchanges != 20 || len(sum.Notes) > 0 {
		t.Fatalf("%+v", sum)
	}
	for _, w := range got.wholes {
		if w.Gaps != nil || w.Interim != nil || w.RequestSent != nil || w.ResponseSent != nil || w.Passages != nil {
			t.Errorf("it has what version 1 could not say: %+v", w.Exchange)
		}
	}
	x, y := lines(old), lines(got.jsonl(t))
	y[0] = strings.Replace(y[0], `"version":2`, `"version":1`, 1)
	end := func(l string) (v map[string]any) {
		check(t, json.Unmarshal([]byte(l), &v))
		delete(v, "sha256")
		return v
	}
	if a, b := end(x[len(x)-1]), end(y[len(y)-1]); !reflect.DeepEqual(a, b) {
		t.Errorf("last line %v, was %v", b, a)
	}
	if x, y := x[:len(x)-1], y[:len(y)-1]; !reflect.DeepEqual(x, y) {
		t.Error(firstDifference([]byte(strings.Join(x, "\n")), []byte(strings.Join(y, "\n"))))
	}

	s := open(t, nil)
	if sum := take(t, s, old); sum.Exchanges != 20 {
		t.Errorf("into a record: %+v", sum)
	}
}

func lines(file []byte) []string { return strings.Split(strings.TrimRight(string(file), "\n"), "\n") }

// Invalid gaps, interim responses and passages are rejected.
func TestWrongGapsAreRefused(t *testing.T) {
	t.Parallel()
	file := string(lossy().jsonl(t))
	for name, c := range map[string]struct{ old, new, says string }{
		"side":            {`"gaps":[{"side":"response"`, `"gaps":[{"side":"north"`, "a side that does not exist"},
		"offset":          {`"offset":9`, `"offset":-9`, "negative count"},
		"bytes":           {`"bytes":80`, `"bytes":-80`, "negative count"},
		"exchanges":       {`"exchanges":12`, `"exchanges":-12`, "negative count"},
		"time":            {`"from":"2026`, `"from":"1026`, "the time of a gap"},
		"text":            {`the disk was full"`, strings.Repeat("x", 3000) + `"`, "the text of a gap is too long"},
		"interim status":  {`"status":103`, `"status":203`, "not 1xx"},
		"interim header":  {`</a>`, strings.Repeat("x", 3000), "an interim answer are too long"},
		"interim time":    {`"interim":[{"at":"2026`, `"interim":[{"at":"1026`, "outside the years 1678"},
		"sent head":       {`"X-Held":["1"]`, `"X-Held":["` + strings.Repeat("x", 3000) + `"]`, "headers are too long"},
		"passed side":     {`{"side":"response","frame":1`, `{"side":"response_sent","frame":1`, "neither request nor response"},
		"passed frame":    {`"frame":1`, `"frame":-1`, "negative number"},
		"passed sent":     {`"sent":-1`, `"sent":-2`, "negative number"},
		"passed how":      {`"passed":"dropped"`, `"passed":""`, "without a valid kind"},
		"passed rule":     {`"rule":"event:artifact`, `"rule":"` + strings.Repeat("x", 3000), "the rule of a passage"},
		"rule id":         {`"id":"01993c5e-0000-7000-8000-0000000000b1"`, `"id":"b1"`, "the id of a rule"},
		"rule twice":      {`00b2","text"`, `00b1","text"`, "occurs twice"},
		"rule text":       {`"text":"=> delay 1s"`, `"text":""`, "the text of a rule is missing"},
		"rule long":       {`"text":"=> delay 1s"`, `"text":"` + strings.Repeat("x", 9000) + `"`, "the text of a rule is missing or too long"},
		"rule preset":     {`"preset":"slow-agent"`, `"preset":"<b>"`, "the preset of a rule"},
		"rule fired":      {`"fired":1`, `"fired":-1`, "negative number of times"},
		"rule on":         {`"last_on":["01993c5e`, `"last_on":["x`, "names an exchange"},
		"rule on many":    {`"last_on":[`, `"last_on":[` + strings.Repeat(`"01993c5e-0000-7000-8000-0000000000a2",`, 20), "too many exchanges"},
		"rule problem":    {`nobody <released> it`, strings.Repeat("x", 3000), "the problem of a rule"},
		"rule time":       {`"removed":"2026`, `"removed":"1026`, "the time of a rule"},
		"rule in between": {`{"kind":"end"`, `{"kind":"rule","id":"01993c5e-0000-7000-8000-0000000000b3","text":"=> drop"}` + "\n" + `{"kind":"end"`, "a rule after the first exchange"},
		"passed twice":    {`{"kind":"passed"`, `{"kind":"passed","passages":[]}` + "\n" + `{"kind":"passed"`, "passages are in the wrong place"},
		"redacted after":  {`{"kind":"end"`, `{"kind":"redacted","redactions":[]}` + "\n" + `{"kind":"redacted","redactions":[]}` + "\n" + `{"kind":"end"`, "redactions are in the wrong place"},
		"gap in between":  {`{"kind":"end"`, `{"kind":"gap","why":"paused"}` + "\n" + `{"kind":"end"`, "after its first exchange"},
		"passed no where": {`{"kind":"gap"`, `{"kind":"passed","passages":[]}` + "\n" + `{"kind":"gap"`, "passages are in the wrong place"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(file, c.old) {
				t.Fatalf("no %q", c.old)
			}
			wrong := strings.Replace(file, c.old, c.new, 1)
			_, err := archive.Read(t.Context(), strings.NewReader(wrong), archive.ReadOptions{Limits: archive.Limits{Text: 2000}}, &memory{})
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %q", err, c.says)
			}
		})
	}
}

// Secrets are redacted in interim responses and in heads as sent, too.
func TestSentHeadsLeaveRedacted(t *testing.T) {
	t.Parallel()
	m := lossy()
	x := &m.wholes[0].Exchange
	x.RequestSent.Header.Set("X-Key", "hush-hush")
	x.ResponseSent.Header.Set("Set-Cookie", "a=hush-hush")
	x.Interim[0].Header.Set("X-Key", "hush-hush")
	x.Gaps[0].Problem, m.gaps[0].Problem = "no room for customer 4711", "no room for customer 4711"
	m.wholes[0].Passages[0].Rule, m.rules[0].Text, m.rules[1].Problem = "text:4711 => hold", "text:4711 => hold", "no 4711"
	number, err := archive.ParsePattern("text:4711")
	check(t, err)
	before := m.jsonl(t)
	for name, make := range map[string]func(*bytes.Buffer) wire.Sink{
		"jsonl": func(b *bytes.Buffer) wire.Sink { return archive.NewJSONL(b, archive.Provenance{}) },
		"har":   func(b *bytes.Buffer) wire.Sink { return archive.NewHAR(b, archive.Provenance{}) },
	} {
		var b bytes.Buffer
		r := archive.Redact(make(&b), archive.RedactOptions{Secrets: secrets, Patterns: []archive.Pattern{number}})
		m.give(t, r)
		for _, secret := range []string{"hush", "4711"} {
			if i := bytes.Index(b.Bytes(), []byte(secret)); i >= 0 {
				t.Errorf("%s holds a secret: …%s…", name, b.Bytes()[max(0, i-60):min(b.Len(), i+20)])
			}
		}
	}
	if after := m.jsonl(t); !bytes.Equal(before, after) {
		t.Errorf("redacting changed what was handed over:\n%s", firstDifference(before, after))
	}
}
