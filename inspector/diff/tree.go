package diff

import (
	"cmp"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/words"
)

// tree builds the neutral document of an exchange. knows reports whether a task occurred before on its side.
// With path, the sequence of states counts, as between two streams.
func (d *Document) tree(knows func(string) bool, h hasher, path bool) *node {
	n := obj(KindStructure, Structure)
	n.addText("op", KindStructure, Structure, string(classOf(d.op)))
	switch {
	case d.call != nil:
		n.add("request", request(d.call, knows))
	case len(d.body) > 0 && d.op != a2a.PushNotification:
		n.add("request", opaque(d.body))
	}
	if path {
		d.addSteps(n)
	}
	d.addResult(n, h)
	if d.err != nil {
		n.add("error", protocolError(d.err))
	}
	status := number(d.exchange.Response.Status)
	status.kind, status.level = KindOutcome, Exact
	if len(d.unparsed) > 0 || !d.hasContent {
		status.level = Structure
	}
	n.add("httpStatus", status)
	if len(d.unparsed) > 0 {
		n.add("response", opaque(d.unparsed))
	}
	outcome := text(KindOutcome, Structure, cmp.Or(string(d.exchange.Outcome), "open"))
	outcome.quote = words.EndPhrase(&d.exchange)
	n.add("outcome", outcome)
	if spoken, ok := dialect.Speaks(d.version, a2a.Binding(d.exchange.Labels.Binding)); ok {
		quoteWords(n, "", spoken)
	}
	return n
}

// quoteWords makes people read states and roles in the words of the agent's version.
func quoteWords(n *node, name string, spoken a2a.Dialect) {
	switch {
	case n == nil || n.isDataRoot:
		return
	case n.form != leaf || n.quote != "" || n.text == "":
	case n.kind == KindState:
		n.quote = spoken.StateWord(a2a.State(n.text))
	case n.kind == KindStructure && name == "role":
		n.quote = spoken.RoleWord(a2a.Role(n.text))
	}
	for i, item := range n.items {
		if name = ""; n.form == object {
			name = n.names[i]
		}
		quoteWords(item, name, spoken)
	}
}

// classOf returns an operation, treating a stream and a plain response to the same message as one.
func classOf(op a2a.Operation) a2a.Operation {
	if op == a2a.SendStreamingMessage {
		return a2a.SendMessage
	}
	return op
}

// addSteps adds the states before the last, each once however often it was reported, with the messages sent in it. The
// last state is the task's status.
func (d *Document) addSteps(n *node) {
	states := items(KindState, Structure, nil)
	var said *node
	for i, s := range d.steps {
		if i == 0 || d.steps[i-1].state != s.state {
			run := obj(KindState, Structure)
			run.tag = string(s.state)
			run.add("state", state(s.state, s.word))
			said = items(KindText, Meaning, nil)
			run.add("messages", said)
			states.items = append(states.items, run)
		}
		if s.message != nil && (i < len(d.steps)-1 || d.task == nil) {
			said.items = append(said.items, message(s.message, Meaning))
		}
	}
	if last := len(states.items) - 1; last >= 0 {
		states.items = states.items[:last]
		n.addList("progress", said)
	}
	n.addList("states", states)
}

func (d *Document) addResult(n *node, h hasher) {
	if d.task != nil {
		var known []*a2a.Message
		if d.call != nil {
			known = append(known, d.call.Message)
		}
		for _, s := range d.steps {
			known = append(known, s.message)
		}
		n.add("task", task(d.task, append(known, d.task.Status.Message), h))
	}
	n.add("message", message(d.message, Structure))
	if d.card != nil {
		n.add("card", card(d.card))
	}
	if d.result == nil {
		return
	}
	n.add("taskPushNotificationConfig", push(d.result.Push))
	if d.result.Pushes != nil {
		n.add("configs", listOf(KindStructure, Structure, d.result.Pushes, push))
	}
	if d.result.Tasks != nil {
		n.add("tasks", listOf(KindStructure, Structure, d.result.Tasks, func(t *a2a.Task) *node { return task(t, nil, h) }).markUnordered())
		n.add("totalSize", number(d.result.Total))
	}
	n.addID("nextPageToken", pageTokens, d.result.Next)
}

func protocolError(e *a2a.Error) *node {
	n := obj(KindError, Structure)
	n.add("name", text(KindError, Structure, string(e.Name)))
	code := number(e.Code)
	code.level = Exact
	if e.Name == a2a.OtherError {
		code.kind, code.level = KindError, Structure
	}
	n.add("code", code)
	n.addText("message", KindText, Meaning, e.Message)
	n.add("data", metadata(e.Data, Meaning))
	return n
}

// dropCallID removes the id of a JSON-RPC document. Every client counts in its own way, and a replay counts
// differently from its original.
func dropCallID(n *node) *node {
	id := n.member("id", 0)
	if id < 0 || n.member("jsonrpc", 0) < 0 || n.items[id].form != leaf {
		return n
	}
	n.names, n.items = slices.Delete(n.names, id, id+1), slices.Delete(n.items, id, id+1)
	return n
}

// maxText limits, in bytes, the body outside A2A that is compared as a text. A longer one is compared as a file, by its
// size and checksum.
const maxText = 4 << 20

// opaque converts a body that is not A2A: JSON, text or bytes.
func opaque(b []byte) *node {
	switch {
	case len(b) > maxText:
	case json.Valid(b) && utf8.Valid(b):
		return dropCallID(data(b, Structure))
	case utf8.Valid(b):
		return text(KindText, Meaning, string(b))
	}
	return &node{kind: KindFile, level: Meaning, file: &blob{b}}
}
