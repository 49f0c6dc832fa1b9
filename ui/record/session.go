package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
)

// OtherSessions returns the sessions that one can be compared with.
func OtherSessions(all []wire.Session, id string) []wire.Session {
	return slices.DeleteFunc(slices.Clone(all), func(s wire.Session) bool { return s.ID == id || s.Calls() == 0 })
}

// SessionsWith returns the sessions that contain all words of a text in their title, time, tags,
// note, id, or in the addresses and names of their agents.
func SessionsWith(all []wire.Session, names map[string]string, text string) []wire.Session {
	wanted := strings.Fields(strings.ToLower(text))
	if len(wanted) == 0 {
		return all
	}
	var out []wire.Session
	for _, s := range all {
		said := []string{words.SessionName(s), part.Stamp(s.Started), s.Note, s.ID}
		said = append(append(said, s.Tags...), s.Agents...)
		for _, a := range s.Agents {
			said = append(said, names[a])
		}
		held := strings.ToLower(strings.Join(said, "\n"))
		if !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(held, w) }) {
			out = append(out, s)
		}
	}
	return out
}

// EndStamp says when a session ended: only the time if it ended on the day it began.
func EndStamp(s wire.Session) string {
	return words.Moment(s.Ended, s.Started)
}

// RetentionWords describes a retention setting.
func RetentionWords(r wire.Retention) string {
	var out []string
	if r.Bytes > 0 {
		out = append(out, "at most "+part.Bytes(r.Bytes))
	}
	if r.Days > 0 {
		out = append(out, part.Plural(r.Days, "day"))
	}
	if len(out) == 0 {
		return "unlimited"
	}
	return strings.Join(out, ", ")
}

// Usage is the retention setting and the size of the record.
type Usage struct {
	Set   wire.Retention
	Bytes int64 // of all sessions
}

// ReadUsage reads the retention setting and adds up the sizes of all. It returns nil without a
// Keeper.
func ReadUsage(ctx context.Context, k host.Keeper, all []wire.Session) (*Usage, error) {
	if k == nil {
		return nil, nil
	}
	set, err := k.Retention(ctx)
	if err != nil {
		return nil, fmt.Errorf("read how much is kept: %w", err)
	}
	return &Usage{set, BytesOf(all)}, nil
}

// BytesOf returns the total size of sessions.
func BytesOf(all []wire.Session) (sum int64) {
	for _, s := range all {
		sum += s.Bytes
	}
	return sum
}

// SessionTitle returns the name of a session, else its first message, else its time.
func SessionTitle(s wire.Session) string {
	if name := words.SessionName(s); name != "" {
		return name
	}
	return part.Stamp(s.Started)
}

// ProbeNote says how many probes the count of exchanges leaves out.
func ProbeNote(s wire.Session) string {
	if s.Probes == 0 {
		return ""
	}
	return "Excludes " + part.Plural(s.Probes, "probe") + " by the console itself"
}

// RecordedBy names the program that recorded an imported session.
func RecordedBy(s wire.Session) string {
	if s.Program == "" {
		return "an unnamed program"
	}
	return s.Program
}
