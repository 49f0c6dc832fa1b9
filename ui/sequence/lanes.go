package sequence

import (
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/ui/part"
)

// laneWidths are as wide as their names and labels need, within bounds, so that as many as can be
// fit the window. Widths are in pixels; .lane-names in sequence.css has a rule for each.
func laneWidths() []int { return []int{104, 128, 152, 176, 200, 220} }

const (
	labelChar = 6.5  // pixels that a character of a label takes, about
	nameChar  = 7.2  // and one of a lane's name
	laneRoom  = 16   // that is left free
	plotRoom  = 1000 // of all lanes together in a window of 1280: with more of them, each has less
	labelFits = 28   // characters of a label that are always shown: a state and a duration
	quoteFits = 20   // characters of a message that a lane has room for at least
)

// laneWidth is the least that has room for the labels between their lanes, and for each
// word of their names; less where there are many lanes.
func (d *Diagram) laneWidth() int {
	need := 0.0
	for _, l := range d.Lanes {
		for _, word := range strings.FieldsFunc(l.Name, func(c rune) bool { return strings.ContainsRune(" -/", c) }) {
			need = max(need, float64(utf8.RuneCountInString(word))*nameChar+laneRoom/2)
		}
	}
	for _, h := range d.Calls {
		for _, m := range h.Marks {
			chars := max(utf8.RuneCountInString(m.Label), min(utf8.RuneCountInString(m.Quote), quoteFits))
			need = max(need, (float64(chars)*labelChar+laneRoom)/float64(h.span()))
		}
	}
	all := laneWidths()
	most := all[0]
	for _, w := range all {
		if w == all[0] || w*len(d.Lanes) <= plotRoom {
			most = w
		}
		if float64(w) >= need {
			break
		}
	}
	return most
}

// span is across how many lanes the arrows of an exchange go.
func (h *hop) span() int { return max(h.From-h.To, h.To-h.From, 1) }

// fitQuotes shortens labels and what messages say to the room between their lanes.
func (d *Diagram) fitQuotes() {
	for _, h := range d.Calls {
		for _, m := range h.Marks {
			room := int(float64(h.span()*d.Wide-laneRoom/2) / labelChar)
			m.Label = part.Short(m.Label, max(room, labelFits))
			if room = int(float64(h.span()*d.Wide-laneRoom) / labelChar); m.Quote != "" && utf8.RuneCountInString(m.Quote) > room {
				m.Quote = "“" + part.Short(h.sketch.RequestText, max(room-2, 1)) + "”"
			}
		}
	}
}
