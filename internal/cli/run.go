package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/cli/child"
	"github.com/a2a-console/a2a-console/internal/cli/models"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

type runCmd struct {
	tapFlags
	Port     int           `placeholder:"PORT" help:"The program is an agent that clients call at this port. The tap listens there, on 127.0.0.1. Without it, the program is a client."`
	Agent    []string      `sep:"none" placeholder:"URL" help:"Agent that the program calls: its address becomes that of a tap in the command and its environment. A client's calls to agents on record are tapped without it."`
	Wait     time.Duration `default:"1m" help:"How long an agent may take until it listens."`
	NoModels bool          `help:"Do not tap the model APIs that the program calls."`
	Command  []string      `arg:"" passthrough:"" name:"command" help:"The program and its arguments. In those of an agent, {port} becomes its port."`
}

func (runCmd) Help() string {
	return `Starts a program so that its calls are recorded, without changing it.

With --port, the program is an agent, and the tap takes the agent's usual port. The agent gets a free one. Write {port} where the agent takes its port; agents that read the environment find it in PORT. The tap opens once the agent listens.

Without --port, the program is a client. The addresses of agents in its arguments and its environment become those of taps. These are the agents on record, and those given with --agent.

Either way, the calls that the program makes to model APIs are recorded too: the variables in which SDKs look for their addresses lead to taps.

Examples:

    a2a-console run --port 9000 -- python agent.py --port {port}
    a2a-console run --port 9000 --preset slow-agent -- npm start
    a2a-console run --port 9000 --db demo.db -- ./agent -listen :{port}
    a2a-console run --agent :9000 -- python client.py http://127.0.0.1:9000

The program has this terminal, gets its signals, and its exit code becomes that of the command. Notes go to stderr, with --json as one line of JSON. Follow the calls with "tail" in another terminal, or start the console on the same --db.`
}

// agentPortGap is the distance from the tap's port to the agent's. It is the same at each start where the
// port is free, because the record knows an agent by its address.
const agentPortGap = 1000

// Run starts the program and its taps, and ends with the program.
func (c *runCmd) Run(ctx context.Context, p *stdio.Streams) error {
	if len(c.Command) > 0 && c.Command[0] == "--" {
		c.Command = c.Command[1:]
	}
	if len(c.Command) == 0 {
		return errors.New("the program's command is missing; write it after --, as in a2a-console run --port 9000 -- python agent.py --port {port}")
	}
	if _, err := exec.LookPath(c.Command[0]); err != nil {
		return fmt.Errorf("cannot run %q: %w; give a program on the PATH, or its path", c.Command[0], errors.Unwrap(err))
	}
	at, err := c.agentAddress(ctx)
	if err != nil {
		return err
	}
	o, err := c.options(at, "run "+filepath.Base(c.Command[0]))
	if err != nil {
		return err
	}
	b, err := console.OpenPlumbing(p, o)
	if err != nil {
		return err
	}
	// Signals go to the program, and the taps stay open until it has ended.
	ctx = context.WithoutCancel(ctx)
	control, err := console.OpenControl(ctx, p, b, o.DB)
	if err == nil {
		err = (&launch{c, p, b, console.Announcement{DB: o.DB, Session: b.Store.Current().ID}, nil}).start(ctx, at)
	}
	return errors.Join(err, control.Close(), b.Close())
}

// agentAddress returns where clients call the agent; zero for a client. The port is tried before anything
// starts, so that a taken one costs nothing.
func (c *runCmd) agentAddress(ctx context.Context) (at console.Address, err error) {
	switch {
	case c.Port == 0:
		return at, nil
	case c.Port < 1 || c.Port >= 1<<16:
		return at, fmt.Errorf("cannot use --port %d: give a number from 1 to 65535", c.Port)
	}
	if at, err = console.ParseListen("--port", strconv.Itoa(c.Port), c.Port); err != nil {
		return at, err
	}
	l, err := at.Open(ctx)
	if err != nil {
		return at, err
	}
	if err := l.Close(); err != nil {
		return at, fmt.Errorf("close port %d again: %w", c.Port, err)
	}
	return at, nil
}

// launch is a program that is about to start, or runs.
type launch struct {
	*runCmd
	p      *stdio.Streams
	b      *console.Plumbing
	opened console.Announcement
	notes  []string // what the program is given in place of what
}

func (r *launch) start(ctx context.Context, at console.Address) error {
	env, err := r.openModels(ctx)
	if err != nil {
		return err
	}
	redirects, err := r.redirect(ctx)
	if err != nil {
		return err
	}
	command := slices.Clone(r.Command)
	for i := range command[1:] {
		if to := child.Apply(redirects, command[i+1]); to != command[i+1] {
			command[i+1] = to
			r.notes = append(r.notes, fmt.Sprintf("argument %d leads to a tap", i+1))
		}
	}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if to := child.Apply(redirects, value); to != value && !strings.HasSuffix(strings.ToUpper(name), "_PROXY") {
			env = append(env, name+"="+to)
			r.notes = append(r.notes, name+" leads to a tap")
		}
	}
	if r.Port > 0 {
		return r.startAgent(ctx, at, command, env)
	}
	program, err := child.Start(command, env)
	if err != nil {
		return err
	}
	defer program.Signals(stdio.IsTerminal(os.Stdin))()
	return r.await(program, r.announce())
}

