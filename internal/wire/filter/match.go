package filter

import (
	"net/url"
	"strings"
)

// MatchOp reports whether an operation begins with want, in any case; * matches anything.
func MatchOp(op, want string) bool { return Glob(strings.ToLower(op), strings.ToLower(want)+"*") }

// MatchState reports whether a state, known or not, equals want in any spelling; * matches anything.
func MatchState(state, want string) bool {
	return Glob(NormalizeState(state), NormalizeState(want))
}

// NormalizeState returns the stored spelling of a task state.
func NormalizeState(s string) string {
	s = strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(strings.TrimSpace(s)))
	s = strings.TrimPrefix(s, "TASK_STATE_")
	if s == "CANCELLED" {
		s = "CANCELED"
	}
	return "TASK_STATE_" + s
}

// MatchAgent reports whether want matches the origin of an agent, or its host with or without a port, in any
// case; * matches anything.
func MatchAgent(origin, want string) bool {
	fits := strings.EqualFold
	if strings.Contains(want, "*") {
		fits = func(s, pattern string) bool { return Glob(strings.ToLower(s), strings.ToLower(pattern)) }
	}
	if fits(origin, strings.TrimSuffix(want, "/")) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (fits(u.Host, want) || fits(u.Hostname(), want))
}

// MatchName reports whether a name contains want, or matches it if it is a pattern, in any case.
func MatchName(name, want string) bool {
	name, want = strings.ToLower(name), strings.ToLower(want)
	if strings.Contains(want, "*") {
		return Glob(name, want)
	}
	return strings.Contains(name, want)
}

// Glob reports whether s matches pattern, in which * matches anything.
func Glob(s, pattern string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	if last == 0 {
		return s == pattern
	}
	s, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	for _, p := range parts[1:last] {
		if _, s, ok = strings.Cut(s, p); !ok {
			return false
		}
	}
	return strings.HasSuffix(s, parts[last])
}
