package console

import (
	"runtime/debug"
)

// Version is the program's version from its build information: the module's version, or the commit.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit, changed := "", false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	switch {
	case commit == "":
		return "devel"
	case changed:
		return "devel-" + commit[:min(12, len(commit))] + "+changes"
	}
	return "devel-" + commit[:min(12, len(commit))]
}

// GoVersion is the Go version that built the program, "" when unknown.
func GoVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.GoVersion
	}
	return ""
}
