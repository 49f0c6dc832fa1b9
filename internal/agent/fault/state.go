package fault

import (
	"bytes"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// states lists the working state and its replacement, in the JSON spellings of the versions.
var states = []struct{ working, paused string }{
	{`"state":"working"`, `"state":"paused"`},
	{`"state":"TASK_STATE_WORKING"`, `"state":"TASK_STATE_PAUSED"`},
}

// In protobuf, the status is field 3 of a task and of a status update, and begins with the state.
const (
	statusTag = 3<<3 | 2
	stateTag  = 1 << 3
	working   = 2
	paused    = 99 // no state has it
)

func (w *writer) pauseTask(event []byte) []byte {
	if w.framing() != wire.GRPC {
		for _, s := range states {
			event = bytes.ReplaceAll(event, []byte(s.working), []byte(s.paused))
		}
		return event
	}
	event = bytes.Clone(event)
	for i := grpcHead; i+3 < len(event); i++ {
		if event[i] == statusTag && event[i+2] == stateTag && event[i+3] == working {
			event[i+3] = paused
		}
	}
	return event
}
