//go:build slow && snapshot

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/a2a-console/a2a-console/internal/console"
)

// goreleaser runs goreleaser in a folder. Building it takes five minutes and a gigabyte, so the tag
// snapshot keeps this test out of the slow set.
func goreleaser(t *testing.T, folder string, args ...string) {
	t.Helper()
	command := []string{"go", "run", "github.com/goreleaser/goreleaser/v2@v2.15.1"}
	if found, err := exec.LookPath("goreleaser"); err == nil {
		command = []string{found}
	}
	env := []string{"TAP_TOKEN=none", "WINGET_TOKEN=none", "GITHUB_TOKEN=none", "GOFLAGS="}
	output(t, folder, env, command[0], append(command[1:], args...)...)
}

// TestSlowSnapshot makes the release of this platform from a tag, as the workflow does, and checks
// its files.
func TestSlowSnapshot(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("deb and rpm are made on Linux only")
	}
	goreleaser(t, "../..", "check")
	r := cloneRepository(t)
	if err := tag(r.folder, console.Release); err != nil {
		t.Fatal(err)
	}
	output(t, r.folder, nil, "git", "checkout", "--quiet", "--force", "v"+console.Release)
	config := filepath.Join(t.TempDir(), "goreleaser.yaml")
	write(t, config, platformConfig(t))
	goreleaser(t, r.folder, "release", "--config", config, "--skip=publish,announce,docker,sbom")
	dist, name := filepath.Join(r.folder, "dist"), "a2a-console_linux_"+runtime.GOARCH
	sums, err := os.ReadFile(filepath.Join(dist, "checksums.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{name + ".tar.gz", name + ".deb", name + ".rpm"} {
		b, err := os.ReadFile(filepath.Join(dist, file))
		t.Logf("%s has %d bytes", file, len(b))
		if err != nil || !strings.Contains(string(sums), sumLine(file, b)) {
			t.Errorf("%s is not there, or its sum is not: %v\n%s", file, err, sums)
		}
	}
	if listing := output(t, dist, nil, "tar", "-tzf", name+".tar.gz"); !strings.Contains(listing, "a2a-console.1\n") || !strings.Contains(listing, "completion/_a2a-console\n") {
		t.Errorf("the archive has\n%s", listing)
	}
	if cask, err := os.ReadFile(filepath.Join(dist, "homebrew/Casks/a2a-console.rb")); err != nil || !strings.Contains(string(cask), `"{{staged_path}}/a2a-console"`) {
		t.Errorf("the cask does not name its folder as Homebrew expands it: %v\n%s", err, cask)
	}
	installed := t.TempDir()
	output(t, dist, nil, "dpkg-deb", "--extract", name+".deb", installed)
	program := filepath.Join(installed, "usr/bin/a2a-console")
	if got := output(t, installed, nil, program, "--version"); !strings.HasPrefix(got, "a2a-console "+console.Release+" ") {
		t.Errorf("--version of the package printed %q", got)
	}
	info, err := os.Stat(program)
	if err != nil || info.Size() > 44<<20 {
		t.Fatalf("the program has %v bytes, %v; the limit is 44 MiB", info.Size(), err)
	}
	t.Logf("the program has %d bytes", info.Size())
	loadsPages(t, exec.Command(program, serveArgs(installed)...))
	if err := writePackages(dist, filepath.Join(dist, "npm"), console.Release, allPlatforms[:1]); err != nil {
		t.Error(err)
	}
}

// platformConfig is the configuration without builds for other platforms and what needs them.
func platformConfig(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var config map[string]any
	if err := yaml.Unmarshal(b, &config); err != nil {
		t.Fatal(err)
	}
	build := config["builds"].([]any)[0].(map[string]any)
	build["goos"], build["goarch"] = []string{"linux"}, []string{runtime.GOARCH}
	for _, key := range []string{"scoops", "winget"} {
		delete(config, key)
	}
	b, err = yaml.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
