package version

// Agent describes how a version's agents behave, beyond the encoding of their messages. The reference agent
// follows it.
type Agent struct {
	ClientIDs       bool   // the client names a new task (0.1 §7.1.1); later versions refuse unknown ids
	MessageIDs      bool   // a message has an id, which its author makes (0.2 §6.4, 1.0 §4.1.4)
	History         bool   // a task includes its history unless the caller asks for less (1.0 §3.2.4)
	Reopens         bool   // a message to a finished task opens it again (0.1 "Send a Task")
	Snapshot        bool   // a stream begins with the task (0.3 §9.3, 1.0 §3.1.2)
	Rejoins         bool   // a subscription begins with the task (1.0 §3.1.6); before, it continues with the next event
	Refuses         bool   // nobody may subscribe to a finished task; 0.1 answers with its status
	Replies         bool   // a message may be answered by a message, without a task
	Acknowledges    bool   // a blocking send may answer with a working task
	TextJSON        bool   // structured output is JSON in a text part (0.1 "Structured Output")
	HasEventNames   bool   // stream events have names
	Extensions      bool   // calls activate extensions
	Placeholders    bool   // a file's bytes may be invalid base64, as in examples before 1.0
	AllowsNoJSONRPC bool   // a request may lack "jsonrpc", as in the 0.1 schema
	StatusPush      bool   // push brings the whole task at every status change (0.3 §9.5), not every event
	TypeAside       bool   // by convention, text and data parts have their media type in the metadata
	Offers          bool   // without an extended card, a call for it fails as an unsupported operation; before, as a missing card
	Generations     bool   // a task counts its changes; calls wait for the next one or require a certain one (1.1 draft §3.2.7)
	PushType        string // Content-Type of a push notification
}

// Kit is what the community's conformance kits require of an agent beyond, or against, the specification. The
// reference agent follows it only in its profile for kits.
type Kit struct {
	Release string // of the specification that the kits target

	// OpenTasks means that calls answer at once unless they ask to wait, and that tasks then work for a while
	// and accept messages meanwhile.
	OpenTasks bool

	// Guarded means that the extended card requires credentials, and that clients also request it below an
	// interface's URL, next to the card itself.
	Guarded bool

	SchemedGRPC bool // URLs of gRPC interfaces have a scheme
	PlainJSON   bool // all answers over HTTP+JSON are application/json; otherwise errors alone
	FirstTable  bool // errors have the statuses of the major version's first release
}
