package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// generatedFolder is the folder that go generate ./static fills, and .gitignore leaves out.
const generatedFolder = "static/vendor"

// tag makes the commit of a release from HEAD and the generated files, and tags it. Branch, index
// and all other files of the working copy stay as they are.
func tag(folder, version string) error {
	r := repository{folder: folder}
	if strings.Contains(version, "-") {
		return fmt.Errorf("%s is a prerelease; package managers would offer it to everybody", version)
	}
	if changes, err := r.git("status", "--porcelain"); err != nil {
		return err
	} else if changes != "" {
		return fmt.Errorf("the working copy has changes; commit or stash them first:\n%s", changes)
	}
	name := "v" + version
	if found, err := r.git("tag", "--list", name); err != nil {
		return err
	} else if found != "" {
		return fmt.Errorf("the tag %s exists; raise Release in internal/console/version.go", name)
	}
	// Whatever else lies in this folder must not get into the commit.
	if _, err := r.git("clean", "--quiet", "-fdx", "--", generatedFolder); err != nil {
		return err
	}
	if err := r.run("go", "generate", "./static"); err != nil {
		return err
	}
	commit, err := r.commitGenerated("release: " + version)
	if err != nil {
		return err
	}
	if _, err := r.git("tag", "--annotate", "--message", "a2a-console "+version, name, commit); err != nil {
		return err
	}
	fmt.Printf("tagged %s as %s\npublish it: git push origin %s\n", commit[:12], name, name)
	return nil
}

// repository is a working copy. index, if set, is the file that git uses for its index.
type repository struct{ folder, index string }

// commitGenerated writes a commit of HEAD and the generated files, and returns its id.
func (r repository) commitGenerated(message string) (string, error) {
	scratch, err := os.MkdirTemp("", "a2a-console-release")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch)
	r.index = filepath.Join(scratch, "index")
	if _, err := r.git("read-tree", "HEAD"); err != nil {
		return "", err
	}
	if _, err := r.git("add", "--force", generatedFolder); err != nil {
		return "", err
	}
	tree, err := r.git("write-tree")
	if err != nil {
		return "", err
	}
	return r.git("commit-tree", "-p", "HEAD", "-m", message, tree)
}

// git runs git and returns what it prints, without spaces around it.
func (r repository) git(args ...string) (string, error) {
	var out bytes.Buffer
	cmd := exec.Command("git", args...)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	cmd.Dir = r.folder
	if r.index != "" {
		cmd.Env = append(os.Environ(), "GIT_INDEX_FILE="+r.index)
	}
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(out.String()), nil
}

func (r repository) run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = r.folder, os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}
