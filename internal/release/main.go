// Command release makes what a release needs beyond goreleaser.
//
//	go run ./internal/release tag            the commit and the tag of a release
//	go run ./internal/release files OUT      manual page, completions and notes of a release
//	go run ./internal/release npm DIST OUT   npm packages of the programs below DIST
//
// The commit of a tag holds what `go generate ./static` makes, so that go install gives a
// whole console. That commit is on no branch: main never has those files.
package main

import (
	"fmt"
	"os"

	"github.com/a2a-console/a2a-console/internal/console"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "tag":
		return tag(".", console.Release)
	case len(args) == 2 && args[0] == "files":
		return writeFiles(args[1], console.Release)
	case len(args) == 3 && args[0] == "npm":
		return writePackages(args[1], args[2], console.Release, allPlatforms)
	}
	return fmt.Errorf("usage: go run ./internal/release tag | files OUT | npm DIST OUT")
}
