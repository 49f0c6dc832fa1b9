package database

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed query/*.sql
var queryFiles embed.FS

// Queries holds the fixed statements for reading, by name. It must not be changed.
var Queries = mustSections(queryFiles, "query/*.sql")

// Query returns a statement by name. It panics for an unknown name; a test checks all names.
func Query(name string) string {
	q, ok := Queries[name]
	if !ok {
		panic("recorder: no query named " + name)
	}
	return q
}

// sections reads SQL files in which each statement follows a line "-- name: x". Comments before the first such
// line belong to the file.
func sections(files fs.FS, pattern string) (map[string]string, error) {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, file := range names {
		b, err := fs.ReadFile(files, file)
		if err != nil {
			return nil, err
		}
		for _, part := range strings.Split("\n"+string(b), "\n-- name: ")[1:] {
			name, text, _ := strings.Cut(part, "\n")
			name = strings.TrimSpace(name)
			if _, twice := out[name]; twice {
				return nil, fmt.Errorf("%s: two statements are named %s", file, name)
			}
			out[name] = statement(text)
		}
	}
	return out, nil
}

// statement returns a section without comment lines and the last semicolon.
func statement(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(line), "--") {
			lines = append(lines, line)
		}
	}
	return strings.TrimSuffix(strings.TrimSpace(strings.Join(lines, "")), ";")
}

func mustSections(files fs.FS, pattern string) map[string]string {
	out, err := sections(files, pattern)
	if err != nil { // cannot fail: the files are embedded
		panic(err)
	}
	return out
}
