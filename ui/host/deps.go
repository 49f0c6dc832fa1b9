// Package host names what the pages need of the running program: the record, the
// session being recorded, taps, agents, sending. The program implements it.
package host

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/inspector/doctor"
	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/push"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Setting is a flag of the command that started the console.
type Setting struct {
	Flag, Help string
	Value      string // in effect, "" for none
	IsGiven    bool   // on the command line
}

// QuoteShell is a word that no shell reads anything in.
func QuoteShell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Library is the record, read.
type Library interface {
	Sessions(ctx context.Context) ([]wire.Session, error) // newest first, deleted ones left out
	Session(ctx context.Context, id string) (wire.Session, error)
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
	// SortedExchanges returns what f selects in an order: limit of them, from an index on.
	Sorted(ctx context.Context, f wire.Filter, o wire.Order, from, limit int, search *wire.Search) (wire.SortedExchanges, error)
	// Count counts what f selects, as far as the search's budget allows.
	Count(ctx context.Context, f wire.Filter, search *wire.Search) (int, error)
	// Samples returns the newest that f selects, as far as they are found in budget, for figures.
	Samples(ctx context.Context, f wire.Filter, limit int, budget time.Duration) (wire.SampleSet, error)
	// Tasks lists the tasks of which f selects exchanges, the one with the newest of these
	// first; TasksNamed what f selects of some of them.
	Tasks(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.TaskExchanges, error)
	TasksByID(ctx context.Context, f wire.Filter, ids []string) ([]wire.TaskExchanges, error)
	// Versions tells whether anything changed since they were read last.
	Versions(ctx context.Context) (wire.Versions, error)
	// ChangesSince returns the versions as they are now, and at most limit exchanges whose
	// Version is above that of some, in Version order.
	ChangesSince(ctx context.Context, since wire.Versions, limit int) (wire.Versions, []wire.Exchange, error)
	// Changed returns rows whose Version is above since, in Version order.
	Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error)
	Exchange(ctx context.Context, id string) (wire.Exchange, error)
	// Findings returns what is wrong with an exchange, one for each check.
	Findings(ctx context.Context, exchange string) ([]wire.Finding, error)
	// CheckCounts is how often each check was broken, in a session or, with "", in all, and how many
	// exchanges there are of which only the number of findings is known.
	CheckCounts(ctx context.Context, session string) (met []wire.CheckCount, unread int, err error)
	// Breaches are the checks that were broken, by agent, in a session, or with "" in all.
	Breaches(ctx context.Context, session string) ([]wire.Breach, error)
	Mutes(ctx context.Context) ([]wire.Mute, error) // by the ids of their checks
	// Chunks returns chunks of a side that begin at or hold offset from, in
	// order, up to about limit bytes (0: all).
	Chunks(ctx context.Context, exchange string, s wire.Side, from, limit int64) ([]wire.Chunk, error)
	// Gaps lists what of a session is not on record, as whole exchanges, in the
	// order in which it was lost; with session "" of all sessions. What is missing
	// within an exchange is in its Gaps.
	Gaps(ctx context.Context, session string) ([]wire.Gap, error)
	// Passages returns how frames of an exchange went on that did not simply go on
	// as they came.
	Passages(ctx context.Context, exchange string) ([]wire.Passage, error)
	// Watch returns a bell of capacity 1 that rings after every commit.
	Watch() (bell <-chan struct{}, stop func())
	// Health is "" or what is wrong with recording, in words for people.
	Health() string
}

// Desk is the session being recorded, and the keeping of sessions.
type Desk interface {
	Current() wire.Session
	Paused() bool
	Pause(paused bool)
	// UnrecordedCount counts the exchanges that passed since recording was paused.
	UnrecordedCount() int
	// Pending says what is still to be made of what was recorded.
	Pending(ctx context.Context) (wire.Pending, error)
	NewSession(ctx context.Context, name string) (wire.Session, error)
	// BeginSideSession starts a session beside the one being recorded, EndBeside ends it.
	BeginSideSession(ctx context.Context, name string) (wire.Session, error)
	EndSideSession(ctx context.Context, id string) error
	Rename(ctx context.Context, id, name string) error
	Delete(ctx context.Context, id string) error // can be undone until the program ends
	Undelete(ctx context.Context, id string) error
	// KeepRules keeps with a session how it is compared: the level, and what
	// is ignored.
	KeepRules(ctx context.Context, id, level string, ignore []string) error
}

