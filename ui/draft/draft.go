// Package draft keeps the messages that are being composed, and makes calls of them.
package draft

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
)

// Retry is a request that is to be sent again once its agent is signed in to.
type Retry struct {
	Exchange       string // that was turned away, "" for none
	SignInRevision string // agents.SignIn.Mark when the sign-in began
}

// Draft is what a tab is composing. It lives in the server, so that a reload
// loses nothing; the address of the page names it.
type Draft struct {
	ID    string
	Agent string // origin
	Begin string // the query it is begun by while it is not kept, see draftbegin.go

	SendMode string // what the send does: "new", "task", "context", or "" for what fits
	Task     string
	Context  string

	Parts   []Part
	NextNum int

	Version        a2a.Version // "" leaves the choice to the card
	Binding        a2a.Binding
	SecondProtocol agents.Protocol // to send in as well, when the message goes out in two ways
	Delivery       string          // "stream", "wait", "return", or "" for a stream where the card offers it
	History        string          // as typed
	IfGeneration   string          // only if the task is at this generation, as typed; of versions that have them
	Modes          string
	Metadata       string
	Push           string // "console" for this console's receiver, "url" for PushURL, "" for none
	PushURL        string
	PushKey        string
	Headers        string
	Tenant         string
	Quirks         []string // of the agent that requests are written for, by id; never changed, only replaced

	Ticked     map[string]bool // extensions that were switched on or off by hand, by URI; never changed, only replaced
	Extensions string          // further ones, as typed

	Saved string // name of the saved request that was taken in; with one, {{name}} is a variable
	Vars  []Var  // that occur; never changed, only replaced
	Past  int    // which of the messages sent before is in the form, from 1 for the latest; 0 for none

	PushScheme      string
	PushCredentials string
	Hook            *host.Hook // of the message being written, with Push "console"

	Raw              *Raw     // the request being edited by hand; nil while the form counts
	EditedExchange   string   // the recorded exchange whose request is being edited, "" for none
	Exchange         string   // what was sent last: the events shown beside
	EarlierExchanges []string // what was sent before it and belongs to no task or context, as calls that failed; never changed, only replaced
	Retry            Retry    // what is sent once more after a sign-in
	Sent             *Sent
	Problem          string // why the last send did not happen
	Refused          bool   // it did not for what is written, which is marked until it is right
	refusedForm      string // the form as it was then
	Rev              int    // grows with every change
	Shape            int    // grows when the form itself must be drawn again

	MessageID string // of the message being written
	NewTask   string // id for the task a 0.1 send begins
	Answered  string // exchange whose request for input has its form in Parts

	Rendering Rendering
}

// Rendering is a draft as the request that it makes.
type Rendering struct {
	Basis   Basis // what it was written by
	Target  inspector.Target
	Sent    *inspector.PreparedRequest // without what is secret; nil where nothing can be sent
	Refusal string                     // why not
}

// Basis is all that a draft's request depends on: while it is the same, the request is.
type Basis struct {
	Rev      int
	Message  string
	Hook     *host.Hook
	State    a2a.State // of the task
	Card     time.Time // when it was read
	Endpoint string    // that was chosen for the agent
}

// maxEarlier is how many exchanges without a task stay in a conversation.
const maxEarlier = 20

// Follow makes an exchange the one that was sent last. What was sent before stays in the
// conversation: with its task or context, or on its own where it has neither. anew says
// that another conversation begins.
func (d *Draft) Follow(exchange string, anew bool) {
	switch {
	case d.Task == "" && d.Context == "" && d.Exchange != "" && d.Exchange != exchange:
		d.EarlierExchanges = slices.Concat(d.EarlierExchanges, []string{d.Exchange})
		d.EarlierExchanges = d.EarlierExchanges[max(0, len(d.EarlierExchanges)-maxEarlier):]
	case anew:
		d.EarlierExchanges = nil
	}
	if d.Exchange = exchange; anew {
		d.Task, d.Context = "", ""
	}
}

// Raw is a request edited by hand.
type Raw struct{ Method, URL, Headers, Body string }

