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

// heldView is something that waits for a decision, as the queue shows it.
type heldView struct {
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

// isWhole reports whether what is held is a whole request or response, and no event of several.
func (h heldView) isWhole() bool { return record.IsHeldWhole(&h.HeldItem) }

// kindWord says in a word or two what is held, number its place among the events, title both.
func (h heldView) kindWord() string { return record.HeldKind(&h.HeldItem) }
func (h heldView) number() string   { return record.HeldNumber(&h.HeldItem) }
func (h heldView) title() string    { return record.HeldTitle(&h.HeldItem) }

// op is the operation of the call, or what it is where that is not known.
func (h heldView) op() string { return cmp.Or(part.Short(h.Labels.Op, 48), "call") }

// opShort is the operation in a word.
func (h heldView) opShort() string {
	return cmp.Or(words.OperationWord(a2a.Operation(h.Labels.Op)), h.op())
}

// summary is what people read in it; of a response without words what its head says.
func (h heldView) summary() string {
	if h.Side == wire.Request {
		return part.Short(cmp.Or(h.FrameLabels.Text, h.Labels.Text), 200)
	}
	return part.Short(cmp.Or(h.FrameLabels.Text, h.Head), 200)
}

// callText is what the call says that a response answers, "" where it is shown already.
func (h heldView) callText() string {
	if h.Side == wire.Request || h.Labels.Text == h.FrameLabels.Text {
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
func (h heldView) state() a2a.State { return a2a.State(h.FrameLabels.State) }

// arrow says which way it goes, by sign and by word.
func (h heldView) arrow() (glyph, word string) {
	if h.Origin == wire.Push {
		return "←", "to the webhook"
	}
	if h.Side == wire.Request {
		return "→", "to the agent"
	}
	return "←", "to the client"
}

// timeoutWord says what happens when its time is over.
func (h heldView) timeoutWord() string { return record.HeldTimeout(&h.HeldItem) }

// timeLeft is how much of its time is left.
func (h heldView) timeLeft() time.Duration { return max(h.Deadline.Sub(h.Now), 0) }

// editorView is what is held with its editor.
type editorView struct {
	heldView
	Caller    string   // that waits for it
	Doc       string   // as it is edited
	Plain     bool     // it is no document of A2A, and is sent as it is typed
	Barred    string   // why it cannot be edited, "" when it can
	Found     findings // of the document as it came
	QueueNote string   // what waits behind it
}

// readEditor reads what the editor shows of something held.
func (s *Screen) readEditor(ctx context.Context, h heldView) *editorView {
	o := &editorView{heldView: h, Plain: isPlain(h.HeldItem)}
	if doc, ok := editable(h.HeldItem); ok {
		o.Doc = string(doc)
		o.Found = s.judge(h.HeldItem, doc)
	} else if size := len(h.FrameLabels.Doc); size > editLimit {
		o.Barred = "It has " + part.Bytes(int64(size)) + ", and up to " + part.Bytes(editLimit) + " are edited here. It can be forwarded unchanged, or be dropped."
	} else {
		o.Barred = "The console cannot read this as a document: forward it unchanged, or drop it."
	}
	if h.isWhole() && h.Side == wire.Response {
		o.Head = s.headOf(ctx, h.Exchange)
	}
	if x, err := s.Library.Exchange(ctx, h.Exchange); err == nil {
		o.Caller = record.MessageHeading(x)
		o.QueueNote = s.queueNote(ctx, h.HeldItem, x)
	}
	return o
}

// queueNote says how much has come on the side of an event since it is held.
func (s *Screen) queueNote(ctx context.Context, h wire.HeldItem, x wire.Exchange) string {
	if h.Side != wire.Response || (heldView{HeldItem: h}).isWhole() {
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
