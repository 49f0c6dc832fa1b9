package guide

import (
	"bufio"
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/examine/client"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// setPrompts sets in o how steps are carried out, by a person or the program of --run, and what is
// printed meanwhile.
func (f *Flags) setPrompts(p *stdio.Streams, url string, o *client.Options) {
	n := 0
	say := func(s client.Step) {
		n++
		p.Note("")
		p.Note("Step %d of %d, %s: %s", n, len(o.Steps), s.Name, s.Instruction)
		if s.Behaviour != "" {
			p.Note("  %s", s.Behaviour)
		}
	}
	o.OnExchange = func(x wire.Exchange) { p.Note("  %s", exchangeLine(&x)) }
	o.OnRow = func(r examine.Row) {
		p.Note("  %s %s: %s", r.Probe, examine.ResultText(r.Result), words.OneLine(r.Message))
	}
	if f.Run != "" {
		o.Prompt = func(ctx context.Context, s client.Step) (client.PromptResult, error) {
			say(s)
			return runStep(ctx, p, f.Run, url, s)
		}
		return
	}
	p.Note("Let the client call the agent at %s", url)
	p.Note("The agent's card is at %s/.well-known/agent-card.json; for A2A 0.2 and 0.1 it is at %s/.well-known/agent.json", url, url)
	typed := readLines(p)
	o.Prompt = func(ctx context.Context, s client.Step) (client.PromptResult, error) {
		say(s)
		waitForPerson(ctx, p, typed)
		return client.PromptResult{}, nil
	}
}

func waitForPerson(ctx context.Context, p *stdio.Streams, typed <-chan struct{}) {
	dropLines(typed)
	p.Note("  Press Enter when the client is done, or to skip the step; Ctrl-C ends the examination.")
	select {
	case _, more := <-typed:
		if !more {
			<-ctx.Done() // stdin has ended: wait until the recording ends the step
		}
	case <-ctx.Done():
	}
}

// dropLines drops lines that were typed for a step that had already ended.
func dropLines(typed <-chan struct{}) {
	for {
		select {
		case _, more := <-typed:
			if !more {
				return
			}
		default:
			return
		}
	}
}

// maxTypedLines is how many typed lines the channel holds before reading stops.
const maxTypedLines = 64

// readLines returns a channel that receives a value for each typed line, and is closed at the end
// of the input.
func readLines(p *stdio.Streams) <-chan struct{} {
	typed := make(chan struct{}, maxTypedLines)
	go func() { // not waited for: reading from a terminal cannot be canceled
		defer close(typed)
		for in := bufio.NewScanner(p.Stdin); in.Scan(); {
			typed <- struct{}{}
		}
	}()
	return typed
}

func exchangeLine(x *wire.Exchange) string {
	l := x.Labels
	if x.Origin == wire.Push {
		return fmt.Sprintf("a notification, answered with HTTP %d", x.Response.Status)
	}
	if l.Op == "" {
		return words.OneLine(x.Method + " " + x.URL)
	}
	out := l.Op
	if l.Binding != "" {
		out += " in A2A " + a2a.Version(l.Dialect).Words() + " " + a2a.Binding(l.Binding).Word()
	}
	switch {
	case l.Error != "":
		out += ": error " + l.Error
	case l.State != "":
		out += ": " + a2a.State(l.State).Word()
	case x.Response.Status != 200:
		out += fmt.Sprintf(": HTTP %d", x.Response.Status)
	}
	return words.OneLine(out)
}
