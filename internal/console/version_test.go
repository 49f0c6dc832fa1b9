package console

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersions(t *testing.T) {
	for _, c := range []struct {
		main, revision, modified, want string
	}{
		{"v" + Release, "", "", Release},
		{"v" + Release, "4f6a195c0c0ffee", "false", Release},
		{"v" + Release + "+dirty", "4f6a195c0c0ffee0", "true", Release + "-devel+4f6a195c0c0f.changed"},
		{"v0.0.0-20261130102030-4f6a195c0c0f", "", "", Release + "-devel+4f6a195c0c0f"},
		{"(devel)", "", "", Release + "-devel"},
		{"", "4f6a195c0c0ffee0", "false", Release + "-devel+4f6a195c0c0f"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.main}}
		if c.revision != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: c.revision}, {Key: "vcs.modified", Value: c.modified}}
		}
		if got := versionOf(info); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// TestChangelogHasTheRelease: the release command tags what the changelog describes.
func TestChangelogHasTheRelease(t *testing.T) {
	b, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil || !strings.Contains(string(b), "\n## "+Release+" ") {
		t.Errorf("CHANGELOG.md has no section of %s (%v)", Release, err)
	}
}
