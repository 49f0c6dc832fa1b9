package version

// Form is a way to write messages, tasks and events as JSON.
type Form int

// The forms there are.
const (
	Typed     Form = iota + 1 // parts told apart by type, events by their members, artifacts by index: 0.1
	Kinded                    // told apart by kind
	Resources                 // ProtoJSON of package a2a.v1: content in place of parts, resource names
	Wrapped                   // ProtoJSON of package lf.a2a.v1: results and events in a member that names them
)
