package cli

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

type pushCmd struct {
	Set    pushSetCmd    `cmd:"" help:"Register a URL for a task's push notifications."`
	Get    pushGetCmd    `cmd:"" help:"Show a task's push config."`
	List   pushListCmd   `cmd:"" help:"List a task's push configs (0.2 and later)."`
	Delete pushDeleteCmd `cmd:"" help:"Delete a push config (0.2 and later)."`
	Listen pushListenCmd `cmd:"" help:"Receive push notifications and print them."`
}

type pushSetCmd struct {
	calls.Flags
	calls.QuirkFlags
	Task        string   `arg:"" help:"Id of the task."`
	Webhook     string   `arg:"" help:"URL to which the agent posts."`
	Token       string   `placeholder:"SECRET" help:"Token that the agent sends with each notification, so that the receiver can recognize it. A secret is @FILE, @- for stdin, env:NAME, or the value itself."`
	Scheme      []string `sep:"none" placeholder:"NAME" help:"Authentication scheme that the receiver requires, such as Bearer or Basic. Repeatable."`
	Credentials string   `placeholder:"SECRET" help:"Credentials for the scheme."`
	ID          string   `name:"id" placeholder:"ID" help:"Id of the config (0.2 and later)."`
}

func (pushSetCmd) Help() string {
	return `Example:

    a2a-console push set http://127.0.0.1:7430 TASK \
      http://127.0.0.1:9000/hook --token secret

` + calls.QuirkHelp()
}

func (c *pushSetCmd) Run(ctx context.Context, p *stdio.Streams) error {
	token, err := p.Secret("--token", c.Token)
	if err != nil {
		return err
	}
	credentials, err := p.Secret("--credentials", c.Credentials)
	if err != nil {
		return err
	}
	c.UseQuirks(c.QuirkFlags)
	return c.Call(ctx, p, &a2a.Call{Op: a2a.CreatePushConfig, TaskID: c.Task, Push: &a2a.PushConfig{
		ID: c.ID, TaskID: c.Task, URL: c.Webhook, Token: token, Schemes: c.Scheme, Credentials: credentials,
	}})
}

type pushGetCmd struct {
	calls.Flags
	Task string `arg:"" help:"Id of the task."`
	ID   string `arg:"" optional:"" help:"Id of the config (0.2 and later)."`
}

func (pushGetCmd) Help() string {
	return `Example:

    a2a-console push get http://127.0.0.1:7430 TASK CONFIG`
}

func (c *pushGetCmd) Run(ctx context.Context, p *stdio.Streams) error {
	return c.Call(ctx, p, &a2a.Call{Op: a2a.GetPushConfig, TaskID: c.Task, PushID: c.ID})
}

type pushListCmd struct {
	calls.Flags
	Task     string `arg:"" help:"Id of the task."`
	PageSize *int   `placeholder:"N" help:"Request at most N configs (1.0, and 0.3's HTTP+JSON and gRPC)."`
	Page     string `name:"page-token" aliases:"page" placeholder:"TOKEN" help:"Request the page that an earlier answer named."`
}

func (pushListCmd) Help() string {
	return `Example:

    a2a-console push list http://127.0.0.1:7430 TASK --json`
}

func (c *pushListCmd) Run(ctx context.Context, p *stdio.Streams) error {
	size, err := pageSize(c.PageSize, "1 or more")
	if err != nil {
		return err
	}
	return c.Call(ctx, p, &a2a.Call{Op: a2a.ListPushConfigs, TaskID: c.Task, List: &a2a.ListQuery{PageSize: size, PageToken: c.Page}})
}

type pushDeleteCmd struct {
	calls.Flags
	Task string `arg:"" help:"Id of the task."`
	ID   string `arg:"" help:"Id of the config."`
}

func (pushDeleteCmd) Help() string {
	return `Example:

    a2a-console push delete http://127.0.0.1:7430 TASK CONFIG`
}

func (c *pushDeleteCmd) Run(ctx context.Context, p *stdio.Streams) error {
	return c.Call(ctx, p, &a2a.Call{Op: a2a.DeletePushConfig, TaskID: c.Task, PushID: c.ID})
}
