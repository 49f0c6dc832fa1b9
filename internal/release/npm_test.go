package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestNPX installs the packages as npm does from its registry, in a folder without the
// repository, and starts the program.
func TestNPX(t *testing.T) {
	requireCommand(t, "npm", "node")
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the packages that are made here are for Linux on amd64")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "dist/a2a-console_linux_amd64_v1/a2a-console"), programBytes(t))
	if err := writePackages(filepath.Join(dir, "dist"), filepath.Join(dir, "npm"), "0.9.0", allPlatforms[:1]); err != nil {
		t.Fatal(err)
	}
	user := filepath.Join(dir, "user")
	write(t, filepath.Join(user, "package.json"), []byte("{}"))
	env := []string{"npm_config_cache=" + filepath.Join(dir, "cache"), "npm_config_offline=true", "npm_config_audit=false", "npm_config_fund=false"}
	output(t, user, env, "npm", "install", "../npm/linux-x64", "../npm/a2a-console", "--install-links")
	if got := output(t, user, env, "npx", "a2a-console", "--version"); !hasDevelopmentVersion(got) {
		t.Errorf("npx a2a-console --version printed %q", got)
	}
	if out, err := try(user, env, "npx", "a2a-console", "nonsense"); err == nil || !strings.Contains(out, "nonsense") {
		t.Errorf("the exit code is lost: %v, %s", err, out)
	}
	if err := os.RemoveAll(filepath.Join(user, "node_modules/@a2a-console")); err != nil {
		t.Fatal(err)
	}
	if out, err := try(user, env, "npx", "a2a-console", "--version"); err == nil || !strings.Contains(out, "the package @a2a-console/linux-x64 is not installed") {
		t.Errorf("without the package of the platform: %v, %s", err, out)
	}
}

func TestPackagesNeedEveryBuild(t *testing.T) {
	dist := t.TempDir()
	write(t, filepath.Join(dist, "a2a-console_linux_amd64_v1/a2a-console"), nil)
	err := writePackages(dist, t.TempDir(), "0.9.0", allPlatforms)
	if err == nil || !strings.Contains(err.Error(), "run goreleaser first") {
		t.Errorf("got %v", err)
	}
}
