// Package protojson reads and writes the JSON of the versions whose JSON is
// ProtoJSON: messages, tasks, events, params and results. A Codec is a version's
// table: its names, the rules that problems refer to, and functions for what is not
// the same at all (what is in a part, how tasks and push configs are named).
package protojson

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// Codec is in what a version differs from others. It is read-only once made, and
// safe for concurrent use.
type Codec struct {
	Version  string // by name: "1.0"
	Rules    Rules
	Texts    map[Place]string // of problems, where not the usual one
	Sections Sections
	Foreign  map[Type][]Foreign // members of other versions
	Form     jsonio.Rule        // of members of the wrong JSON type
	Names    jsonio.Rule        // of members by their proto names
	Nulls    jsonio.Rule        // of members that are null; without a Severity they are not reported

	States     jsonio.States
	Content    string          // the member that has a message's parts
	Renamed    map[Type]string // the proto name of the member message
	After      []string        // members of a list query that have the time, the version's own first
	Pushes     []string        // members of a send configuration that have a push config, its own first
	UTC        bool            // times must be in UTC
	References bool            // a message may refer to tasks
	Blocking   bool            // a call says that it waits, and not that it does not; and a history length of zero is none
	Final      bool            // a status update says that it is its stream's last
	Next       bool            // the token of the next page is written even when empty

	Own Own

	types [len(Sections{})]typeRules
}

// typeRules are the rules that refer to a type.
type typeRules struct {
	form, names, nulls jsonio.Rule
	foreign            []Foreign
}

// New makes a codec of a table.
func New(c Codec) *Codec {
	for t := range c.types {
		in := &c.types[t]
		in.form, in.names, in.nulls = c.at(c.Form, Type(t)), c.at(c.Names, Type(t)), c.at(c.Nulls, Type(t))
		for _, f := range c.Foreign[Type(t)] {
			f.Rule = c.at(f.Rule, Type(t))
			in.foreign = append(in.foreign, f)
		}
	}
	return &c
}

// Own is what versions do not have in common at all.
type Own interface {
	// ReadPart completes a part that has its metadata.
	ReadPart(jsonio.Object, a2a.Part) a2a.Part
	WritePart(*jsonio.Writer, a2a.Part, jsonio.Losses)

	// ReadTarget and WriteTarget treat what a call is about, by its operation.
	ReadTarget(jsonio.Object, *a2a.Call)
	WriteTarget(*jsonio.Writer, *a2a.Call, jsonio.Losses) error

	// ReadConfig and WriteConfig treat a push config that comes with a message.
	ReadConfig(jsonio.Node) *a2a.PushConfig
	WriteConfig(*jsonio.Writer, *a2a.PushConfig, jsonio.Losses)

	// ReadTaskConfig and WriteTaskConfig treat one as it is answered: by itself, or in
	// a list. A nil one is none.
	ReadTaskConfig(n jsonio.Node, listed bool) *a2a.PushConfig
	WriteTaskConfig(*jsonio.Writer, *a2a.PushConfig, jsonio.Losses)
}

// Foreign are members that belong to other versions, and why.
type Foreign struct {
	Rule  jsonio.Rule
	Why   string
	Names []string
}

// open takes a document apart, by the names of JSON and of the proto.
func (c *Codec) open(p jsonio.Place) (jsonio.Node, *jsonio.Sink) {
	root, sink := p.OpenAny(jsonio.Spec(c.Version))
	sink.ProtoNames(&c.Names)
	return root, sink
}

// Object opens a node as a message, and reports what is of other versions.
func (c *Codec) Object(n jsonio.Node, r jsonio.Rule, message Type) (jsonio.Object, bool) {
	o, ok := n.Object(r)
	if !ok {
		return o, false
	}
	in := &c.types[message]
	o = o.ProtoNames(&in.names)
	if in.nulls.Severity != "" {
		o.Nulls(in.nulls)
	}
	for i := range in.foreign {
		o.Foreign(in.foreign[i].Rule, in.foreign[i].Why, in.foreign[i].Names...)
	}
	return o, true
}

// message is a message's member of that name.
func (c *Codec) message(o jsonio.Object, of Type) jsonio.Node {
	if n := o.Get("message"); n.Written() || c.Renamed[of] == "" {
		return n
	}
	return o.Renamed("message", c.Renamed[of], &c.types[of].names)
}
