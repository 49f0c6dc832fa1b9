package console

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/adrg/xdg"
)

// errNoHome is the answer where nothing says whose folders are meant: as root
// the file system's root would be taken for them.
var errNoHome = errors.New("this user has no home folder: HOME is not set")

// userFolder is the console's folder below one of the user's, as xdg has it;
// env is the variable that names that one by itself.
func userFolder(env, folder string) (string, error) {
	if runtime.GOOS != "windows" && os.Getenv("HOME") == "" && !filepath.IsAbs(os.Getenv(env)) {
		return "", errNoHome
	}
	return filepath.Join(folder, "a2a-console"), nil
}

func dataFolder() (string, error)  { return userFolder("XDG_DATA_HOME", xdg.DataHome) }
func stateFolder() (string, error) { return userFolder("XDG_STATE_HOME", xdg.StateHome) }
