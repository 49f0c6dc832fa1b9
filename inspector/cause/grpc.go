package cause

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// grpcStatusAdvice explains gRPC statuses without an ErrorInfo, which frameworks and servers in front of an
// agent also use.
var grpcStatusAdvice = map[int]advice{
	1:  {"The call was canceled before it was answered: gRPC says CANCELLED.", "Look in the logs of the agent, and of any server between, for which of them gave up."},
	2:  {"The agent failed, and its gRPC server does not say how: it answers UNKNOWN for an error without a status.", "See the agent's log at this time."},
	4:  {"The time given for the call ran out: gRPC says DEADLINE_EXCEEDED.", "Give the call a longer deadline, or look in the agent's log for why the call takes so long."},
	9:  {"The agent does not accept the call now: gRPC says FAILED_PRECONDITION, and no ErrorInfo says why.", "Read the error's message. Compare the card's capabilities; a finished task accepts no more messages."},
	12: {"The server does not implement the method: gRPC says UNIMPLEMENTED.", "Check whether it serves this version: the service of 0.3 is a2a.v1.A2AService, that of 1.0 lf.a2a.v1.A2AService. Compare the card's capabilities, too."},
	15: {"The agent lost data: gRPC says DATA_LOSS.", "See the agent's log at this time."},
}

// adviceForGRPCStatus replaces the advice if gRPC says no more than the status.
func (c *Case) adviceForGRPCStatus(a advice) advice {
	if c.Exchange.Labels.Binding != string(a2a.GRPC) || c.namesError() {
		return a
	}
	if alone, known := grpcStatusAdvice[c.Error.Code]; known {
		return alone
	}
	return a
}

// namesError reports whether the error's details name the error.
func (c *Case) namesError() bool { return bytes.Contains(c.Error.Data, []byte("ErrorInfo")) }
