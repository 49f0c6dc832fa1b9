package cli

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// version is the program's version from its build information: the module's,
// or the commit it was built from.
func version() string {
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

func versionLine() string {
	goVersion := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = " " + info.GoVersion
	}
	return strings.TrimSpace(fmt.Sprintf("a2a-console %s%s, speaks A2A %s", version(), goVersion, joined(versionWords(), " and ")))
}
