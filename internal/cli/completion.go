package cli

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

//go:embed completion
var completionScripts embed.FS

type completionCmd struct {
	Shell string `arg:"" name:"shell" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

func (completionCmd) Help() string {
	return `To enable completion in every new shell:

    echo 'source <(a2a-console completion bash)' >> ~/.bashrc
    echo 'source <(a2a-console completion zsh)' >> ~/.zshrc
    mkdir -p ~/.config/fish/completions &&
      a2a-console completion fish > \
      ~/.config/fish/completions/a2a-console.fish

To enable completion only in this shell:

    source <(a2a-console completion bash)     (or zsh)
    a2a-console completion fish | source`
}

type scriptLine struct {
	Shell  string `json:"shell"`
	Script string `json:"script"`
}

func (c *completionCmd) Run(p *stdio.Streams) error {
	script, err := completionScripts.ReadFile("completion/a2a-console." + c.Shell)
	if err != nil {
		return fmt.Errorf("find the script for %s: %w", c.Shell, err)
	}
	if p.JSON {
		return p.Line(scriptLine{c.Shell, string(script)})
	}
	_, err = p.Stdout.Write(script)
	return err
}

// completeCmd is what the shells' completion scripts call. It prints a line for each word that
// could be at the cursor: the word, a tab, its help. The line ":files" asks the script for file
// names.
type completeCmd struct {
	Words []string `arg:"" optional:"" help:"The command line after the program's name, up to the cursor."`
}

func (c *completeCmd) Run(ctx context.Context, p *stdio.Streams, app *kong.Kong) error {
	list, files := complete(app.Model.Node, c.Words, func(_, db string) []string { return requestNames(ctx, p, db) })
	for _, w := range list {
		if _, err := fmt.Fprintf(p.Stdout, "%s\t%s\n", w.text, words.OneLine(w.help)); err != nil {
			return err
		}
	}
	if files {
		fmt.Fprintln(p.Stdout, ":files")
	}
	return nil
}

// requestNames returns the names of saved requests that the shells' scripts can handle: on one
// line, and not beginning with a colon. It returns none if the record cannot be read.
func requestNames(ctx context.Context, p *stdio.Streams, db string) (all []string) {
	store, err := console.OpenRecord(p, db)
	if err != nil {
		return nil
	}
	defer store.Close()
	list, err := store.SavedRequests(ctx)
	if err != nil {
		return nil
	}
	for _, r := range list {
		all = append(all, r.Name)
	}
	return slices.DeleteFunc(all, func(name string) bool { return name != words.OneLine(name) || name[0] == ':' })
}
