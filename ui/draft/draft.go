// Package draft keeps the messages that are being composed. It stores what forms submit, and turns
// a draft into an A2A call or into a request edited by hand. It sends nothing.
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

// Retry names a refused request that is sent again once somebody has signed in to the agent.
type Retry struct {
	Exchange       string // the refused request, "" for none
	SignInRevision string // agents.SignIn.Revision when the sign-in began
}

// Draft is what a tab is composing. The server keeps it, so that a reload loses nothing; the page's
// URL holds its ID.
type Draft struct {
	ID    string
	Agent string // origin
	Begin string // query of the URL that begins the draft; "" once it is stored; see draftbegin.go

	SendMode string // "new", "task" or "context": what the message begins or continues; "" for what fits the task's state
	Task     string
	Context  string

	Parts   []Part
	NextNum int

	Version        a2a.Version // "" leaves the choice to the card
	Binding        a2a.Binding
	SecondProtocol agents.Protocol // the second one when the message is sent in two protocols
	Delivery       string          // "stream", "wait", "return", or "" for a stream if the card offers it
	History        string          // as typed
	IfGeneration   string          // generation that the task must be at, as typed; for versions that have generations
	Modes          string
	Metadata       string
	Push           string // "console" for this console's receiver, "url" for PushURL, "" for none
	PushURL        string
	PushKey        string
	Headers        string
	Tenant         string
	Quirks         []string // ids of the agent's quirks to allow for in requests; never modified in place

	Ticked     map[string]bool // extensions switched on or off by hand, by URI; never modified in place
	Extensions string          // URIs of further extensions, as typed

	Saved string // name of the saved request in the form, "" for none; {{name}} is a variable only in a saved request
	Vars  []Var  // the variables that occur; never modified in place
	Past  int    // number of the sent message recalled into the form, 1 for the latest; 0 for none

	PushScheme      string
	PushCredentials string
	Hook            *host.Hook // address of the message being written, with Push "console"

	Raw              *Raw     // the request being edited by hand; nil while the form is used
	EditedExchange   string   // the recorded exchange whose request is being edited, "" for none
	Exchange         string   // the last exchange sent, whose events are shown
	EarlierExchanges []string // earlier exchanges of the conversation that have no task or context, such as failed calls; never modified in place
	Retry            Retry    // request to send again after a sign-in
	Sent             *Sent
	Problem          string // why the message was not sent, "" if it was
	Refused          bool   // the message was not sent because of what is written; its faults are marked until corrected
	refusedForm      string // the form that Take stored last, encoded
	Rev              int    // grows with every change
	Shape            int    // grows when the form itself must be redrawn

	MessageID string // of the message being written
	NewTask   string // id for a new task, in versions whose clients choose it (0.1)
	Answered  string // exchange whose request for input was added to Parts as a form

	Rendering Rendering
}

// Rendering is the request that a draft makes.
type Rendering struct {
	Basis   Basis // what it was made from
	Target  inspector.Target
	Sent    *inspector.PreparedRequest // without secrets; nil if nothing can be sent
	Refusal string                     // why nothing can be sent
	Sketch  *inspector.PreparedRequest // if only the message is missing: the request with Placeholder as the message
}

// Basis is everything that a draft's request depends on. The request is rebuilt only when this
// changes.
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

// Follow makes an exchange the last one sent. The previous one stays in the conversation: through
// its task or context, or in EarlierExchanges if it has neither. anew begins another conversation.
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

type Raw struct {
	Method, URL, Headers, Body string
	IsIndented                 bool // the body was one line before it was edited
}

// Part is one part of the message being written.
type Part struct {
	Num   int    // identifies the part in the form
	Kind  string // "text", "file", "url", "data", "form"
	Text  string // for text and data
	Name  string
	Type  string
	URL   string
	Bytes []byte

	Fields         []AnswerField // for a form, and data made from one: what the agent asks for
	Values         []string      // for a form: as typed, by field; for "choices", one per line
	Title          string        // for a form: its title
	About          string        // for a form: the agent's description
	OmittedMembers int           // for a form: number of members without a field
	FocusField     int           // for a form: the field, from 1, to focus when it is redrawn; 0 for the first
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
	d.IfGeneration = "" // sending changes the task's generation
	d.MessageID, d.NewTask = wire.NewID(), wire.NewID()
	d.Add(Part{Kind: "text"})
	d.settleVars()
}

// Repeats returns the exchange whose request is being edited, to link the next one to; "" for none.
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

// Keep stores a draft unless one with its id is stored.
func (s *Store) Keep(d Draft) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.Begin = ""; s.all[d.ID] == nil {
		s.all[d.ID] = &d
	}
	s.do(d.ID, func(*Draft) {})
}

// Apply runs do on the draft stored under d's ID, or on d if there is none.
func (s *Store) Apply(d *Draft, do func(d *Draft)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[d.ID] == nil {
		do(d)
		return
	}
	s.do(d.ID, do)
}

// do runs do on a stored draft, which becomes the most recently used. The caller must hold s.mu.
func (s *Store) do(id string, do func(d *Draft)) {
	s.used = append(slices.DeleteFunc(s.used, func(o string) bool { return o == id }), id)
	if len(s.used) > maxDrafts {
		delete(s.all, s.used[0])
		s.used = s.used[1:]
	}
	do(s.all[id])
}

// Get returns a copy of a draft. If the draft is not stored, the copy has only its ID.
func (s *Store) Get(id string) Draft { return s.Current(Draft{ID: id}) }

// Current returns a copy of the draft stored under d's ID, or of d if there is none.
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
