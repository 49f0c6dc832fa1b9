package console

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/adrg/xdg"
)

// errNoHome prevents a wrong guess: without HOME, the folders would be in the root of the file
// system.
var errNoHome = errors.New("this user has no home folder: HOME is not set")

// userFolder returns the console's folder below a folder of package xdg. env is the environment
// variable that sets that folder directly.
func userFolder(env, folder string) (string, error) {
	if runtime.GOOS != "windows" && os.Getenv("HOME") == "" && !filepath.IsAbs(os.Getenv(env)) {
		return "", errNoHome
	}
	return filepath.Join(folder, "a2a-console"), nil
}

func dataFolder() (string, error)  { return userFolder("XDG_DATA_HOME", xdg.DataHome) }
func stateFolder() (string, error) { return userFolder("XDG_STATE_HOME", xdg.StateHome) }
