package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/console"
)

// cloneRepository clones the repository as it was committed last.
func cloneRepository(t *testing.T) repository {
	t.Helper()
	requireCommand(t, "git")
	if out, err := try("../..", nil, "git", "rev-parse", "HEAD"); err != nil {
		t.Skipf("the sources are in no git repository: %s", out)
	}
	dir := filepath.Join(t.TempDir(), "clone")
	output(t, "../..", nil, "git", "clone", "--quiet", "--shared", "--no-tags", ".", dir)
	output(t, dir, nil, "git", "config", "user.name", "Test")
	output(t, dir, nil, "git", "config", "user.email", "test@example.com")
	return repository{folder: dir}
}

// TestTag: the tag names a commit with the generated files, and nothing else changes.
func TestTag(t *testing.T) {
	r := cloneRepository(t)
	git := func(args ...string) string {
		t.Helper()
		return strings.TrimSpace(output(t, r.folder, nil, "git", args...))
	}
	head := git("rev-parse", "HEAD")
	write(t, filepath.Join(r.folder, generatedFolder, "stray.js"), []byte("stray"))
	if err := tag(r.folder, console.Release); err != nil {
		t.Fatal(err)
	}
	name := "v" + console.Release
	if git("rev-parse", "HEAD") != head || git("status", "--porcelain") != "" {
		t.Errorf("the working copy changed: %s", git("status"))
	}
	if parent := git("rev-parse", name+"^{commit}^"); parent != head {
		t.Errorf("the parent of the tag's commit is %s; HEAD is %s", parent, head)
	}
	added := strings.Fields(git("diff", "--name-only", head, name))
	for _, file := range added {
		if !strings.HasPrefix(file, generatedFolder+"/") {
			t.Errorf("the tag's commit has another %s", file)
		}
	}
	if all := strings.Join(added, " "); !strings.Contains(all, "vendor/app.js") || !strings.Contains(all, "vendor/app.css") || strings.Contains(all, "stray") {
		t.Errorf("the tag's commit has of generated files %s", all)
	}
	if err := tag(r.folder, console.Release); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a second tag of the same name: %v", err)
	}
	if err := tag(r.folder, "9.9.9-rc.1"); err == nil || !strings.Contains(err.Error(), "prerelease") {
		t.Errorf("a tag of a prerelease: %v", err)
	}
	write(t, filepath.Join(r.folder, "README.md"), []byte("changed"))
	if err := tag(r.folder, "9.9.9"); err == nil || !strings.Contains(err.Error(), "has changes") {
		t.Errorf("a tag of a changed working copy: %v", err)
	}
}

func TestSectionOf(t *testing.T) {
	changes := "# Changes\n\n## 0.9.10\n\nten\n\n## 0.9.1 (first)\n\none\n\n## 0.9.0\n"
	for version, want := range map[string]string{"0.9.1": "one", "0.9.10": "ten", "0.9.0": "", "0.9": ""} {
		if got := sectionOf(changes, version); got != want {
			t.Errorf("%s: %q, want %q", version, got, want)
		}
	}
}
