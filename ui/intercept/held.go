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

// heldView is a held item as the queue shows it.
type heldView struct {
	wire.HeldItem
	Name    string // the agent's name
	Now     time.Time
	Current bool
	Head    string // status and type of a whole response without text
}

func nameOf(names map[string]string, origin string) string {
	return cmp.Or(names[origin], record.HostOf(origin))
}

// isWhole reports whether the item is a whole request or response.
func (h heldView) isWhole() bool { return record.IsHeldWhole(&h.HeldItem) }

// kindWord names the kind of the item in a word or two, number its position
// among the events, title both.
func (h heldView) kindWord() string { return record.HeldKind(&h.HeldItem) }
func (h heldView) number() string   { return record.HeldNumber(&h.HeldItem) }
func (h heldView) title() string    { return record.HeldTitle(&h.HeldItem) }

// op returns the operation of the call, or "call" if that is unknown.
func (h heldView) op() string { return cmp.Or(part.Short(h.Labels.Op, 48), "call") }

func (h heldView) opShort() string {
	return cmp.Or(words.OperationWord(a2a.Operation(h.Labels.Op)), h.op())
}

// summary returns the text of the item or, for a response without text, its status and type.
func (h heldView) summary() string {
	if h.Side == wire.Request {
		return part.Short(cmp.Or(h.FrameLabels.Text, h.Labels.Text), 200)
	}
	return part.Short(cmp.Or(h.FrameLabels.Text, h.Head), 200)
}

// callText returns the text of the call that a response answers; "" if it is already shown.
func (h heldView) callText() string {
	if h.Side == wire.Request || h.Labels.Text == h.FrameLabels.Text {
		return ""
	}
	return part.Short(h.Labels.Text, 120)
}

// headOf returns the status and type of a response; "" while they are unknown.
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

func (h heldView) state() a2a.State { return a2a.State(h.FrameLabels.State) }

// arrow shows the item's direction as a sign and as words.
func (h heldView) arrow() (glyph, word string) {
	if h.Origin == wire.Push {
		return "←", "to the webhook"
	}
	if h.Side == wire.Request {
		return "→", "to the agent"
	}
	return "←", "to the client"
}

func (h heldView) timeoutWord() string { return record.HeldTimeout(&h.HeldItem) }

func (h heldView) timeLeft() time.Duration { return max(h.Deadline.Sub(h.Now), 0) }

type editorView struct {
	heldView
	Caller    string   // who made the call
	Doc       string   // text for the editor
	Plain     bool     // not an A2A document: sent as typed
	Barred    string   // why it cannot be edited; "" if it can
	Found     findings // of the original document
	QueueNote string   // what is queued behind it
}

func (s *Screen) readEditor(ctx context.Context, h heldView) *editorView {
	o := &editorView{heldView: h, Plain: isPlain(h.HeldItem)}
	if doc, ok := editable(h.HeldItem); ok {
		o.Doc = string(doc)
		o.Found = s.judge(h.HeldItem, doc)
	} else if size := len(h.FrameLabels.Doc); size > editLimit {
		o.Barred = "The item has " + part.Bytes(int64(size)) + "; at most " + part.Bytes(editLimit) + " can be edited here. Forward it unchanged, or drop it."
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

// queueNote says how much arrived on the same side since the event was held.
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

func verb(n int, v string) string {
	if n == 1 {
		return v + "s"
	}
	return v
}
