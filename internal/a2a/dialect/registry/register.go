package registry

import (
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// more is the versions that tests added, until the list is read for the first time.
var more struct {
	sync.Mutex
	versions []*version.Version
	read     bool
}

// Register adds a version to those that the console speaks, for tests of what a new
// one takes. It has to come before anything asks for a version: call it in TestMain.
func Register(v *version.Version) {
	more.Lock()
	defer more.Unlock()
	if more.read {
		panic("registry: Register after the versions were read")
	}
	more.versions = append(more.versions, v)
}

func registered() []*version.Version {
	more.Lock()
	defer more.Unlock()
	more.read = true
	return more.versions
}
