package console

import (
	"runtime/debug"
	"strings"
)

// Release is the version of these sources. A tag "v" + Release names the commit that was
// released; CHANGELOG.md has a section of this name.
const Release = "0.9.0"

// Version is Release if the program was built from its tag, otherwise "0.9.0-devel+COMMIT", with
// ".changed" after it if the working copy had changes. It is "0.9.0-devel" if the commit is
// unknown.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Release + "-devel"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	if info.Main.Version == "v"+Release {
		return Release
	}
	// go install MODULE@BRANCH names the commit at the end of a pseudo-version only.
	commit, changed := info.Main.Version[strings.LastIndex(info.Main.Version, "-")+1:], ""
	if !strings.Contains(info.Main.Version, "-") {
		commit = ""
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				changed = ".changed"
			}
		}
	}
	if commit == "" {
		return Release + "-devel"
	}
	return Release + "-devel+" + commit[:min(12, len(commit))] + changed
}

// GoVersion is the version of Go that built the program, or "".
func GoVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.GoVersion
	}
	return ""
}
