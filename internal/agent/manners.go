package agent

import "github.com/a2a-console/a2a-console/internal/a2a"

// manners are the customs in which versions differ beyond their spelling.
// Version 0.1 is the odd one; 0.2 and 0.3 agree with each other, and but for the
// ways of streams and notifications with 1.0.
type manners struct {
	clientIDs    bool   // the client names a new task (0.1 §7.1.1), later ones refuse unknown ids
	messageIDs   bool   // a message has an id, which its writer makes (0.2 §6.4, 1.0 §4.1.4)
	history      bool   // a task comes with its history unless the caller asks for less (1.0 §3.2.4)
	reopens      bool   // a message to a finished task opens it again (0.1 "Send a Task")
	snapshot     bool   // a stream begins with the task (0.3 §9.3, 1.0 §3.1.2)
	rejoins      bool   // so does a subscription to it (1.0 §3.1.6), which before goes on with the next event
	refuses      bool   // nobody may subscribe to a finished task; in 0.1 they are told how it stands
	replies      bool   // a message may be answered by a message, without a task
	acknowledges bool   // a blocking send may answer with a working task
	textJSON     bool   // structured output is JSON in a text part (0.1 "Structured Output")
	named        bool   // stream events have names
	extensions   bool   // calls activate extensions
	placeholders bool   // the bytes of a file may be no base64, as in examples before 1.0
	bare         bool   // a request may lack "jsonrpc", as in the 0.1 schema
	statusPush   bool   // push brings the whole task at every status change (0.3 §9.5), not every event
	typeAside    bool   // text and data parts have their media type in the metadata, by convention
	pushType     string // Content-Type of a push notification
}

func mannersOf(v a2a.Version) manners {
	if v == a2a.V01 {
		return manners{
			clientIDs: true, reopens: true, acknowledges: true, textJSON: true, typeAside: true, named: true,
			placeholders: true, bare: true, statusPush: true, pushType: "application/json",
		}
	}
	m := manners{messageIDs: true, history: true, snapshot: true, refuses: true, replies: true, extensions: true}
	if v < a2a.V10 {
		m.placeholders = true
		m.statusPush, m.typeAside, m.pushType = true, true, "application/json"
		return m
	}
	m.rejoins, m.pushType = true, "application/a2a+json"
	return m
}
