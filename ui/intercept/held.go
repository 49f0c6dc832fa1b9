package intercept

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// held is something that waits for a decision, as the queue shows it.
type held struct {
	wire.HeldItem
	Name    string // of the agent
	Now     time.Time
	Current bool
	Head    string // of a whole response that says nothing: its status and type
}

// nameOf is what an agent is called.
func nameOf(names map[string]string, origin string) string {
	return cmp.Or(names[origin], record.HostOf(origin))
}

// whole reports whether what is held is a whole request or response, and no event of several.
func (h held) whole() bool { return record.HeldWhole(&h.HeldItem) }

// what says in a word or two what is held, number its place among the events, title both.
func (h held) what() string   { return record.HeldWhat(&h.HeldItem) }
func (h held) number() string { return record.HeldNumber(&h.HeldItem) }
func (h held) title() string  { return record.HeldTitle(&h.HeldItem) }

// op is the operation of the call, or what it is where that is not known.
func (h held) op() string { return cmp.Or(part.Short(h.Labels.Op, 48), "call") }

// opShort is the operation in a word.
func (h held) opShort() string {
	return cmp.Or(words.OpShort(a2a.Operation(h.Labels.Op)), h.op())
}

// summary is what people read in it; of a response without words what its head says.
func (h held) summary() string {
	if h.Side == wire.Request {
		return part.Short(cmp.Or(h.Says.Text, h.Labels.Text), 200)
	}
	return part.Short(cmp.Or(h.Says.Text, h.Head), 200)
}

// callText is what the call says that a response answers, "" where it is shown already.
func (h held) callText() string {
	if h.Side == wire.Request || h.Labels.Text == h.Says.Text {
		return ""
	}
	return part.Short(h.Labels.Text, 120)
}

// headOf is the status and the type of an answer, "" while they are not known.
func (s *Screen) headOf(ctx context.Context, exchange string) string {
	x, err := s.Library.Exchange(ctx, exchange)
	if err != nil || x.Response.Status == 0 {
		return ""
	}
	status := "HTTP " + strconv.Itoa(x.Response.Status)
	if kind, _, _ := strings.Cut(x.Response.Header.Get("Content-Type"), ";"); kind != "" {
		status += " · " + part.Short(kind, 60)
	}
	return status
}

// state is the state in it, "" for none.
func (h held) state() a2a.State { return a2a.State(h.Says.State) }

// arrow says which way it goes, by sign and by word.
func (h held) arrow() (glyph, word string) {
	if h.Origin == wire.Push {
		return "←", "to the webhook"
	}
	if h.Side == wire.Request {
		return "→", "to the agent"
	}
	return "←", "to the client"
}

// then says what happens when its time is over.
func (h held) then() string { return record.HeldThen(&h.HeldItem) }

// timeLeft is how much of its time is left.
func (h held) timeLeft() time.Duration { return max(h.Until.Sub(h.Now), 0) }

// opened is what is held with its editor.
type opened struct {
	held
	Caller string   // that waits for it
	Doc    string   // as it is edited
	Plain  bool     // it is no document of A2A, and is sent as it is typed
	Barred string   // why it cannot be edited, "" when it can
	Found  findings // of the document as it came
	Behind string   // what waits behind it
}

// open reads what the editor shows of something held.
func (s *Screen) open(ctx context.Context, h held) *opened {
	o := &opened{held: h, Plain: plain(h.HeldItem)}
	if doc, ok := editable(h.HeldItem); ok {
		o.Doc = string(doc)
		o.Found = s.judge(h.HeldItem, doc)
	} else if size := len(h.Says.Doc); size > editLimit {
		o.Barred = "It has " + part.Bytes(int64(size)) + ", and up to " + part.Bytes(editLimit) + " are edited here. It can be forwarded unchanged, or be dropped."
	} else {
		o.Barred = "The console cannot read this as a document: forward it unchanged, or drop it."
	}
	if h.whole() && h.Side == wire.Response {
		o.Head = s.headOf(ctx, h.Exchange)
	}
	if x, err := s.Library.Exchange(ctx, h.Exchange); err == nil {
		o.Caller = record.SaidBy(x)
		o.Behind = s.behind(ctx, h.HeldItem, x)
	}
	return o
}

// behind says how much has come on the side of an event since it is held.
func (s *Screen) behind(ctx context.Context, h wire.HeldItem, x wire.Exchange) string {
	if h.Side != wire.Response || (held{HeldItem: h}).whole() {
		return ""
	}
	events, bytes := 0, int64(0)
	_, _, _, err := tape.FrameOf(ctx, s.Library, &x, func(f wire.Frame) bool {
		if f.Index > h.Frame {
			bytes += f.Length
			if f.Kind != wire.Comment {
				events++
			}
		}
		return false
	})
	if err != nil || bytes == 0 {
		return ""
	}
	if events == 0 {
		return part.Bytes(bytes) + " " + verb(1, "wait") + " behind it"
	}
	return part.Plural(events, "more event") + ", " + part.Bytes(bytes) + ", " + verb(events, "wait") + " behind it"
}

// verb is a verb in the present, of one or several.
func verb(n int, v string) string {
	if n == 1 {
		return v + "s"
	}
	return v
}
