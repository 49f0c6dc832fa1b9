// Package host declares the interfaces through which pages use the running program: the record, the
// current session, taps, agents, calls, webhooks. The program (internal/console) implements them.
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
	Value      string // effective; "" for none
	IsGiven    bool   // set on the command line
}

// QuoteShell quotes s as one word for POSIX shells.
func QuoteShell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Library reads the record.
type Library interface {
	Sessions(ctx context.Context) ([]wire.Session, error) // newest first, without deleted ones
	Session(ctx context.Context, id string) (wire.Session, error)
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
	// Sorted returns at most limit exchanges that f selects, in the order o, starting at index
	// from.
	Sorted(ctx context.Context, f wire.Filter, o wire.Order, from, limit int, search *wire.Search) (wire.SortedExchanges, error)
	// Count counts what f selects, as far as the search's budget allows.
	Count(ctx context.Context, f wire.Filter, search *wire.Search) (int, error)
	// Samples returns the newest exchanges that f selects, at most limit, for figures. It returns
	// those found so far when budget is used up.
	Samples(ctx context.Context, f wire.Filter, limit int, budget time.Duration) (wire.SampleSet, error)
	// Tasks lists tasks with exchanges that f selects, the task with the newest such exchange
	// first. TasksByID returns the same for the given tasks only.
	Tasks(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.TaskExchanges, error)
	TasksByID(ctx context.Context, f wire.Filter, ids []string) ([]wire.TaskExchanges, error)
	// Versions shows whether anything changed since they were last read.
	Versions(ctx context.Context) (wire.Versions, error)
	// ChangesSince returns the current versions, and at most limit exchanges with a Version above
	// since.Exchanges, in Version order.
	ChangesSince(ctx context.Context, since wire.Versions, limit int) (wire.Versions, []wire.Exchange, error)
	// Changed returns exchanges with a Version above since, in Version order.
	Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error)
	Exchange(ctx context.Context, id string) (wire.Exchange, error)
	// Findings returns the findings of an exchange, one for each check.
	Findings(ctx context.Context, exchange string) ([]wire.Finding, error)
	// CheckCounts returns how often each check was broken in a session ("": in all). unread counts
	// exchanges of which only the number of findings is known.
	CheckCounts(ctx context.Context, session string) (met []wire.CheckCount, unread int, err error)
	// Breaches returns the broken checks of each agent in a session ("": in all).
	Breaches(ctx context.Context, session string) ([]wire.Breach, error)
	Mutes(ctx context.Context) ([]wire.Mute, error) // each names its check by ID
	// Chunks returns, in order, the chunks of a side from the one that contains the offset from, up
	// to about limit bytes (0: all).
	Chunks(ctx context.Context, exchange string, s wire.Side, from, limit int64) ([]wire.Chunk, error)
	// Gaps lists the exchanges of a session ("": of all sessions) that are not on record at all, in
	// the order in which they were lost. What is missing from a recorded exchange is in its Gaps.
	Gaps(ctx context.Context, session string) ([]wire.Gap, error)
	// Passages returns the frames of an exchange that were held, delayed, edited, dropped or injected.
	Passages(ctx context.Context, exchange string) ([]wire.Passage, error)
	// Watch returns a channel of capacity 1 that receives after every commit.
	Watch() (bell <-chan struct{}, stop func())
	// Health returns "", or a sentence for people that says why recording fails.
	Health() string
}

// Desk controls recording: the current session, pauses, and the start, renaming
// and deletion of sessions.
type Desk interface {
	Current() wire.Session
	Paused() bool
	Pause(paused bool)
	// UnrecordedCount counts the exchanges that passed since recording was paused.
	UnrecordedCount() int
	// Pending returns what the recorder has yet to derive from recorded exchanges.
	Pending(ctx context.Context) (wire.Pending, error)
	NewSession(ctx context.Context, name string) (wire.Session, error)
	// BeginSideSession starts a session next to the current one. EndSideSession ends it.
	BeginSideSession(ctx context.Context, name string) (wire.Session, error)
	EndSideSession(ctx context.Context, id string) error
	Rename(ctx context.Context, id, name string) error
	Delete(ctx context.Context, id string) error // can be undone until the program ends
	Undelete(ctx context.Context, id string) error
	// SaveComparison stores with a session how it is compared: the level, and what to ignore.
	SaveComparison(ctx context.Context, id, level string, ignore []string) error
}