func (r *launch) startAgent(ctx context.Context, at console.Address, command, env []string) error {
	first := r.Port + agentPortGap
	if first >= 1<<16 {
		first = r.Port - agentPortGap
	}
	port, err := child.FreePort(first)
	if err != nil {
		return err
	}
	r.notes = append(r.notes, "PORT="+strconv.Itoa(port))
	if strings.Contains(strings.Join(command, " "), "{port}") {
		r.notes = append(r.notes, "{port} is "+strconv.Itoa(port))
	}
	program, err := child.Start(child.WithPort(command, port), append(env, "PORT="+strconv.Itoa(port)))
	if err != nil {
		return err
	}
	defer program.Signals(stdio.IsTerminal(os.Stdin))()
	host, err := program.AwaitListener(ctx, port, r.Wait)
	if err == nil {
		var l console.TapLine
		l, err = console.OpenTap(ctx, r.b, "http://"+host, at)
		r.opened.Taps = slices.Insert(r.opened.Taps, 0, l)
	}
	if err == nil {
		err = r.announce()
	}
	return r.await(program, err)
}

// await waits for the program, or kills it if it could not be prepared.
func (r *launch) await(program *child.Program, err error) error {
	if err != nil {
		program.Kill()
		return err
	}
	<-program.Ended()
	if code := program.ExitCode(); code != 0 {
		r.p.Note("%s ended with exit code %d", words.OneLine(r.Command[0]), code)
		return stdio.ExitCode(code)
	}
	return nil
}

// openModels opens the taps of the model APIs that the program may call, and returns the variables for them.
func (r *launch) openModels(ctx context.Context) (env []string, err error) {
	var usual []console.Model
	if !r.NoModels {
		usual = models.OfChild(r.Command)
	}
	list, err := r.Model.Add(usual)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		if m.Name == "" {
			return nil, fmt.Errorf("cannot use --model %s: the program needs a variable to find the tap; write --model NAME=%s", m.URL, m.URL)
		}
	}
	r.opened.Models, err = r.b.OpenModels(ctx, r.p, -1, list)
	for _, m := range r.opened.Models {
		env = append(env, m.Name+"="+m.URL)
	}
	return append(env, child.WithoutProxy()...), err
}

// redirect opens taps for the agents that the program calls.
func (r *launch) redirect(ctx context.Context) (out []child.Redirect, err error) {
	origins, taps := map[string]bool{}, map[int]string{} // whether it was given; agents by the ports of their taps
	if r.Port == 0 {
		known, err := r.b.Store.Agents(ctx)
		if err != nil {
			return nil, err
		}
		for _, a := range known {
			origins[a.Origin] = false
			taps[a.TapPort] = a.Origin
		}
	}
	for _, a := range r.Agent {
		origin, _, err := inspector.SplitTapAddress(a)
		if err != nil {
			return nil, err
		}
		origins[origin] = true
	}
	given := strings.Join(append(os.Environ(), r.Command...), "\n")
	for _, origin := range slices.Sorted(maps.Keys(origins)) {
		if child.Apply([]child.Redirect{{From: origin, To: "http://tap"}}, given) == given {
			if origins[origin] {
				return nil, fmt.Errorf("cannot tap %s: neither the command nor its environment has that address; give the program the address there", origin)
			}
			continue
		}
		l, err := console.OpenTap(ctx, r.b, origin, console.Address{})
		if err != nil {
			return nil, err
		}
		r.opened.Taps = append(r.opened.Taps, l)
		out = append(out, child.Redirect{From: origin, To: l.URL})
	}
	if isRecorded := r.callsTap(taps, given); len(out) == 0 && r.Port == 0 && !isRecorded {
		return nil, errors.New("the command and its environment have no address of an agent on record; name the agents that the program calls with --agent, or the port of an agent with --port")
	}
	return out, nil
}

// callsTap reports whether a program is given the address of a tap, such as that of an agent that run started: calls
// are recorded there.
func (r *launch) callsTap(taps map[int]string, given string) (found bool) {
	for port, agent := range taps {
		tap := "http://127.0.0.1:" + strconv.Itoa(port)
		if port > 0 && child.Apply([]child.Redirect{{From: tap, To: "http://tap"}}, given) != given {
			r.notes = append(r.notes, tap+", the tap of "+agent+", which records its calls")
			found = true
		}
	}
	return found
}

// announce prints the addresses to stderr, because stdout is the program's.
func (r *launch) announce() error {
	if r.p.JSON {
		return json.NewEncoder(r.p.Stderr).Encode(r.opened)
	}
	for _, t := range r.opened.Taps {
		r.p.Note("tap %s → %s, recording into %s", t.URL, t.Agent, r.opened.DB)
	}
	models.Note(r.p, r.opened.Models)
	r.p.Note("The program is given: %s. Follow the calls in another terminal: a2a-console tail --db %s", strings.Join(r.notes, ", "), r.opened.DB)
	return nil
}
