package archive

import "github.com/a2a-console/a2a-console/internal/wire"

// passagesLine lists those frames of the preceding exchange that were not forwarded unchanged.
type passagesLine struct {
	Kind     string        `json:"kind"`
	Passages []passageLine `json:"passages"`
}

// passageLine is a wire.Passage with its side.
type passageLine struct {
	Side string `json:"side"`
	wire.Passage
}

func passagesLineOf(list []wire.Passage) passagesLine {
	l := passagesLine{Kind: kindPassages, Passages: []passageLine{}}
	for _, p := range list {
		l.Passages = append(l.Passages, passageLine{p.Side.String(), p})
	}
	return l
}

// passages converts a passagesLine. why says what is wrong with it, "" for nothing.
func (l *passagesLine) passages(limits Limits) (out []wire.Passage, why string) {
	for _, p := range l.Passages {
		side, known := wire.ParseSide(p.Side)
		switch {
		case !known || side != wire.Request && side != wire.Response:
			return nil, "a passage of a side that is neither request nor response"
		case p.Frame < 0 || p.Sent < -1 || p.HoldTime < 0:
			return nil, "a passage with a negative number"
		case !isWord(string(p.Kind)):
			return nil, "a passage without a valid kind"
		case len(p.Rule) > limits.Text:
			return nil, "the rule of a passage is too long"
		case !fitsNanos(p.At):
			return nil, "the time of a passage is not between 1678 and 2261"
		}
		p.Passage.Side, p.At = side, p.At.UTC()
		out = append(out, p.Passage)
	}
	return out, ""
}
