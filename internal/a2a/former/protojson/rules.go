package protojson

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// Place is what a problem may be about. A version has no problem of a place for
// which it has no rule, but for objects, which then have that of the wrong JSON type.
type Place int

// Places of requests.
const (
	Params       Place = iota // a request says nothing
	NoMessage                 // nor which message to send
	ClientRole                // the role of a message from a client
	History                   // how long a history shall be
	StateFilter               // the state in a list query
	PageSize                  // the size of a page, from 1 to 100
	TimeFilter                // the time in a list query
	MessageSent               // a message in a call
	MessageKept               // in a task's history
	MessageOf                 // in a status
	MessageSaid               // in an answer
	NoParts                   // a message without parts; its rule is the message's unless there is one
	ForeignParts              // parts under the name that another message has for them
	Role                      // a role's word
	PartObject                // a part that is none
)

// Places of results and events.
const (
	AgentRole            Place = iota + PartObject + 1 // the role of a message from an agent
	TaskObject                                         // a task and the members that it must have
	TaskID                                             // an id that is no string
	TaskContext                                        // the context that it should have
	TaskWrapped                                        // a task where no wrapper belongs
	StatusObject                                       // a status that is no object
	StatusState                                        // the state that it must have
	Unspecified                                        // a state that says nothing
	State                                              // a state's word
	Timestamp                                          // when a status was
	ArtifactID                                         // an artifact's id
	ArtifactParts                                      // an artifact without parts
	StatusUpdate                                       // what a status update must have
	StatusUpdateObject                                 // a status update that is none
	StatusTask                                         // the task that it must name
	ArtifactUpdate                                     // what an artifact update must have
	ArtifactUpdateObject                               // an artifact update that is none
	ArtifactTask                                       // the task that it must name
	SendResult                                         // what a sent message is answered with
	Event                                              // what a stream's event is
	TaskList                                           // a page of tasks, and what it must have
	NextToken                                          // the token that it must have
	ConfigList                                         // a list of push configs
)

// Rules are those of a version, by place. One that is not there has no Severity; one
// without a Section has that of the message.
type Rules [ConfigList + 1]jsonio.Rule

// at is a rule that refers to a type where it refers to nothing yet.
func (c *Codec) at(r jsonio.Rule, message Type) jsonio.Rule {
	if r.Section == "" {
		r.Section = c.Sections[message]
	}
	return r
}

// FormOf is the rule for a member of the wrong JSON type.
func (c *Codec) FormOf(message Type) jsonio.Rule { return c.types[message].form }

// rule is the rule of a place, or that of the wrong JSON type.
func (c *Codec) rule(p Place, message Type) jsonio.Rule {
	r := &c.Rules[p]
	switch {
	case r.Severity == "":
		r = &c.types[message].form
	case r.Section == "":
		own := *r
		own.Section = c.Sections[message]
		return own
	}
	return *r
}

// has reports whether there is a rule of a place.
func (c *Codec) has(p Place) bool { return c.Rules[p].Severity != "" }

// require reports members that are missing.
func (c *Codec) require(o jsonio.Object, p Place, message Type, names ...string) {
	if c.has(p) {
		o.Require(c.rule(p, message), names...)
	}
}

// text is what a problem of a place says: the version's own words, or the usual ones.
func (c *Codec) text(p Place, usual string) string {
	if own := c.Texts[p]; own != "" {
		return own
	}
	return usual
}

// milder is a rule as a warning.
func milder(r jsonio.Rule) jsonio.Rule {
	r.Severity = a2a.SeverityWarning
	return r
}
