// Package conformance holds what the agent does for the community's conformance kits: it maps
// prefixes of the kits' message ids to the task or message that a kit expects. docs/conformance.md
// lists them.
package conformance
