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

// prompts says how the client is asked, and what is told meanwhile.
func (f *Flags) prompts(p *stdio.Streams, url string, o *client.Options) {
	n := 0
	say := func(s client.Step) {
		n++
		p.Note("")
		p.Note("Step %d of %d, %s: %s", n, len(o.Steps), s.Name, s.Asks)
		if s.Does != "" {
			p.Note("  %s", s.Does)
		}
	}
	o.Heard = func(x wire.Exchange) { p.Note("  %s", heard(&x)) }
	o.Ended = func(r examine.Row) { p.Note("  %s %s: %s", r.Probe, examine.Word(r.Result), words.OneLine(r.Says)) }
	if f.Run != "" {
		o.Prompt = func(ctx context.Context, s client.Step) (client.Said, error) {
			say(s)
			return run(ctx, p, f.Run, url, s)
		}
		return
	}
	p.Note("The client finds the agent at %s", url)
	p.Note("Its card is at %s/.well-known/agent-card.json, that of A2A 0.2 and 0.1 at %s/.well-known/agent.json", url, url)
	typed := lines(p)
	o.Prompt = func(ctx context.Context, s client.Step) (client.Said, error) {
		say(s)
		ask(ctx, p, typed)
		return client.Said{}, nil
	}
}

// ask waits until a person says that the client is done, or ctx ends.
func ask(ctx context.Context, p *stdio.Streams, typed <-chan struct{}) {
	forget(typed)
	p.Note("  Press Enter when the client is done, or to skip the step; Ctrl-C ends the examination.")
	select {
	case _, more := <-typed:
		if !more {
			<-ctx.Done() // nobody is at the keyboard: the record tells
		}
	case <-ctx.Done():
	}
}

// forget drops the lines that were typed for a step that had ended by itself.
func forget(typed <-chan struct{}) {
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

// mostTyped is how many lines wait to be read.
const mostTyped = 64

// lines tells of each line that is typed; it is closed when no more can be.
func lines(p *stdio.Streams) <-chan struct{} {
	typed := make(chan struct{}, mostTyped)
	go func() { // not waited for: reading what is typed knows no context
		defer close(typed)
		for in := bufio.NewScanner(p.Stdin); in.Scan(); {
			typed <- struct{}{}
		}
	}()
	return typed
}

// heard is an exchange in a line.
func heard(x *wire.Exchange) string {
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
