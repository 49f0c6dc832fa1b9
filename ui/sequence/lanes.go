package sequence

import (
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/ui/part"
)

// laneWidths are the possible lane widths in pixels. The diagram takes the least that fits
// names and labels, so that as many lanes as possible fit the window. .lane-names in
// sequence.css has a rule for each.
func laneWidths() []int { return []int{104, 128, 152, 176, 200, 220} }

const (
	labelChar = 6.5  // approximate width of a label's character in pixels
	nameChar  = 7.2  // the same for a lane's name
	laneRoom  = 16   // space left free
	plotRoom  = 1000 // width of all lanes in a window of 1280; more lanes share it
	labelFits = 28   // characters of a label that always show: a state and a duration
	quoteFits = 20   // least characters of a message that a lane has room for
)

// laneWidth returns the least width that fits the labels between lanes and each word of their
// names, or less if there are many lanes.
func (d *Diagram) laneWidth() int {
	need := 0.0
	for _, l := range d.Lanes {
		for _, word := range strings.FieldsFunc(l.Name, func(c rune) bool { return strings.ContainsRune(" -/:", c) }) {
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

// laneTitle returns the name of a lane, or what tells its agent apart from others of the name if the
// lanes have no room for both.
func (d *Diagram) laneTitle(l lane) string {
	if place, _, ok := strings.Cut(l.Name, " · "); ok && d.Wide < 152 && strings.HasSuffix(l.Key, place) {
		return place
	}
	return l.Name
}

// shortWords returns the label in at most n characters. The end of an exchange keeps its duration.
func (m *mark) shortWords(n int) string {
	i := strings.LastIndex(m.Label, " · ")
	if i < 0 || m.Kind != "end" || utf8.RuneCountInString(m.Label) <= n {
		return part.Short(m.Label, n)
	}
	return part.Short(m.Label[:i], max(n-utf8.RuneCountInString(m.Label[i:]), 1)) + m.Label[i:]
}

// span returns the number of lanes that the exchange's arrows cross.
func (h *hop) span() int { return max(h.From-h.To, h.To-h.From, 1) }

func (d *Diagram) fitQuotes() {
	for _, h := range d.Calls {
		for _, m := range h.Marks {
			room := int(float64(h.span()*d.Wide-laneRoom/2) / labelChar)
			m.Label = m.shortWords(max(room, labelFits))
			if room = int(float64(h.span()*d.Wide-laneRoom) / labelChar); m.Quote != "" && utf8.RuneCountInString(m.Quote) > room {
				m.Quote = "“" + part.Short(h.sketch.RequestText, max(room-2, 1)) + "”"
			}
		}
	}
}