// Keeper stores people's decisions about the record: marks on sessions and exchanges, retention,
// saved filters, mutes, and sessions made of chosen exchanges. Errors wrap wire's sentinels.
type Keeper interface {
	Edit(ctx context.Context, id string, e wire.SessionEdit) (wire.Session, error)
	EditExchange(ctx context.Context, id string, e wire.ExchangeEdit) (wire.Exchange, error)
	// Save copies a selection into a new session. tell reports progress and may be nil; its total
	// is 0 while Save still looks for exchanges.
	Save(ctx context.Context, name string, c wire.Selection, tell func(done, total int)) (wire.Session, error)
	// Mute counts the findings of a check separately. Unmute counts them with the others again.
	Mute(ctx context.Context, m wire.Mute) error
	Unmute(ctx context.Context, check, session string) error
	Retention(ctx context.Context) (wire.Retention, error)
	SetRetention(ctx context.Context, r wire.Retention) error
	// Prune removes the sessions that r does not keep. With dry it only lists them.
	Prune(ctx context.Context, r wire.Retention, dry bool) ([]wire.Session, error)
	// Removed returns the sessions that retention last removed in this run, newest
	// first, and their total number.
	Removed() (last []wire.Session, all int)
	Filters(ctx context.Context) ([]wire.SavedFilter, error) // by name
	SaveFilter(ctx context.Context, f wire.SavedFilter) error
	DropFilter(ctx context.Context, name string) error
	// Values lists recorded values of a filter key, for filter.Complete.
	Values(ctx context.Context, key, prefix string, limit int) ([]string, error)
	// Frames returns at most limit frames of a side, starting at index from.
	Frames(ctx context.Context, exchange string, s wire.Side, from, limit int) ([]wire.Frame, error)
}

// Requests stores messages to send again. Errors wrap wire's sentinels.
type Requests interface {
	SavedRequests(ctx context.Context) ([]wire.SavedRequest, error) // by name, without bodies
	SavedRequest(ctx context.Context, name string) (wire.SavedRequest, error)
	SaveRequest(ctx context.Context, r wire.SavedRequest) error
	RenameRequest(ctx context.Context, from, to string) error
	DropRequest(ctx context.Context, name string) error
}

// Secrets stores the values of secret variables of saved requests, by agent. It also tells where
// the record leaves such values out.
type Secrets interface {
	Load(agent, name string) (string, error) // "" for none
	Save(agent, name, value string) error
	// Places returns where the record of an agent's exchanges leaves values out.
	Places(ctx context.Context, agent string) (saved.Places, error)
}

// Files converts sessions to files and back.
type Files interface {
	// Export writes a session, or only the exchanges in only, as jsonl, har, md, curl or html (for
	// few exchanges). If session is "", they may be of any session. Credentials are left out.
	Export(ctx context.Context, session, format string, only []string, w io.Writer) error
	// Import reads a session file of any readable format. name is the file's name, shown to people.
	// notes says what was left out. With copied, the session and its exchanges get new IDs;
	// otherwise the session must not be on record yet.
	Import(ctx context.Context, r io.Reader, name string, copied bool) (s wire.Session, notes []string, err error)
}

// Taps opens and lists the taps of this process.
type Taps interface {
	Taps() []Tap
	// Open returns the tap for an agent's address. It opens one if the origin has none.
	Open(ctx context.Context, agent string) (Tap, error)
	Close(ctx context.Context, origin string) error
}

// Tap is a tap of this process.
type Tap struct {
	Agent     string // origin of the upstream
	URL       string // where clients connect instead: http://127.0.0.1:7421
	Reference bool   // fronts the built-in reference agent

	Paths []string // of the agents below the origin; the tap has the same paths; empty for an agent at the root
}

// Address returns the URL where clients of the first agent connect, including its path.
func (t Tap) Address() string { return t.URL + t.EachPath()[0] }

// EachPath returns Paths, or "" for the root if there are none.
func (t Tap) EachPath() []string {
	if len(t.Paths) == 0 {
		return []string{""}
	}
	return t.Paths
}

// Directory stores the agents that the console knows.
type Directory interface {
	Agents(ctx context.Context) ([]wire.Agent, error)
	SaveAgent(ctx context.Context, a wire.Agent) error
}

// Caller calls agents; *inspector.Client is one. Every call goes through a tap and is recorded.
type Caller interface {
	Discover(ctx context.Context, input string) (*inspector.Discovery, error)
	Prepare(t inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error)
	Send(ctx context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error)
}

// Player replays recordings and serves them as mocks.
type Player interface {
	// Recorded lists the agents whose calls in a session can be replayed, the one with the most
	// calls first. left counts the exchanges that a replay does not repeat.
	Recorded(ctx context.Context, session string) (agents []RecordedAgent, left int, err error)
	// Plan prepares a replay of a session. It fetches the agent's card but
	// sends no recorded call yet.
	Plan(ctx context.Context, o ReplayOptions) (*replay.Replay, error)
	// Mock serves a session as an agent until StopMock or the program's end. agent is the origin
	// whose responses it serves ("": the one with the most calls). pace multiplies the recorded
	// pauses. asked is called for each request to the mock, even one that it cannot answer.
	Mock(ctx context.Context, session, agent string, pace float64, asked func()) (Mock, error)
	Mocks() []Mock // oldest first
	StopMock(id string) error
}

