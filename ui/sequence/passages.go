package sequence

import (
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// receivedPassages returns the passages of events that the agent sent, without injected ones.
func (r sketchRow) receivedPassages() []wire.Passage {
	return slices.DeleteFunc(slices.Clone(r.Passages), func(p wire.Passage) bool { return p.Kind == wire.PassageInjected })
}

// passageWord precedes the label of an event that did not pass unchanged.
func (r sketchRow) passageWord() string {
	list := r.receivedPassages()
	if len(list) == 0 {
		return ""
	}
	var said []string
	for _, g := range tape.PassedGroups(list, r.Events > 1) {
		glyph, _ := record.PassedMark(g.Kind)
		said = append(said, glyph+" "+g.Words)
	}
	return strings.Join(said, ", ") + " · "
}

// passageSentence adds the passages to an event's sentence.
func (r sketchRow) passageSentence() string {
	list := r.receivedPassages()
	if len(list) == 0 {
		if late := r.At.Sub(r.ReceivedAt); late >= time.Second {
			return "; it waited " + part.Duration(late) + " behind a held event"
		}
		return ""
	}
	return "; on the way: " + tape.PassedWords(list, r.Events > 1) + ", " + record.PassedBy(list[0])
}

// path returns pathLost for an event that was dropped, else "".
func (r sketchRow) path() string {
	if list := r.receivedPassages(); r.Events == 1 && len(list) == 1 && list[0].Kind == wire.PassageDropped {
		return pathLost
	}
	return ""
}

func (h *hop) inject(list []wire.Passage) {
	for _, p := range list {
		if p.Kind != wire.PassageInjected || len(h.Marks) > 2*maxEventArrows {
			continue
		}
		word := record.Injection(p)
		h.Marks = append(h.Marks, &mark{Kind: "event", At: p.At, IsResponse: true, Label: "+ " + word, Path: pathInjected, room: eventRoom, hop: h,
			Sentence: strings.TrimSpace("The console sends an event that " + part.Short(h.Name, 48) + " did not send: " + word + " " + record.PassedBy(p))})
	}
}
