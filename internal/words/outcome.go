package words

import "github.com/a2a-console/a2a-console/internal/wire"

// OutcomeWords are texts for how an exchange ended.
type OutcomeWords struct {
	Sign         string // "" while the exchange is open, and if the agent ended it
	Word         string // for a column
	Phrase       string // after "it was", or alone
	NoAnswer     string // a sentence, if there was no response
	Sentence     string // a sentence, if there was a response; "" if there is nothing to add
	Announcement string // for a sequence diagram, "" for a usual end; AGENT and CLIENT are placeholders
}

// outcomeWords are the texts that depend on the outcome alone.
var outcomeWords = map[wire.Outcome]OutcomeWords{
	wire.Open:        {"", "open", "still open", "No answer yet.", "The exchange is still open.", ""},
	wire.ByAgent:     {"", "ended", "ended by the agent", noAnswer, "", ""},
	wire.Cut:         {"✕", "cut", "cut", "The agent closed the connection without an answer.", "The connection was cut before the answer was complete.", "The connection breaks before AGENT is done"},
	wire.Cancelled:   {"⊘", "canceled", "the client left", "The client left before an answer came.", "The client left before the answer was complete.", "CLIENT stops listening"},
	wire.TimedOut:    {"✕", "timed out", "timed out", "The agent did not answer within the time limit.", "The answer did not end within the time limit.", "AGENT takes too long, and the console gives up"},
	wire.Refused:     {"✕", "refused", "refused by the console", "The console refused to pass it on.", "The console refused the answer.", "The console does not pass this on"},
	wire.Unreachable: {"✕", "unreachable", "unreachable", "The agent could not be reached.", "", "AGENT cannot be reached"},
	wire.Interrupted: {"⊘", "interrupted", "the console stopped", "The console stopped before an answer came.", "The console stopped before the exchange had ended.", "The console stops; how this ended is not on record"},
}

const noAnswer = "No answer came."

// OutcomeWordsOf returns texts for how an exchange ended and, if the console ended it, whether a
// person or a rule did so.
func OutcomeWordsOf(x *wire.Exchange) OutcomeWords {
	e, known := outcomeWords[x.Outcome]
	switch {
	case !known:
		e = OutcomeWords{Word: string(x.Outcome), Phrase: string(x.Outcome), NoAnswer: noAnswer}
	case x.WasBrokenByPerson():
		e.Phrase, e.NoAnswer, e.Sentence = "aborted by hand", "A person aborted it before an answer came.", "A person aborted it."
		e.Announcement = "A person aborts it on the way"
	case x.WasBrokenByRule():
		e.Phrase, e.NoAnswer, e.Sentence = "aborted by a rule", "A rule aborted it before an answer came.", "A rule aborted it."
		e.Announcement = "A rule of the console aborts it on the way"
	case x.WasAnsweredByRule():
		e.Phrase, e.NoAnswer = "answered by a rule", "A rule of the console answered in place of the agent."
		e.Announcement = "A rule of the console answers in place of AGENT"
	case x.HasUnknownAnswer():
		e.Phrase, e.NoAnswer, e.Announcement = notInFile, x.Problem, "The imported file does not say whether and how AGENT answers"
	case x.Outcome != wire.Cancelled && x.ClientLeft():
		e.Phrase += " (client left)"
		if x.Outcome == wire.ByAgent {
			e.Sentence = "The client left before it had received all of this; the tap read the rest for the record."
		}
	}
	return e
}

// EndPhrase returns the Phrase of an exchange's OutcomeWords.
func EndPhrase(x *wire.Exchange) string { return OutcomeWordsOf(x).Phrase }

// OutcomePhrase returns the Phrase for an outcome alone.
func OutcomePhrase(o wire.Outcome) string { return EndPhrase(&wire.Exchange{Outcome: o}) }

// OutcomeWord returns the Word for an outcome alone.
func OutcomeWord(o wire.Outcome) string { return OutcomeWordsOf(&wire.Exchange{Outcome: o}).Word }
