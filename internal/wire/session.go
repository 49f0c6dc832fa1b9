package wire

import (
	"cmp"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// Session is one recording. Each launch of serve or tap starts one; people and examinations start
// others.
type Session struct {
	ID        string // UUIDv7
	Name      string
	Started   time.Time
	Ended     time.Time // zero while a program records into it
	Exchanges int       // including probes
	Probes    int       // the console's own requests among Exchanges
	FirstCall time.Time // when the first exchange began, not counting probes; zero for none
	LastCall  time.Time // when the last exchange ended, or began if it is open, not counting probes
	Bytes     int64     // body bytes on record
	Agents    []string  // origins that anyone except the console called, sorted
	Errors    int       // calls that failed
	Wrong     int       // calls that succeeded although the agent broke a mandatory rule
	Deleted   time.Time // non-zero: deleted, but can be brought back until the program that deleted it ends

	Imported   time.Time // when it was read from a file; zero if it was recorded here
	Source     string    // name of that file, as the user knows it
	Program    string    // program that recorded it: "a2a-console 1.2"; "" is this one
	Incomplete bool      // the file was damaged, and this is what could be read
	Copied     bool      // saved from a selection: its exchanges are copies that link to the originals

	Tags   []string // sorted, in lower case
	Note   string   // for people, of any length up to MaxNoteBytes
	Pinned bool     // never removed by retention
	Pins   int      // pinned exchanges in it: with any, retention never removes the session

	FirstMessage string // first line of the first message in it, for a session without a name; "" while there is none

	HasSameTitle bool // another session has the same title

	Level  string   // comparison level, "" until someone chooses one
	Ignore []string // what a comparison ignores, as rules in the syntax of package diff
}

func (s Session) IsKept() bool { return s.Pinned || s.Pins > 0 }

// Calls counts the exchanges that are not the console's own requests.
func (s Session) Calls() int { return s.Exchanges - s.Probes }

// maxTitle bounds a session's title, in characters.
const maxTitle = 80

// Title is the session's name, or else its first message, in one line; "" if it has neither.
func (s Session) Title() string {
	return clip.Runes(strings.Join(strings.FieldsFunc(cmp.Or(s.Name, s.FirstMessage), blank), " "), maxTitle)
}

func blank(r rune) bool { return r == ' ' || r == '\t' }

// MarkTwins sets HasSameTitle. The parameter all must list all sessions.
func MarkTwins(all []Session) {
	times := map[string]int{}
	for i := range all {
		times[all[i].Title()]++
	}
	for i := range all {
		title := all[i].Title()
		all[i].HasSameTitle = title != "" && times[title] > 1
	}
}

// Limits of what people write about a session.
const (
	MaxNameBytes = 200      // bytes of its name
	MaxNoteBytes = 64 << 10 // bytes of its note
	MaxTagBytes  = 40       // bytes of a tag
	MaxTags      = 50
)

// Agent is an upstream that the console knows. It is kept across restarts so that its tap keeps its port.
type Agent struct {
	Origin   string // scheme://host[:port], the key
	Name     string // from its card, or ""
	CardURL  string // where its card was found, or ""
	Endpoint string // URL that the developer chose over the card's, or ""
	TapPort  int    // port of its tap, 0 before the first
	Added    time.Time
	LastSeen time.Time // last exchange
	Hidden   bool      // removed from lists by the developer
}

// SessionEdit changes what people wrote about a session. A nil field changes nothing; a tag in both
// lists is added.
type SessionEdit struct {
	Name       *string
	Note       *string
	Pinned     *bool
	AddTags    []string
	RemoveTags []string
}

// ExchangeEdit changes what people wrote about an exchange. A nil field changes nothing.
type ExchangeEdit struct {
	Note   *string
	Pinned *bool
}

// Retention says how much to keep. Sessions over either limit are removed, oldest first, except those being
// recorded, pinned, or with a pinned exchange. A zero field means no limit.
type Retention struct {
	Bytes int64 // body bytes of all sessions
	Days  int   // since a session ended, was imported or was copied
}

// SavedFilter is a named filter.
type SavedFilter struct {
	Name string
	Text string // in the filter language
}

// SavedRequest is a named message, kept to be sent again. Body is JSON that this package does not parse; it
// contains no secrets.
type SavedRequest struct {
	Name  string
	Agent string // origin
	Body  []byte
	Saved time.Time
}

// MaxSavedRequestBytes bounds SavedRequest.Body, in bytes.
const MaxSavedRequestBytes = 32 << 20

// Selection selects exchanges to copy into a new session: those that Filter selects, those with an id in
// Exchanges, and those of Tasks.
type Selection struct {
	Filter    *Filter
	Exchanges []string
	Tasks     []string
}