// Keeper is what people say of the record: marks on sessions and exchanges, how much is kept,
// saved filters, and what chosen exchanges make a session of their own.
// Errors wrap wire's sentinels.
type Keeper interface {
	Edit(ctx context.Context, id string, e wire.SessionEdit) (wire.Session, error)
	EditExchange(ctx context.Context, id string, e wire.ExchangeEdit) (wire.Exchange, error)
	// Save copies a choice into a session of its own; tell hears how far it is, of a total
	// that is 0 while exchanges are looked for, and may be nil.
	Save(ctx context.Context, name string, c wire.Selection, tell func(done, total int)) (wire.Session, error)
	// Mute has the findings of a check counted apart, Unmute again with the others.
	Mute(ctx context.Context, m wire.Mute) error
	Unmute(ctx context.Context, check, session string) error
	Retention(ctx context.Context) (wire.Retention, error)
	SetRetention(ctx context.Context, r wire.Retention) error
	// Prune removes what r does not keep, or with dry only lists it.
	Prune(ctx context.Context, r wire.Retention, dry bool) ([]wire.Session, error)
	// Removed returns the last sessions that retention took away by itself in this
	// run, newest first, and how many there were in all.
	Removed() (last []wire.Session, all int)
	Filters(ctx context.Context) ([]wire.SavedFilter, error) // by name
	SaveFilter(ctx context.Context, f wire.SavedFilter) error
	DropFilter(ctx context.Context, name string) error
	// Values lists values on record of a filter's key, for filter.Complete.
	Values(ctx context.Context, key, prefix string, limit int) ([]string, error)
	// Frames returns frames of a side from an index on, at most limit of them.
	Frames(ctx context.Context, exchange string, s wire.Side, from, limit int) ([]wire.Frame, error)
}

// Requests keeps messages to be sent again. Errors wrap wire's sentinels.
type Requests interface {
	SavedRequests(ctx context.Context) ([]wire.SavedRequest, error) // by name, without their bodies
	SavedRequest(ctx context.Context, name string) (wire.SavedRequest, error)
	SaveRequest(ctx context.Context, r wire.SavedRequest) error
	RenameRequest(ctx context.Context, from, to string) error
	DropRequest(ctx context.Context, name string) error
}

// Secrets keeps the values of secret variables of saved requests, by agent, and knows
// where they are not recorded.
type Secrets interface {
	Load(agent, name string) (string, error) // "" for none
	Save(agent, name, value string) error
	// Places are where the record keeps no values of an agent's exchanges.
	Places(ctx context.Context, agent string) (saved.Places, error)
}

// Files turns sessions into files and back.
type Files interface {
	// Export writes a session (of it only the exchanges named, if any) in a
	// format: jsonl, har, md, curl or, of few exchanges, a page (html); with session "" the exchanges named, of any sessions.
	// Credentials are left out.
	Export(ctx context.Context, session, format string, only []string, w io.Writer) error
	// Import reads a session file of any readable format. name is the file's, for
	// people; notes say what was left out. With copied the session gets a new id, and
	// so do its exchanges; else it must not be on record.
	Import(ctx context.Context, r io.Reader, name string, copied bool) (s wire.Session, notes []string, err error)
}

// Taps opens and lists the taps of this process.
type Taps interface {
	Taps() []Tap
	// Open returns the tap of an agent's address, opening one if its origin has none.
	Open(ctx context.Context, agent string) (Tap, error)
	Close(ctx context.Context, origin string) error
}

// Tap is a tap as the pages show it.
type Tap struct {
	Agent     string // origin of its upstream
	URL       string // where clients point instead: http://127.0.0.1:7421
	Reference bool   // it fronts the built-in reference agent

	Paths []string // under which agents are there, and at the tap; none: at the root
}

// Address is where clients of the agent point that was named first, its path with it.
func (t Tap) Address() string { return t.URL + t.EachPath()[0] }

// EachPath is where agents are: at least at the root.
func (t Tap) EachPath() []string {
	if len(t.Paths) == 0 {
		return []string{""}
	}
	return t.Paths
}

// Directory is the agents the console knows.
type Directory interface {
	Agents(ctx context.Context) ([]wire.Agent, error)
	SaveAgent(ctx context.Context, a wire.Agent) error
}

// Caller talks to agents; *inspector.Client is one. Everything it sends goes
// through the taps and is recorded.
type Caller interface {
	Discover(ctx context.Context, input string) (*inspector.Discovery, error)
	Prepare(t inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error)
	Send(ctx context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error)
}

// Player runs recordings again, and serves them as agents.
type Player interface {
	// Recorded lists the agents that a session's calls can be run again of, the
	// one with the most calls first: none, one, or those to choose from.
	Recorded(ctx context.Context, session string) (origins []string, err error)
	// Plan makes a run of a session ready. It looks at the agent's card; nothing
	// of the recording is sent yet.
	Plan(ctx context.Context, o ReplayOptions) (*replay.Replay, error)
	// Mock serves a session as an agent until StopMock or the program's end. agent
	// is the origin whose answers are served, "" for the one with the most calls;
	// pace multiplies the recorded pauses.
	// asked is called at each call of the mock, answered or not.
	Mock(ctx context.Context, session, agent string, pace float64, asked func()) (Mock, error)
	Mocks() []Mock // oldest first
	StopMock(id string) error
}

