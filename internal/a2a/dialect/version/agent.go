package version

// Agent are the ways in which agents of a version differ beyond the spelling of what
// they say. The reference agent has them.
type Agent struct {
	ClientIDs       bool   // the client names a new task (0.1 §7.1.1), later ones refuse unknown ids
	MessageIDs      bool   // a message has an id, which its writer makes (0.2 §6.4, 1.0 §4.1.4)
	History         bool   // a task comes with its history unless the caller asks for less (1.0 §3.2.4)
	Reopens         bool   // a message to a finished task opens it again (0.1 "Send a Task")
	Snapshot        bool   // a stream begins with the task (0.3 §9.3, 1.0 §3.1.2)
	Rejoins         bool   // so does a subscription to it (1.0 §3.1.6), which before goes on with the next event
	Refuses         bool   // nobody may subscribe to a finished task; in 0.1 they are told how it stands
	Replies         bool   // a message may be answered by a message, without a task
	Acknowledges    bool   // a blocking send may answer with a working task
	TextJSON        bool   // structured output is JSON in a text part (0.1 "Structured Output")
	HasEventNames   bool   // stream events have names
	Extensions      bool   // calls activate extensions
	Placeholders    bool   // the bytes of a file may be no base64, as in examples before 1.0
	AllowsNoJSONRPC bool   // a request may lack "jsonrpc", as in the 0.1 schema
	StatusPush      bool   // push brings the whole task at every status change (0.3 §9.5), not every event
	TypeAside       bool   // text and data parts have their media type in the metadata, by convention
	Offers          bool   // an extended card that is not offered is an unsupported operation; before, one that is missing
	Generations     bool   // a task counts its changes; calls wait for the next, or want a certain one (1.1 draft §3.2.7)
	PushType        string // Content-Type of a push notification
}

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
