package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/a2a-console/a2a-console/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"a2a-console": func() { os.Exit(cli.Main(os.Stdin, os.Stdout, os.Stderr, os.Args[1:])) },
		"fake":        fakeMain,
		"fetch":       fetchMain,
		"changed":     changedMain,
		"halve":       halveMain,
	})
}

// TestScripts runs the command line's stories, one per file. Besides testscript's own commands they
// use those of process_test.go, json_test.go and apidoc_test.go. Stories that only repeat another
// in a version between the oldest and the newest are in the folder slow.
func TestScripts(t *testing.T) {
	runScripts(t, filepath.Join("testdata", "script"))
}

func runScripts(t *testing.T, dir string) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, "data"))
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, "state"))
			e.Setenv("XDG_RUNTIME_DIR", filepath.Join(e.WorkDir, "run"))
			e.Setenv("CI", "1") // do not open a browser
			e.Values[processesKey{}] = processes{}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"start":      startCmd,
			"finish":     finishCmd,
			"ended":      endedCmd,
			"killed":     killedCmd,
			"expect":     expectCmd,
			"json":       jsonCmd,
			"jsonis":     jsonIsCmd,
			"lines":      linesCmd,
			"make-newer": newerCmd,
			"doc":        docCmd,
		},
	})
}
