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

// came are how events that came went on, without what was injected beside them.
func (r sketchRow) came() []wire.Passage {
	return slices.DeleteFunc(slices.Clone(r.Passed), func(p wire.Passage) bool { return p.How == wire.Injected })
}

// passageWord comes before the label of an event that was not simply forwarded unchanged.
func (r sketchRow) passageWord() string {
	list := r.came()
	if len(list) == 0 {
		return ""
	}
	var said []string
	for _, g := range tape.PassedGroups(list, r.Events > 1) {
		glyph, _ := record.PassedMark(g.How)
		said = append(said, glyph+" "+g.Words)
	}
	return strings.Join(said, ", ") + " · "
}

// passedInWords goes on with what is said of it.
func (r sketchRow) passedInWords() string {
	list := r.came()
	if len(list) == 0 {
		if late := r.At.Sub(r.Came); late >= time.Second {
			return "; it waited " + part.Took(late) + " behind what was held"
		}
		return ""
	}
	return "; on the way: " + tape.PassedWords(list, r.Events > 1) + ", " + record.PassedBy(list[0])
}

// way reports an arrow that does not arrive.
func (r sketchRow) way() string {
	if list := r.came(); r.Events == 1 && len(list) == 1 && list[0].How == wire.Dropped {
		return wayLost
	}
	return ""
}

// inject adds arrows for what was sent and never came.
func (h *hop) inject(list []wire.Passage) {
	for _, p := range list {
		if p.How != wire.Injected || len(h.Marks) > 2*shownEvents {
			continue
		}
		word := record.Injection(p)
		h.Marks = append(h.Marks, &mark{Kind: "event", At: p.At, Back: true, Label: "+ " + word, Way: wayInjected, room: eventRoom, of: h,
			Say: strings.TrimSpace("The console sends an event that " + part.Short(h.Name, 48) + " did not send: " + word + " " + record.PassedBy(p))})
	}
}
