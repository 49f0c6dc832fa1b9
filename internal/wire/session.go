package wire

import (
	"cmp"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// Session is a stretch of recording: one launch of serve or tap.
type Session struct {
	ID        string // UUIDv7
	Name      string
	Started   time.Time
	Ended     time.Time // zero while a program records into it
	Exchanges int       // all of them, probes included
	Probes    int       // of these, the console's own requests
	Bytes     int64     // body bytes on record
	Agents    []string  // origins that anyone but the console called, sorted
	Errors    int       // calls that failed
	Wrong     int       // calls that did their work, though the agent broke a rule that it must keep
	Deleted   time.Time // non-zero: in the bin until the undo time passes

	Imported   time.Time // when it was read from a file; zero for what was recorded here
	Source     string    // name of that file, as its user knew it
	Program    string    // program that recorded it: "a2a-console 1.2"; "" is this one
	Incomplete bool      // the file was damaged, and this is what could be read of it
	Copied     bool      // saved from a selection: its exchanges are copies that link to the originals

	Tags   []string // sorted, in lower case
	Note   string   // for people, of any length up to MaxNoteBytes
	Pinned bool     // never removed by retention
	Pins   int      // exchanges of it that are pinned: with any, retention never removes it either

	FirstMessage string // first line of what was said first in it, for a session without a name; "" while nothing was

	Twin bool // another session goes by the same name

	Level  string   // how it is compared, "" until chosen
	Ignore []string // rules of what is then ignored, as package diff writes them
}

// IsKept reports whether retention leaves the session alone.
func (s Session) IsKept() bool { return s.Pinned || s.Pins > 0 }

// Calls is how many exchanges there are beside the console's own requests.
func (s Session) Calls() int { return s.Exchanges - s.Probes }

// maxTitle bounds what a session is called, in characters.
const maxTitle = 80

// Title is what a session is called: by its name, else by its first message, in one line; ""
// for one that has neither.
func (s Session) Title() string {
	return clip.Runes(strings.Join(strings.FieldsFunc(cmp.Or(s.Name, s.FirstMessage), blank), " "), maxTitle)
}

func blank(r rune) bool { return r == ' ' || r == '\t' }

// MarkTwins finds the sessions of a list of all that go by the name of another.
func MarkTwins(all []Session) {
	times := map[string]int{}
	for i := range all {
		times[all[i].Title()]++
	}
	for i := range all {
		title := all[i].Title()
		all[i].Twin = title != "" && times[title] > 1
	}
}

// Limits of what people write about a session.
const (
	MaxNameBytes = 200      // bytes of its name
	MaxNoteBytes = 64 << 10 // bytes of its note
	MaxTagBytes  = 40       // bytes of a tag
	MaxTags      = 50
)

// Agent is an upstream the console knows, kept across restarts so that its tap
// keeps its port.
type Agent struct {
	Origin   string // scheme://host[:port], the key
	Name     string // from its card, or ""
	CardURL  string // where its card was found, or ""
	Endpoint string // URL the developer chose over the card's, or ""
	TapPort  int    // port of its tap, 0 before the first
	Added    time.Time
	LastSeen time.Time // last exchange
	Hidden   bool      // removed from lists by the developer
}

// SessionEdit changes what people say of a session. A nil field leaves it as it
// is; a tag in both lists is there afterwards.
type SessionEdit struct {
	Name       *string
	Note       *string
	Pinned     *bool
	AddTags    []string // tags to add
	RemoveTags []string // tags to take away
}

// ExchangeEdit changes what people say of an exchange. A nil field leaves it as it is.
type ExchangeEdit struct {
	Note   *string
	Pinned *bool
}

// Retention says how much is kept. Sessions over either limit are removed,
// oldest first; never the ones being recorded, and never those that are pinned or
// hold a pinned exchange. Zero fields are no limit.
type Retention struct {
	Bytes int64 // body bytes of all sessions
	Days  int   // since a session ended
}

// SavedFilter is a filter with a name.
type SavedFilter struct {
	Name string
	Text string // in the filter language
}

// SavedRequest is a message with a name, kept to be sent again. Body is JSON, of
// which this package knows nothing; secrets are not in it.
type SavedRequest struct {
	Name  string
	Agent string // origin
	Body  []byte
	Saved time.Time
}

// MaxSavedRequestBytes bounds Body, in bytes.
const MaxSavedRequestBytes = 32 << 20

// Selection selects exchanges to copy into a session of their own: those of a
// filter, those with these ids, and those of these tasks, together.
type Selection struct {
	Filter    *Filter
	Exchanges []string
	Tasks     []string
}