// RecordedAgent is an agent with the number of calls that a replay repeats.
type RecordedAgent struct {
	Origin        string
	Calls, Failed int
}

// ReplayOptions selects a session to replay, and how. Plan fills in Exchanges, From, Transport,
// Linger and Target of the embedded Options.
type ReplayOptions struct {
	Session string
	To      string            // the agent to call: what Caller.Discover accepts as input
	Agent   string            // origin whose calls are replayed; "": To's if on record, else the one with the most calls
	Header  http.Header       // added to each request to an origin that may receive credentials
	Note    func(text string) // called with warnings for the person
	replay.Options
}

// Mock describes a session that is served as an agent.
type Mock struct {
	ID, Session   string
	Agent         string // origin whose responses it serves; "" for all in the session
	URL           string // where clients connect
	Pace          float64
	Started       time.Time
	Calls         int // recorded calls, in any binding
	Conversations int // number of conversations that the calls belong to
	Versions      []a2a.Version
	Notes         []string         // what will differ from the recording, and why
	Answered      int              // number of calls answered so far
	Unanswered    []MockUnanswered // requests it could not answer, latest first
}

// MockUnanswered is a request for which a mock's recording has no response.
type MockUnanswered struct {
	Request string // the operation and the beginning of its message, or the method and path
	Times   int
	LastAt  time.Time
}

// Examiner examines agents and clients.
type Examiner interface {
	// Examine calls an agent, or lets a client call, as o says, and judges the exchanges. It
	// records them in a separate session. With a Session set, it makes no calls: it judges that
	// session and stores nothing. If ctx ends first, the report holds what was found until then.
	// The error says why nothing could be examined.
	Examine(ctx context.Context, o ExamineOptions) (*examine.Report, error)
	// Recent lists the newest recorded examinations that have ended, without their reports. Find
	// returns one by its ID or its session's ID; its error wraps wire.ErrNotFound.
	Recent(ctx context.Context, limit int) ([]wire.Examination, error)
	Find(ctx context.Context, id string) (wire.Examination, error)
}

// ExamineOptions configures an examination and its callbacks.
type ExamineOptions struct {
	examine.Request
	ID   string // of the examination on record
	Name string // of the session

	OnBegin    func(session string, p examine.Plan) // called once the card is found or known to be missing
	OnProgress func(examine.Progress)
	OnJudged   func(done int) // called with the number of exchanges judged

	// For examinations of clients and of conversations under faults: OnWait gets the next rows and
	// the URL that the client must call ("" if the console's own client calls). OnCall gets each
	// exchange of a step, OnRow each finished row. On Next, a person reports that the client has
	// finished its step (false) or cannot do it (true).
	OnWait func(url string, rows []examine.Row)
	OnCall func(wire.Exchange)
	OnRow  func(examine.Row)
	Next   <-chan bool
}

// Webhooks hands out addresses for push notifications and receives the deliveries.
type Webhooks interface {
	URL() string // base of the webhook addresses, as agents reach it
	// Make creates an address for the agent with the origin agent ("": any agent). Deliveries are
	// recorded in session.
	Make(agent, session string) Hook
	Hooks() []Hook // of this run, newest first
	// Proof verifies the signature of a recorded delivery against a key set. It returns false for a
	// delivery of an earlier run, whose credentials are gone.
	Proof(exchange string, keys jws.Keys) (push.Proof, bool)
	// OwnToken reports whether a recorded delivery carried the token that was made with its
	// address. known is false for a delivery of an earlier run.
	OwnToken(exchange string) (own, known bool)
	// FetchKeys fetches a key set. Call it only when the developer asks for that.
	FetchKeys(ctx context.Context, url string) ([]byte, error)
}

// Hook is a webhook address.
type Hook struct {
	ID, URL string
	Token   string // for the agent to send back
	Agent   string // origin, "" for any
	Session string
	Created time.Time
}

// Doctor examines connections to agents.
type Doctor interface {
	// Examine tests a connection step by step and reports whether all of it works. With elsewhere
	// it also calls an interface on another origin than the card's.
	Diagnose(ctx context.Context, input string, elsewhere bool, each func(doctor.Step)) bool
}

// Wallet signs in to agents; *auth.Wallet is one. None of its methods returns a secret.
type Wallet interface {
	Account(url string) auth.Account
	Put(url string, c auth.Credential) error
	PutTLS(url string, t auth.TLSSettings) error
	Remove(url, scheme string) (bool, error)
	// Begin starts a login at an authorization server, whose URL may be given by the card.
	Begin(ctx context.Context, url string, l auth.Login) error
	Cancel(url, scheme string)
	Renew(ctx context.Context, url, scheme string) error
	// Fetch fetches a document of bounded size from an address that a card names.
	Fetch(ctx context.Context, url, what, address string) ([]byte, error)
}
