package a2a

import (
	"cmp"
	"encoding/json"
	"time"
)

// Task is the unit of work (1.0 §4.1.1). Time stamps stay text because agents write some that do not parse.
type Task struct {
	ID        string
	ContextID string // 0.1: sessionId
	Status    Status
	Artifacts []Artifact
	History   []Message
	Metadata  json.RawMessage // object or nil

	Generation   int64           // 1.1 draft: counts changes of state and artifacts from 1 on; 0 when absent
	Timeline     json.RawMessage // 1.1 draft, not in its proto yet: any JSON
	Elicitations json.RawMessage // 1.1 draft, not in its proto yet: any JSON
}

// Status is a task's state and the message that goes with it.
type Status struct {
	State     State
	Word      string // the state as written, where it differs from the version's spelling
	Message   *Message
	Timestamp string // as written; "" when absent
}

// Message is one turn (1.0 §4.1.4).
type Message struct {
	ID         string // 0.1 has none
	ContextID  string
	TaskID     string
	Role       Role
	Parts      []Part
	References []string // referenceTaskIds
	Extensions []string
	Metadata   json.RawMessage
}

// PartKind says which field of a Part holds its content.
type PartKind string

const (
	TextPart    PartKind = "text"
	FilePart    PartKind = "file" // Bytes, or URL when Bytes is nil
	DataPart    PartKind = "data"
	UnknownPart PartKind = "unknown" // shown raw, never dropped
)

// Part is a piece of content (1.0 §4.1.6).
type Part struct {
	Kind      PartKind
	Text      string
	Bytes     []byte // decoded; nil when the part has a URL or its base64 did not decode
	Encoded   string // base64 text as written, when it did not decode; "" otherwise
	URL       string
	Data      json.RawMessage // any JSON
	MediaType string          // text and data parts before 1.0 carry it in Metadata only
	Filename  string
	Metadata  json.RawMessage // object or nil
	Raw       json.RawMessage // the part as on the wire; nil for parts we made
}

// Artifact is output of a task (1.0 §4.1.7).
type Artifact struct {
	ID          string // 0.1: the index in decimal
	Name        string
	Description string
	Parts       []Part
	Extensions  []string
	Metadata    json.RawMessage
}

// Complete fills in the fields that an artifact lacks, other than its parts, from another chunk of it: chunks
// often carry name and description only once.
func (a *Artifact) Complete(from Artifact) {
	a.Name, a.Description = cmp.Or(a.Name, from.Name), cmp.Or(a.Description, from.Description)
	if a.Metadata == nil {
		a.Metadata = from.Metadata
	}
	if a.Extensions == nil {
		a.Extensions = from.Extensions
	}
}

// StatusUpdate is a stream event that changes a task's status (1.0 §4.2.1).
type StatusUpdate struct {
	TaskID    string
	ContextID string
	Status    Status
	Final     bool // before 1.0: the stream ends with this event
	Metadata  json.RawMessage

	Generation int64 // 1.1 draft: the task's generation after this event
}

// ArtifactUpdate is a stream event that brings an artifact or a chunk of one (1.0 §4.2.2). Append is a member
// of the event except in 0.1, which has it in the artifact.
type ArtifactUpdate struct {
	TaskID    string
	ContextID string
	Artifact  Artifact
	Append    bool
	LastChunk bool
	Metadata  json.RawMessage

	Generation int64 // 1.1 draft: the task's generation after this event
}

// PushConfig asks an agent to POST a task's updates to a URL (1.0 §4.3.1).
type PushConfig struct {
	ID          string // 0.1 has none
	TaskID      string
	URL         string
	Token       string
	Schemes     []string // 1.0 has one
	Credentials string
}

// Generations follows the generation of a stream's task, which each event raises by one. The zero value is
// ready for the first event.
type Generations struct {
	task    string
	last    int64 // 0 before the first
	unsound bool  // the agent miscounts, so its numbers mean nothing
}

// Missing takes the next event. It returns the generation before it and how many changes between the two no
// event reported.
func (g *Generations) Missing(r *Result) (was, missing int64) {
	task, n := r.Generation()
	whole := r != nil && r.Task != nil // a whole task is a snapshot, not a change
	if r == nil || !whole && r.Status == nil && r.Artifact == nil {
		return 0, 0
	}
	if was = g.last; task != g.task {
		was = 0
	}
	if n <= 0 || n < was || n == was && !whole {
		g.unsound = true
	}
	if g.task, g.last = task, n; g.unsound || was == 0 {
		return was, 0
	}
	return was, max(n-was-1, 0)
}

// ParseTime parses a time stamp. guessed reports that it names no zone and was taken as UTC. ok is false when
// it is not a time.
func ParseTime(text string) (t time.Time, guessed, ok bool) {
	for i, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), i > 0, true
		}
	}
	return t, false, false
}
