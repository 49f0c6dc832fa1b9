package examine

import (
	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// Row is how a probe went.
type Row struct {
	Interface string // that was probed; "" for the agent as a whole
	Probe     string
	Asks      string // what is expected, a sentence
	Level     check.Level
	Result    verdict.Result // verdict.Skip: it was not tested
	Says      string         // why
	Open      bool           // the specification leaves open how this is answered
	Exchanges []string       // that show it
	Breaks    []string       // checks that are broken in these
	Refusable []string       // notifications that a client is to refuse
	Chaos     *chaos.Result  `json:",omitempty"` // the conversation that the row is of, nil where it is of none, or was not held

	check       string   // that is broken where it fails, and met where it passes
	exactChecks []string // checks that say more exactly what went wrong, whatever else is found there
	metChecks   []string // checks that these meet, where the record alone does not tell
	echoed      bool     // what is wrong with the documents of the answers may be ours
}

// Key tells the rows of a report apart.
func (r *Row) Key() string { return r.Probe + "\x00" + r.Interface }

// FailsAt reports whether the row is a failure of a level or above.
func (r *Row) FailsAt(level check.Level) bool {
	ranks := map[check.Level]int{check.Must: 3, check.Should: 2, check.Info: 1}
	return r.Result == verdict.Fail && ranks[r.Level] >= ranks[level]
}
