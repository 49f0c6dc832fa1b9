package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// extraFiles are the files of an archive that the program itself prints, with the command of
// each.
var extraFiles = map[string][]string{
	"a2a-console.1":               {"man"},
	"completion/a2a-console.bash": {"completion", "bash"},
	"completion/_a2a-console":     {"completion", "zsh"},
	"completion/a2a-console.fish": {"completion", "fish"},
}

// writeFiles builds the program and writes to folder the other files of a release: extraFiles, and
// the notes of the version, from CHANGELOG.md.
func writeFiles(folder, version string) error {
	scratch, err := os.MkdirTemp("", "a2a-console-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	program := filepath.Join(scratch, "a2a-console")
	if err := (repository{folder: "."}).run("go", "build", "-o", program, "."); err != nil {
		return err
	}
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return err
	}
	notes := sectionOf(string(changes), version)
	if notes == "" {
		return fmt.Errorf("CHANGELOG.md has no text under ## %s", version)
	}
	files := map[string][]byte{"notes.md": []byte(notes + "\n")}
	for name, args := range extraFiles {
		if files[name], err = exec.Command(program, args...).Output(); err != nil {
			return fmt.Errorf("a2a-console %s: %w", strings.Join(args, " "), err)
		}
	}
	for name, b := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// sectionOf returns the text below the heading of a version, "" if there is none.
func sectionOf(changes, version string) string {
	for section := range strings.SplitSeq("\n"+changes, "\n## ") {
		title, text, _ := strings.Cut(section, "\n")
		if title == version || strings.HasPrefix(title, version+" ") {
			return strings.TrimSpace(text)
		}
	}
	return ""
}
