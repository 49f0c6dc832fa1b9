package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

type sendCmd struct {
	calls.Flags
	Message string `arg:"" optional:"" placeholder:"TEXT" help:"Text to send, before the parts of the flags; - reads the text from stdin."`
	calls.PartFlags
	calls.QuirkFlags

	Stream            bool     `help:"Ask for a stream of events."`
	Task              string   `placeholder:"ID" help:"Continue this task."`
	Context           string   `placeholder:"ID" help:"Send in this context (0.1: session)."`
	HistoryLength     *int     `aliases:"history" placeholder:"N" help:"Request at most N messages of history."`
	OutputMode        []string `sep:"none" placeholder:"TYPE" help:"Accept this media type in the answer."`
	Metadata          string   `placeholder:"JSON" help:"Metadata of the request, as a JSON object."`
	IfGenerationMatch *int64   `placeholder:"N" help:"Send only if the task is at generation N (draft of 1.1)."`
	ReturnImmediately bool     `help:"Do not wait for the task to end (0.2 and later)."`
	Saved             string   `placeholder:"NAME" complete:"requests" help:"Send the request that Compose saved under this name. Without an address, send it to the agent that it was saved for. Other flags add to the request or take precedence over it."`
	Var               []string `sep:"none" placeholder:"NAME=VALUE" help:"With --saved: the value of a variable. The value of a secret one may be @FILE, @- for stdin, or env:NAME. Repeatable."`
	CompareWith       string   `placeholder:"VERSION[/BINDING]" help:"Send the message a second time, in this version, such as 0.3 or 0.3/rest, and show how the answers differ."`
}

func (sendCmd) Help() string {
	return `Parts are sent in the order of their flags. The answer is printed as it arrives. With --json, each event is a line, and the last line says how the call ended.

Examples:

    a2a-console send http://127.0.0.1:7430 "tell me a joke"
    a2a-console send http://127.0.0.1:7430 --stream --file picture.png \
      "write a long paper describing the picture"
    a2a-console send http://127.0.0.1:7430 --dialect 0.1 \
      --data '{"phone":"Android"}' --task TASK
    a2a-console send http://127.0.0.1:7430 --dialect 0.3 --binding rest \
      --text hello
    a2a-console send http://127.0.0.1:7430 --dialect 1.0 --text hello \
      --compare-with 0.3/grpc
    a2a-console send --saved 'order a phone' --var who=Ann --var token=env:TOKEN
    echo hello | a2a-console send http://127.0.0.1:7430 --text - --json

Exit code: 0 if the call succeeded; 1 if the call or its task failed (an error, a task that failed or was rejected, an answer that is incomplete, empty or not A2A, a stream that ended while the task was working), or with --compare-with if the answers differ; 2 without an answer. With --allow-failed, it is 0 for every complete answer.

` + calls.QuirkHelp()
}

func (c *sendCmd) Run(ctx context.Context, p *stdio.Streams, k *kong.Context) error {
	parts, err := c.Parts(p, c.Message, k.Path)
	if err != nil {
		return err
	}
	call, err := c.savedCall(ctx, p)
	if err != nil {
		return err
	}
	if call.Message.Parts = append(call.Message.Parts, parts...); len(call.Message.Parts) == 0 {
		return errors.New("nothing to send; give a text after the URL, --file, --data, --url or --saved")
	}
	if err := c.fill(call); err != nil {
		return err
	}
	c.UseQuirks(c.QuirkFlags)
	if c.CompareWith != "" {
		return c.compareWith(ctx, p, call)
	}
	return c.Call(ctx, p, call)
}

func (c *sendCmd) fill(call *a2a.Call) (err error) {
	call.TaskID, call.Message.TaskID, call.Message.ContextID = c.Task, c.Task, c.Context
	if len(c.OutputMode) > 0 {
		call.AcceptedOutputModes = c.OutputMode
	}
	if c.HistoryLength != nil {
		call.HistoryLength = c.HistoryLength
	}
	call.IfGenerationMatch = c.IfGenerationMatch
	call.ReturnImmediately = call.ReturnImmediately || c.ReturnImmediately
	if c.Stream {
		call.Op = a2a.SendStreamingMessage
	}
	if c.Metadata != "" {
		call.Metadata, err = jsonObject("--metadata", c.Metadata)
	}
	return err
}

// jsonObject returns text, the value of a flag, if it is a JSON object; nil for "".
func jsonObject(flag, text string) (json.RawMessage, error) {
	if text == "" {
		return nil, nil
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &m); err != nil || m == nil {
		return nil, fmt.Errorf(`%s is not a JSON object; write it as '{"key": "value"}'`, flag)
	}
	return json.RawMessage(text), nil
}
