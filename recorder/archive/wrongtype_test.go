package archive_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/recorder/archive"
)

// goTypes matches words that only Go's own errors contain.
var goTypes = regexp.MustCompile(`Go |json:|struct|\bint(64)?\b|float64|wire\.|archive\.|time\.Time|UnmarshalJSON|\[\]`)

// TestImportErrorsNameLineAndMember: an error names the line, the member and its required type, without terms
// of Go.
func TestImportErrorsNameLineAndMember(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	lossy().give(t, archive.NewJSONL(&b, archive.Provenance{Program: "test 1"}))
	lines := strings.SplitAfter(b.String(), "\n")
	kind := func(k string) int {
		for i, l := range lines {
			if strings.Contains(l, `"kind":"`+k+`"`) {
				return i
			}
		}
		t.Fatalf("no line of kind %s in %s", k, b.String())
		return 0
	}
	for _, c := range []struct {
		line     int
		from, to string
		want     string
	}{
		{0, `"version":\d+`, `"version":"two"`, "line 1: version is a string and must be a whole number"},
		{0, `"session":\{`, `"session":[{`, ""},
		{0, `"started":"[^"]*"`, `"started":"yesterday"`, "line 1: session is not a time such as 2006-01-02T15:04:05Z"},
		{kind("exchange"), `"method":"[A-Z]*"`, `"method":7`, "method is a number and must be a string"},
		{kind("exchange"), `"started":"[^"]*"`, `"started":12`, "started is not a time"},
		{kind("exchange"), `"request":\{`, `"request":[],"x":{`, "request is an array and must be an object"},
		{kind("gap"), `"exchanges":\d+`, `"exchanges":1.5`, "exchanges is a number and must be a whole number"},
		{kind("chunk"), `"(text|base64)":"[^"]*"`, `"base64":"*"`, "base64 is not in base64"},
		{kind("chunk"), `"offset":\d+`, `"offset":true`, "offset is true or false and must be a whole number"},
	} {
		changed := append([]string{}, lines...)
		changed[c.line] = regexp.MustCompile(c.from).ReplaceAllString(changed[c.line], c.to)
		if changed[c.line] == lines[c.line] {
			t.Errorf("%s is not in %s", c.from, lines[c.line])
			continue
		}
		_, err := archive.Read(t.Context(), strings.NewReader(strings.Join(changed, "")), archive.ReadOptions{}, &memory{})
		if err == nil || !strings.Contains(err.Error(), "line ") || !strings.Contains(err.Error(), c.want) || goTypes.MatchString(err.Error()) {
			t.Errorf("%s: %v, want %s", c.to, err, c.want)
		}
	}
}

// TestHARNotesNameMembers: members of a wrong type are left out, the others are not.
func TestHARNotesNameMembers(t *testing.T) {
	t.Parallel()
	file := entry(`,"bodySize":"big"`, `"status":200,"headers":[{"name":"X-A","value":5},{"name":"X-B","value":"b"}],"content":{"size":"2","text":"{}"}`, timed)
	got, sum := readMemory(t, []byte(file), archive.ReadOptions{})
	w := got.wholes[0]
	if string(w.Body(1)) != "{}" || w.Response.Header.Get("X-B") != "b" || w.Answered.IsZero() || len(sum.Notes) != 1 || !strings.Contains(sum.Notes[0], "bodySize of an entry is a string and must be a whole number") || goTypes.MatchString(sum.Notes[0]) {
		t.Errorf("%q, %+v, %q", w.Body(1), w.Response, sum.Notes)
	}
}
