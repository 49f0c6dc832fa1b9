package ui

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// draft is what a tab is composing. It lives in the server, so that a reload
// loses nothing; the address of the page names it.
type draft struct {
	ID    string
	Agent string // origin
	begin string // the query it is begun by while it is not kept, see draftbegin.go

	Goes    string // what the send does: "new", "task", "context", or "" for what fits
	Task    string
	Context string

	Parts   []draftPart
	nextNum int

	Version  a2a.Version // "" leaves the choice to the card
	Binding  a2a.Binding
	Other    tongue // to send in as well, when the message goes out in two ways
	Delivery string // "stream", "wait", "return", or "" for a stream where the card offers it
	History  string // as typed
	Modes    string
	Metadata string
	Push     string // "console" for this console's receiver, "url" for PushURL, "" for none
	PushURL  string
	PushKey  string
	Headers  string
	Tenant   string

	Ticked     map[string]bool // extensions that were switched on or off by hand, by URI; never changed, only replaced
	Extensions string          // further ones, as typed

	PushScheme      string
	PushCredentials string
	hook            *Hook // of the message being written, with Push "console"

	Raw      *rawDraft // the request being edited by hand; nil while the form counts
	Again    string    // the recorded exchange whose request is being edited, "" for none
	Exchange string    // what was sent last: the events shown beside
	sent     *sentDraft
	Problem  string // why the last send did not happen
	Rev      int    // grows with every change
	Shape    int    // grows when the form itself must be drawn again

	MessageID string // of the message being written
	NewTask   string // id for the task a 0.1 send begins
	Answered  string // exchange whose request for input has its form in Parts

	prepared *inspector.Prepared // what Send will send, as of rev
	refusal  string              // why it cannot be written
	rev      int
	at       time.Time // when the card was read that prepared was written by
}

// rawDraft is a request edited by hand.
type rawDraft struct{ Method, URL, Headers, Body string }

// draftPart is one part of the message being written.
type draftPart struct {
	Num   int    // stable
	Kind  string // "text", "file", "url", "data", "form"
	Text  string // text and data
	Name  string
	Type  string
	URL   string
	Bytes []byte

	Fields []answerField // form: what the agent asks for
	Values []string      // form: as typed, by field
}

// ID names the part's elements and fields.
func (p draftPart) ID() string { return "part-" + strconv.Itoa(p.Num) }

// add puts a part at the end.
func (d *draft) add(p draftPart) {
	d.nextNum++
	p.Num = d.nextNum
	d.Parts = append(d.Parts, p)
	d.Shape++
}

// clear empties the message after it was sent; the options stay.
func (d *draft) clear() {
	d.Parts = nil
	d.Raw, d.Again, d.hook = nil, "", nil
	d.MessageID, d.NewTask = wire.NewID(), wire.NewID()
	d.add(draftPart{Kind: "text"})
}

// repeats is the exchange that the next send links to: as long as its request
// is what is edited.
func (d *draft) repeats() string {
	if d.Raw == nil {
		return ""
	}
	return d.Again
}

// as is the way that was chosen.
func (d *draft) as() tongue { return tongue{d.Version, d.Binding} }

// attached is how many bytes of files the message holds.
func (d *draft) attached() (n int) {
	for _, p := range d.Parts {
		n += len(p.Bytes)
	}
	return n
}

func (d *draft) part(num int) int {
	return slices.IndexFunc(d.Parts, func(p draftPart) bool { return p.Num == num })
}

// drafts keeps the drafts used last. Safe for concurrent use.
type drafts struct {
	mu   sync.Mutex
	all  map[string]*draft
	used []string // least recently first
}

const draftsKept = 100

func newDrafts() *drafts { return &drafts{all: map[string]*draft{}} }

// with runs do on a draft, making it when there is none.
func (s *drafts) with(id string, do func(d *draft)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[id] == nil {
		d := &draft{ID: id}
		d.clear()
		s.all[id] = d
	}
	s.do(id, do)
}

// keep adds a draft unless there is one of its id.
func (s *drafts) keep(d draft) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.begin = ""; s.all[d.ID] == nil {
		s.all[d.ID] = &d
	}
	s.do(d.ID, func(*draft) {})
}

// on runs do on the draft that is kept under d's id, else on d.
func (s *drafts) on(d *draft, do func(d *draft)) {
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
func (s *drafts) do(id string, do func(d *draft)) {
	s.used = append(slices.DeleteFunc(s.used, func(o string) bool { return o == id }), id)
	if len(s.used) > draftsKept {
		delete(s.all, s.used[0])
		s.used = s.used[1:]
	}
	do(s.all[id])
}

// get returns a copy of a draft, which what is typed later does not change; the
// zero draft when it is not kept.
func (s *drafts) get(id string) draft { return s.now(draft{ID: id}) }

// now returns a copy of what is kept under d's id, else of d.
func (s *drafts) now(d draft) (out draft) {
	s.on(&d, func(d *draft) {
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

// count is how many drafts are kept.
func (s *drafts) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

// has reports whether there is a draft.
func (s *drafts) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[id] != nil
}
