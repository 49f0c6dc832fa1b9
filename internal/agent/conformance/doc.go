// Package conformance has what an agent does for the conformance kits of the community:
// messages whose id begins as the kits write them, each with the task or message that the
// kits expect of it. docs/conformance.md lists them.
package conformance
