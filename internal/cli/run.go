package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/child"
	"github.com/a2a-console/a2a-console/internal/cli/models"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

type runCmd struct {
	tapFlags
	Port     int           `required:"" placeholder:"PORT" help:"Port at which clients call the agent. The tap listens there, on 127.0.0.1."`
	Wait     time.Duration `default:"1m" help:"How long the agent may take until it listens."`
	NoModels bool          `help:"Do not tap the model APIs that the agent calls."`
	Command  []string      `arg:"" passthrough:"" name:"command" help:"The agent's program and its arguments, in which {port} becomes the port for it."`
}

func (runCmd) Help() string {
	return `Starts an agent behind a tap: the tap takes the agent's usual port, and the agent gets a free one. No client has to be changed. Write {port} where the agent takes its port; agents that read the environment find it in PORT. The tap opens once the agent listens.

Examples:

    a2a-console run --port 9000 -- python agent.py --port {port}
    a2a-console run --port 9000 --preset slow-agent -- npm start
    a2a-console run --port 9000 --db demo.db -- ./agent -listen :{port}

The agent has this terminal, gets its signals, and its exit code becomes that of the command. Notes go to stderr, with --json as one line of JSON. Follow the calls with "tail" in another terminal, or start the console on the same --db.`
}

// agentPortGap is the distance from the tap's port to the agent's. It is the same at each start where the
// port is free, because the record knows an agent by its address.
const agentPortGap = 1000

// Run starts the agent and its tap, and ends with the agent.
func (c *runCmd) Run(ctx context.Context, p *stdio.Streams) error {
	if len(c.Command) > 0 && c.Command[0] == "--" {
		c.Command = c.Command[1:]
	}
	if len(c.Command) == 0 {
		return errors.New("the agent's command is missing; write it after --, as in a2a-console run --port 9000 -- python agent.py --port {port}")
	}
	if _, err := exec.LookPath(c.Command[0]); err != nil {
		return fmt.Errorf("cannot run %q: %w; give a program on the PATH, or its path", c.Command[0], errors.Unwrap(err))
	}
	if c.Port < 1 || c.Port >= 1<<16 {
		return fmt.Errorf("cannot use --port %d: give a number from 1 to 65535", c.Port)
	}
	at, err := console.ParseListen("--port", strconv.Itoa(c.Port), c.Port)
	if err != nil {
		return err
	}
	l, err := at.Open(ctx) // before the agent starts, so that a taken port costs nothing
	if err != nil {
		return err
	}
	if err := l.Close(); err != nil {
		return fmt.Errorf("close port %d again: %w", c.Port, err)
	}
	o, err := c.options(at, "run "+filepath.Base(c.Command[0]))
	if err != nil {
		return err
	}
	b, err := console.OpenPlumbing(p, o)
	if err != nil {
		return err
	}
	// Signals go to the agent, and the tap stays open until it has ended.
	ctx = context.WithoutCancel(ctx)
	control, err := console.OpenControl(ctx, p, b, o.DB)
	if err == nil {
		err = c.runAgent(ctx, p, b, at, console.Announcement{DB: o.DB, Session: b.Store.Current().ID})
	}
	return errors.Join(err, control.Close(), b.Close())
}

func (c *runCmd) runAgent(ctx context.Context, p *stdio.Streams, b *console.Plumbing, at console.Address, said console.Announcement) error {
	first := c.Port + agentPortGap
	if first >= 1<<16 {
		first = c.Port - agentPortGap
	}
	port, err := child.FreePort(first)
	if err != nil {
		return err
	}
	if said.Models, err = c.openModels(ctx, p, b); err != nil {
		return err
	}
	env := []string{"PORT=" + strconv.Itoa(port)}
	for _, m := range said.Models {
		env = append(env, m.Name+"="+m.URL)
	}
	program, err := child.Start(child.WithPort(c.Command, port), env)
	if err != nil {
		return err
	}
	defer program.Signals(stdio.IsTerminal(os.Stdin))()
	host, err := program.AwaitListener(ctx, port, c.Wait)
	if err == nil {
		said.Taps = make([]console.TapLine, 1)
		said.Taps[0], err = console.OpenTap(ctx, b, "http://"+host, at)
	}
	if err == nil {
		err = c.announce(p, said, port)
	}
	if err != nil {
		program.Kill()
		return err
	}
	<-program.Ended()
	if code := program.ExitCode(); code != 0 {
		p.Note("%s ended with exit code %d", words.OneLine(c.Command[0]), code)
		return stdio.ExitCode(code)
	}
	return nil
}

// openModels opens the taps of the model APIs that the agent may call.
func (c *runCmd) openModels(ctx context.Context, p *stdio.Streams, b *console.Plumbing) ([]console.ModelLine, error) {
	var usual []console.Model
	if !c.NoModels {
		usual = models.OfChild(c.Command)
	}
	list, err := c.Model.Add(usual)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		if m.Name == "" {
			return nil, fmt.Errorf("cannot use --model %s: the agent needs a variable to find the tap; write --model NAME=%s", m.URL, m.URL)
		}
	}
	return b.OpenModels(ctx, p, -1, list)
}

// announce prints the addresses to stderr, because stdout is the agent's.
func (c *runCmd) announce(p *stdio.Streams, said console.Announcement, port int) error {
	if p.JSON {
		return json.NewEncoder(p.Stderr).Encode(said)
	}
	p.Note("tap %s → %s, recording into %s", said.Taps[0].URL, said.Taps[0].Agent, said.DB)
	used := "PORT=" + strconv.Itoa(port)
	if strings.Contains(strings.Join(c.Command, " "), "{port}") {
		used += ", and {port} is " + strconv.Itoa(port)
	}
	models.Note(p, said.Models)
	p.Note("The agent's environment has %s. Follow the calls in another terminal: a2a-console tail --db %s", used, said.DB)
	return nil
}
