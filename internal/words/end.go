package words

import "github.com/a2a-console/a2a-console/internal/wire"

// End is how an exchange ended.
type End struct {
	Sign   string // of an end that the agent did not make, "" for others
	Word   string // in a column
	Phrase string // after "it was", or by itself
	Silent string // the sentence where no answer came
	Said   string // the sentence where one came, "" where there is nothing to add
	Live   string // of an end that the agent did not make, as it is told to a room; AGENT and CLIENT stand for them
}

// ends are the ways in which exchanges end, as far as their outcomes tell.
var ends = map[wire.Outcome]End{
	wire.Open:        {"", "open", "still open", "No answer yet.", "It is still open.", ""},
	wire.ByAgent:     {"", "ended", "ended by the agent", noAnswer, "", ""},
	wire.Cut:         {"✕", "cut", "cut", "The agent closed the connection without an answer.", "The connection was cut before the answer was whole.", "The connection breaks before AGENT is done"},
	wire.Cancelled:   {"⊘", "cancelled", "the client left", "The client left before an answer came.", "The client left before the answer was whole.", "CLIENT stops listening"},
	wire.TimedOut:    {"✕", "timed out", "timed out", "The agent did not answer in the time given.", "The answer did not end in the time given.", "AGENT takes too long, and the console gives up"},
	wire.Refused:     {"✕", "refused", "refused by the console", "The console refused to pass it on.", "The console refused the answer.", "The console does not pass this on"},
	wire.Unreachable: {"✕", "unreachable", "unreachable", "The agent could not be reached.", "", "AGENT cannot be reached"},
	wire.Interrupted: {"⊘", "interrupted", "the console stopped", "The console stopped before an answer came.", "The console stopped before it had ended.", "The console stops; how this ended is not on record"},
}

const noAnswer = "No answer came."

// EndOf says how an exchange ended, and where the console ended it, at whose wish.
func EndOf(x *wire.Exchange) End {
	e, known := ends[x.Outcome]
	switch {
	case !known:
		e = End{Word: string(x.Outcome), Phrase: string(x.Outcome), Silent: noAnswer}
	case x.BrokenByPerson():
		e.Phrase, e.Silent, e.Said = "broken off by hand", "A person broke it off before an answer came.", "A person broke it off."
		e.Live = "A person breaks it off on the way"
	case x.BrokenByRule():
		e.Phrase, e.Silent, e.Said = "broken off by a rule", "A rule broke it off before an answer came.", "A rule broke it off."
		e.Live = "A rule of the console breaks it off on the way"
	case x.AnsweredByRule():
		e.Phrase, e.Silent = "answered by a rule", "A rule of the console answered in place of the agent."
		e.Live = "A rule of the console answers in place of AGENT"
	case x.AnswerLeftOut():
		e.Phrase, e.Silent, e.Live = notInFile, x.Problem, "Whether and how it is answered is not in the file that was imported"
	case x.Outcome != wire.Cancelled && x.ClientLeft():
		e.Phrase += " (client left)"
		if x.Outcome == wire.ByAgent {
			e.Said = "The client left before it had all of this; the tap read on for the record."
		}
	}
	return e
}

// Ended is the phrase of how an exchange ended.
func Ended(x *wire.Exchange) string { return EndOf(x).Phrase }

// Outcome is the phrase where no more than an outcome is known.
func Outcome(o wire.Outcome) string { return Ended(&wire.Exchange{Outcome: o}) }

// OutcomeShort says it as a column does.
func OutcomeShort(o wire.Outcome) string { return EndOf(&wire.Exchange{Outcome: o}).Word }
