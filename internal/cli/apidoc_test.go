package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// docCmd: doc PAGE CONSOLE runs the shell examples of a page of docs, as one script, against a running
// console.
func docCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: doc PAGE CONSOLE")
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", args[0]))
	ts.Check(err)
	var script strings.Builder
	for _, block := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```").FindAllSubmatch(page, -1) {
		script.Write(block[1])
	}
	if script.Len() == 0 {
		ts.Fatalf("%s has no examples", args[0])
	}
	address, token, _ := strings.Cut(ts.Getenv(args[1]+"_UI"), "/?token=")
	ts.Setenv("A2A_CONSOLE", address)
	ts.Setenv("A2A_TOKEN", token)
	ts.Check(os.WriteFile(ts.MkAbs("doc.sh"), []byte(script.String()), 0o600))
	ts.Check(ts.Exec("sh", "-eu", "doc.sh"))
}
