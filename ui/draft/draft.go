// Package draft keeps the messages that are being composed. It takes what forms submit, and turns a
// draft into an A2A call or a request edited by hand. It sends nothing.
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

// Retry is a refused request that is sent again once the agent is signed in to.
type Retry struct {
	Exchange       string // the refused request, "" for none
	SignInRevision string // agents.SignIn.Revision when the sign-in began
}

// Draft is what a tab is composing. It is kept in the server, so that a reload loses nothing; the
// address of the page names it.
type Draft struct {
	ID    string
	Agent string // origin
	Begin string // the query that begins it while it is not kept, see draftbegin.go

	SendMode string // what sending does: "new", "task", "context", or "" for what fits the task's state
	Task     string
	Context  string

	Parts   []Part
	NextNum int

	Version        a2a.Version // "" leaves the choice to the card
	Binding        a2a.Binding
	SecondProtocol agents.Protocol // to send in as well, when the message is sent in two protocols
	Delivery       string          // "stream", "wait", "return", or "" for a stream if the card offers it
	History        string          // as typed
	IfGeneration   string          // only if the task is at this generation, as typed; for versions that have generations
	Modes          string
	Metadata       string
	Push           string // "console" for this console's receiver, "url" for PushURL, "" for none
	PushURL        string
	PushKey        string
	Headers        string
	Tenant         string
	Quirks         []string // ids of the agent's quirks that requests are written for; never changed, only replaced

	Ticked     map[string]bool // extensions switched on or off by hand, by URI; never changed, only replaced
	Extensions string          // further ones, as typed

	Saved string // name of the saved request in the form; only with one, {{name}} is a variable
	Vars  []Var  // the variables that occur; never changed, only replaced
	Past  int    // which sent message is in the form, from 1 for the latest; 0 for none

	PushScheme      string
	PushCredentials string
	Hook            *host.Hook // address of the message being written, with Push "console"

	Raw              *Raw     // the request being edited by hand; nil while the form counts
	EditedExchange   string   // the recorded exchange whose request is being edited, "" for none
	Exchange         string   // what was sent last: its events are shown
	EarlierExchanges []string // earlier exchanges of the conversation without a task or context, such as failed calls; never changed, only replaced
	Retry            Retry    // what is sent again after a sign-in
	Sent             *Sent
	Problem          string // why the last send did not happen
	Refused          bool   // it did not happen because of what is written, which is marked until corrected
	refusedForm      string // the form at that time
	Rev              int    // grows with every change
	Shape            int    // grows when the form itself must be redrawn

	MessageID string // of the message being written
	NewTask   string // id of the task that a 0.1 send begins
	Answered  string // exchange whose request for input has its form in Parts

	Rendering Rendering
}

// Rendering is the request that a draft makes.
type Rendering struct {
	Basis   Basis // what it was made from
	Target  inspector.Target
	Sent    *inspector.PreparedRequest // without secrets; nil when nothing can be sent
	Refusal string                     // why not
}

// Basis is everything that a draft's request depends on. While it is the same, so is the request.
type Basis struct {
	Rev      int
	Message  string
	Hook     *host.Hook
	State    a2a.State // of the task
	Card     time.Time // when it was read
	Endpoint string    // the one chosen for the agent
}

// maxEarlier bounds the exchanges without a task that stay in a conversation.
const maxEarlier = 20

// Follow makes an exchange the one that was sent last. The previous one stays in the conversation:
// through its task or context, or in EarlierExchanges if it has neither. anew begins another
// conversation.
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

	Fields         []AnswerField // form, and data made from one: what the agent asks for
	Values         []string      // form: as typed, by field; for "choices", one per line
	Title          string        // form: its title
	About          string        // form: the agent's description
	OmittedMembers int           // form: members without a field
	FocusField     int           // form: the field, from 1, to focus when it is redrawn; 0 for the first
}

// ID is the prefix of the ids and names of the part's elements.
func (p Part) ID() string { return "part-" + strconv.Itoa(p.Num) }

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
	d.IfGeneration = "" // the task is past it now
	d.MessageID, d.NewTask = wire.NewID(), wire.NewID()
	d.Add(Part{Kind: "text"})
	d.settleVars()
}

// Repeats returns the exchange that the next send links to, while its request is being edited.
func (d *Draft) Repeats() string {
	if d.Raw == nil {
		return ""
	}
	return d.EditedExchange
}

func (d *Draft) Protocol() agents.Protocol {
	return agents.Protocol{Version: d.Version, Binding: d.Binding}
}

// Attached returns how many bytes of files the message holds.
func (d *Draft) Attached() (n int) {
	for _, p := range d.Parts {
		n += len(p.Bytes)
	}
	return n
}

func (d *Draft) part(num int) int {
	return slices.IndexFunc(d.Parts, func(p Part) bool { return p.Num == num })
}

// Store keeps the most recently used drafts. Safe for concurrent use.
type Store struct {
	mu   sync.Mutex
	all  map[string]*Draft
	used []string // least recently used first
}

const maxDrafts = 100

func NewStore() *Store { return &Store{all: map[string]*Draft{}} }

// Update runs do on a draft, creating it if necessary.
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

// Keep adds a draft unless one with its id exists.
func (s *Store) Keep(d Draft) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.Begin = ""; s.all[d.ID] == nil {
		s.all[d.ID] = &d
	}
	s.do(d.ID, func(*Draft) {})
}

// Apply runs do on the draft kept under d's id, or else on d.
func (s *Store) Apply(d *Draft, do func(d *Draft)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[d.ID] == nil {
		do(d)
		return
	}
	s.do(d.ID, do)
}

// do runs do on a kept draft, which becomes the most recently used. The lock must be held.
func (s *Store) do(id string, do func(d *Draft)) {
	s.used = append(slices.DeleteFunc(s.used, func(o string) bool { return o == id }), id)
	if len(s.used) > maxDrafts {
		delete(s.all, s.used[0])
		s.used = s.used[1:]
	}
	do(s.all[id])
}

// Get returns a copy of a draft that later changes do not affect; the zero draft if it is not kept.
func (s *Store) Get(id string) Draft { return s.Current(Draft{ID: id}) }

// Current returns a copy of the draft kept under d's id, or else of d.
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

func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

func (s *Store) Has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[id] != nil
}
