package version

// Kit is what the conformance kits of the community ask of an agent where the
// specification asks for something else or leaves it open. The reference agent has it
// under its profile for kits alone.
type Kit struct {
	Release string // of the specification that the kits were written for

	// OpenTasks says that calls answer at once unless they ask to wait, and that tasks are
	// then at work for a while, and take messages meanwhile.
	OpenTasks bool

	// Guarded says that the extended card is shown to those with credentials only, and is
	// asked for below an interface's URL, too, where the card itself is.
	Guarded bool

	SchemedGRPC bool // URLs of gRPC interfaces have a scheme
	PlainJSON   bool // all answers over HTTP+JSON are application/json; else errors alone
	FirstTable  bool // errors have the statuses of the major version's first release
}
