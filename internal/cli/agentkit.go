package cli

import (
	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/agent"
)

// kitFlag is a release with conformance kits. The flag alone means the first one:
// --conformance, --conformance=0.3.
type kitFlag string

// Decode reads the flag.
func (k *kitFlag) Decode(c *kong.DecodeContext) error {
	if c.Scan.Peek().Type != kong.FlagValueToken {
		*k = kitFlag(agent.Kits()[0])
		return nil
	}
	release, err := agent.FindKit(c.Scan.Pop().String())
	*k = kitFlag(release)
	return err
}

// IsBool says that the flag need not have a value.
func (*kitFlag) IsBool() bool { return true }
