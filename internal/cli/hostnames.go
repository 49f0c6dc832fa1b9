package cli

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// hostNames are the values of --allow-host.
type hostNames []string

// Validate refuses what no request could be for: it would allow nothing, without a word.
func (h hostNames) Validate() error {
	for _, name := range h {
		if !wire.IsHostName(name) {
			return fmt.Errorf("%q is no host name, so no request could be for it: give the name alone, as clients write it after http://, such as host.docker.internal", name)
		}
	}
	return nil
}