// Part is one part of the message being written.
type Part struct {
	Num   int    // stable
	Kind  string // "text", "file", "url", "data", "form"
	Text  string // text and data
	Name  string
	Type  string
	URL   string
	Bytes []byte

	Fields         []AnswerField // form, and data that was one: what the agent asks for
	Values         []string      // form: as typed, by field; of "choices", one a line
	Title          string        // form: what it is called
	About          string        // form: what the agent says of it
	OmittedMembers int           // form: members without a field
	FocusField     int           // form: the field, from 1, that has the focus once it is drawn anew; 0 for the first
}

// ID names the part's elements and fields.
func (p Part) ID() string { return "part-" + strconv.Itoa(p.Num) }

// Add puts a part at the end.
func (d *Draft) Add(p Part) {
	d.NextNum++
	p.Num = d.NextNum
	d.Parts = append(d.Parts, p)
	d.Shape++
}

// Clear empties the message after it was sent; the options stay.
func (d *Draft) Clear() {
	d.Parts = nil
	d.Raw, d.EditedExchange, d.Hook, d.Past, d.Refused = nil, "", nil, 0, false
	d.IfGeneration = "" // the task is beyond it now
	d.MessageID, d.NewTask = wire.NewID(), wire.NewID()
	d.Add(Part{Kind: "text"})
	d.settleVars()
}

// Repeats is the exchange that the next send links to: as long as its request
// is what is edited.
func (d *Draft) Repeats() string {
	if d.Raw == nil {
		return ""
	}
	return d.EditedExchange
}

// Protocol is the way that was chosen.
func (d *Draft) Protocol() agents.Protocol {
	return agents.Protocol{Version: d.Version, Binding: d.Binding}
}

// Attached is how many bytes of files the message holds.
func (d *Draft) Attached() (n int) {
	for _, p := range d.Parts {
		n += len(p.Bytes)
	}
	return n
}

func (d *Draft) part(num int) int {
	return slices.IndexFunc(d.Parts, func(p Part) bool { return p.Num == num })
}

// Store keeps the drafts used last. Safe for concurrent use.
type Store struct {
	mu   sync.Mutex
	all  map[string]*Draft
	used []string // least recently first
}

const maxDrafts = 100

func NewStore() *Store { return &Store{all: map[string]*Draft{}} }

// Update runs do on a draft, making it when there is none.
func (s *Store) Update(id string, do func(d *Draft)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[id] == nil {
		d := &Draft{ID: id}
		d.Clear()
		s.all[id] = d
	}
	s.do(id, do)
}

// Keep adds a draft unless there is one of its id.
func (s *Store) Keep(d Draft) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.Begin = ""; s.all[d.ID] == nil {
		s.all[d.ID] = &d
	}
	s.do(d.ID, func(*Draft) {})
}

// Apply runs do on the draft that is kept under d's id, else on d.
func (s *Store) Apply(d *Draft, do func(d *Draft)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[d.ID] == nil {
		do(d)
		return
	}
	s.do(d.ID, do)
}

// do runs do on a draft that is kept, which is then the one used last. The lock
// is held.
func (s *Store) do(id string, do func(d *Draft)) {
	s.used = append(slices.DeleteFunc(s.used, func(o string) bool { return o == id }), id)
	if len(s.used) > maxDrafts {
		delete(s.all, s.used[0])
		s.used = s.used[1:]
	}
	do(s.all[id])
}

// Get returns a copy of a draft, which what is typed later does not change; the
// zero draft when it is not kept.
func (s *Store) Get(id string) Draft { return s.Current(Draft{ID: id}) }

// Current returns a copy of what is kept under d's id, else of d.
func (s *Store) Current(d Draft) (out Draft) {
	s.Apply(&d, func(d *Draft) {
		out = *d
		out.Parts = slices.Clone(d.Parts)
		for i := range out.Parts {
			out.Parts[i].Values = slices.Clone(out.Parts[i].Values)
		}
		if d.Raw != nil {
			raw := *d.Raw
			out.Raw = &raw
		}
	})
	return out
}

// Len is how many drafts are kept.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

// Has reports whether there is a draft.
func (s *Store) Has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[id] != nil
}