// ReplayOptions says which session is run again, and how. Of the Options,
// Exchanges, From, Transport, Linger and Target are filled in by Plan.
type ReplayOptions struct {
	Session string
	To      string            // the agent, as Caller.Discover takes it
	Agent   string            // whose calls are run, of several on record; "": To's own, else those of the agent with the most
	Header  http.Header       // goes along with each request where credentials may go
	Note    func(text string) // is told what a person should know
	replay.Options
}

// Mock is a session that is being served as an agent.
type Mock struct {
	ID, Session   string
	Agent         string // origin whose answers it serves, "" for all of the session
	URL           string // where clients point
	Pace          float64
	Started       time.Time
	Calls         int // JSON-RPC calls on record
	Conversations int // how many they form
	Versions      []a2a.Version
	Notes         []string         // what will not be as it was, and why
	Answered      int              // calls that it answered so far
	Unanswered    []MockUnanswered // what it was asked and could not answer, the latest first
}

// MockUnanswered is a request that the recording of a mock has no answer to.
type MockUnanswered struct {
	Request string // the operation with the beginning of its message, or the method and path
	Times   int
	LastAt  time.Time
}

// Examiner exercises agents and clients.
type Examiner interface {
	// Examine calls an agent, or has a client call, as o says, and judges what came of it. The
	// calls are recorded into a session of their own. With a Session nobody is called: the record of
	// it is judged, and nothing is kept. It ends early when ctx does: the report then has what
	// was found until then. An error says why nothing could be examined.
	Examine(ctx context.Context, o ExamineOptions) (*examine.Report, error)
	// Recent lists the newest examinations on record that ended, without their reports, and
	// Find returns one by its id or its session's. Its error wraps wire.ErrNotFound.
	Recent(ctx context.Context, limit int) ([]wire.Examination, error)
	Find(ctx context.Context, id string) (wire.Examination, error)
}

// ExamineOptions says who is examined, and how.
type ExamineOptions struct {
	examine.Request
	ID   string // of the examination, by which it is found on record
	Name string // of the session

	OnBegin    func(session string, p examine.Plan) // once the card was found, or was not
	OnProgress func(examine.Progress)
	OnJudged   func(done int) // how many exchanges were judged

	// Of a client, and of conversations under faults: Waits is told the rows to come, and where the
	// client is to call, "" where the console's own does; Heard of each exchange of a client's step,
	// Ended of each row. Next takes the word of somebody that the client is done with what it was
	// asked to do, or, as true, that it cannot do it.
	OnWait func(url string, rows []examine.Row)
	OnCall func(wire.Exchange)
	OnRow  func(examine.Row)
	Next   <-chan bool
}

// Webhooks hands out addresses that agents push to, and receives at them.
type Webhooks interface {
	URL() string // base of the addresses, as agents reach it
	// Make hands out an address. agent is the origin of the agent it is for, ""
	// for any; deliveries are recorded into session.
	Make(agent, session string) Hook
	Hooks() []Hook // those of this run, newest first
	// Proof checks the signature of a recorded delivery with a key set. It
	// returns false for a delivery of another run, whose credentials are gone.
	Proof(exchange string, keys jws.Keys) (push.Proof, bool)
	// OwnToken reports whether a recorded delivery carried the token that was made with its
	// address. known is false for a delivery of another run.
	OwnToken(exchange string) (own, known bool)
	// FetchKeys gets a key set, because the developer asks.
	FetchKeys(ctx context.Context, url string) ([]byte, error)
}

// Hook is an address that was handed out to be pushed to.
type Hook struct {
	ID, URL string
	Token   string // for the agent to send along
	Agent   string // origin, "" for any
	Session string
	Created time.Time
}

// Doctor examines connections to agents.
type Doctor interface {
	// Examine walks a connection step by step and reports whether all of it
	// works. elsewhere has an interface on another origin than the card's called.
	Examine(ctx context.Context, input string, elsewhere bool, each func(doctor.Step)) bool
}

// Wallet signs in to agents; *auth.Wallet is one. None of its methods returns a
// secret.
type Wallet interface {
	Account(url string) auth.Account
	Put(url string, c auth.Credential) error
	PutTLS(url string, t auth.TLS) error
	Remove(url, scheme string) (bool, error)
	// Begin asks an authorization server, whose address may be the card's.
	Begin(ctx context.Context, url string, l auth.Login) error
	Cancel(url, scheme string)
	Renew(ctx context.Context, url, scheme string) error
	// Fetch gets a document at an address that a card names, bounded in size.
	Fetch(ctx context.Context, url, what, address string) ([]byte, error)
}
