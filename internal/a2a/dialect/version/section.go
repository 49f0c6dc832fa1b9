package version

import "github.com/a2a-console/a2a-console/internal/a2a"

// Sections are the places of rules that all versions have. A folder gives their
// numbers; package registry puts the version before them: "1.0 §9.1".
type Sections struct {
	Envelope, Request, StreamBody string // JSON-RPC over HTTP
	Events, StreamEnd, Chunks     string
	Opening, Subscribing          string // how a stream begins
	States, Errors, Delete        string
	Task, Subscription            string // that an answer is about the task that was asked for
	Header, HeaderEmpty           string // A2A-Version: that clients send it, and what it means when they do not
	Extensions                    string // the header that lists extensions
	Place, Cached                 string // where a card is served, and how
	Moved                         string // that a task that is over stays as it is
	Generations                   string
}

// RESTSections are the places of the rules of HTTP+JSON.
type RESTSections struct {
	Binding, Body, Object, Query, Route, Result, Params, Errors, Stream string
}

// Name puts the version before the numbers of its sections.
func (v *Version) Name() {
	s := &v.Sections
	prefix(v.Version(), &s.Envelope, &s.Request, &s.StreamBody, &s.Events, &s.StreamEnd, &s.Chunks, &s.Opening, &s.Subscribing,
		&s.States, &s.Errors, &s.Delete, &s.Task, &s.Subscription, &s.Header, &s.HeaderEmpty, &s.Extensions, &s.Place, &s.Cached, &s.Moved, &s.Generations)
	if v.REST != nil {
		r := &v.REST.Sections
		prefix(v.Version(), &r.Binding, &r.Body, &r.Object, &r.Query, &r.Route, &r.Result, &r.Params, &r.Errors, &r.Stream)
	}
}

func prefix(name a2a.Version, sections ...*string) {
	for _, s := range sections {
		if *s != "" {
			*s = string(name) + " " + *s
		}
	}
}
