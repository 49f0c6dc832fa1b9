package fault

import (
	"context"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var errorAction = Action{
	Name: "error", Summary: "answers with an error of A2A in place of the agent, in the caller's own version and binding", Targets: Requests,
	Forms: []Form{{"error TaskNotFound", "with the usual message"}, {`error TaskNotFound "message"`, "with another message"}},
	parse: func(s *scanner) (Fault, error) {
		s.skip()
		at := s.offset
		name := s.readWord()
		if name == "" {
			return nil, s.expectedError(at, "the name of an error")
		}
		if len(s.errors) > 0 {
			i := slices.IndexFunc(s.errors, func(e string) bool {
				return strings.EqualFold(e, name) || strings.EqualFold(e+"Error", name)
			})
			if i < 0 {
				return nil, s.errorAt(at, "error: %q is not an A2A error.%s Write one of %s", clip.Runes(name, maxShown), DidYouMean(name, s.errors), strings.Join(s.errors, ", "))
			}
			name = s.errors[i]
		} else if !isToken(name) {
			return nil, s.expectedError(at, "the name of an error")
		}
		text, _, err := s.readQuoted()
		return ErrorAnswer{name, text}, err
	},
}

// ErrorAnswer answers with an error of the protocol.
type ErrorAnswer struct{ Name, Message string }

func (e ErrorAnswer) String() string {
	if e.Message == "" {
		return "error " + e.Name
	}
	return "error " + e.Name + " " + quote(e.Message)
}

func (e ErrorAnswer) Describe(wire.Side) string {
	return "is answered with the error " + e.Name + " in place of the agent"
}

func (e ErrorAnswer) Answer(_ context.Context, p wire.FrameCodec) (*wire.RuleAnswer, error) {
	a, err := p.Error(e.Name, e.Message, true)
	if err != nil {
		return nil, Problem(err.Error())
	}
	return a, nil
}
