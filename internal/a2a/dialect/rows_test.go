package dialect

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

var (
	member   = regexp.MustCompile(`(?m)^(\S+)\.(Check|Severity|Spec|Cause) "(.*)"$`)
	numbered = regexp.MustCompile(`^\d\.\d$`)
)

// nameRows compares the findings in a dump with the list of checks: each names a check, is no worse than its
// level, cites a version in which it applies, and has a cause with advice.
func nameRows(t *testing.T, name string, dump []byte) {
	t.Helper()
	var id, at string
	rank := []a2a.Severity{a2a.SeverityInfo, a2a.SeverityWarning, a2a.SeverityError}
	for _, m := range member.FindAllStringSubmatch(string(dump), -1) {
		if m[2] == "Check" {
			id, at = m[3], m[1]
			continue
		}
		row, ok := check.ByID(id)
		if at != m[1] || !ok {
			t.Errorf("%s: the finding %s names no row: %q", name, m[1], id)
			continue
		}
		if m[2] == "Severity" {
			if slices.Index(rank, a2a.Severity(m[3])) > slices.Index(rank, row.Level.Severity()) {
				t.Errorf("%s: %s is a finding of severity %s, and its level is %s", name, id, m[3], row.Level)
			}
			continue
		}
		if m[2] == "Cause" {
			if !slices.ContainsFunc(row.Fixes, func(f check.Fix) bool { return f.Cause == m[3] }) {
				t.Errorf("%s: %s has no fix for the cause %q", name, id, m[3])
			}
			continue
		}
		v, _, _ := strings.Cut(m[3], " ")
		if numbered.MatchString(v) && !row.HoldsIn(a2a.Version(v)) {
			t.Errorf("%s: %s cites %s and holds in %v", name, id, m[3], row.Versions)
		}
	}
}
