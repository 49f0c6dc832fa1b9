package v11

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	protoMessage = regexp.MustCompile(`(?ms)^message (\w+) \{\n(.*?)^\}`)
	protoField   = regexp.MustCompile(`(?m)^ +(optional |repeated )?([\w.<>, ]+) (\w+) = (\d+)( \[|;)`)
)

// TestProto: the descriptors have each field of the draft's own proto by name and number; for the draft's
// additions, type and presence match, too.
func TestProto(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/shared/protocol/oracles/v1.1-draft/a2a.proto")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the draft's proto is not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	s, pkg := Dialect(), strings.TrimSuffix(Dialect().Service(), ".A2AService")
	if !strings.Contains(string(text), "\npackage "+pkg+";") {
		t.Errorf("the draft's package is not %s", pkg)
	}
	added, all := fieldsOf(table), 0
	for _, m := range protoMessage.FindAllStringSubmatch(string(text), -1) {
		for _, f := range protoField.FindAllStringSubmatch(m[2], -1) {
			all++
			if got, ok := s.Schema().Numbers(m[1], camelCase(f[3])); !ok || len(got) != 1 || strconv.Itoa(int(got[0])) != f[4] {
				t.Errorf("%s.%s is %v, %v; the draft has %s", m[1], f[3], got, ok, f[4])
			}
			said := strings.TrimSpace(strings.Join([]string{"field", m[1], f[4], f[3], f[2], strings.TrimSpace(f[1])}, " "))
			added = slices.DeleteFunc(added, func(l string) bool { return l == said })
		}
	}
	if all < 100 || len(added) > 0 {
		t.Errorf("of %d fields, the draft has not %q", all, added)
	}
}

// fieldsOf returns the fields that a table adds.
func fieldsOf(table string) (all []string) {
	for l := range strings.SplitSeq(table, "\n") {
		if strings.HasPrefix(l, "field ") {
			all = append(all, l)
		}
	}
	return all
}

// camelCase returns a field's JSON name.
func camelCase(name string) string {
	return regexp.MustCompile(`_[a-z]`).ReplaceAllStringFunc(name, func(s string) string { return strings.ToUpper(s[1:]) })
}
