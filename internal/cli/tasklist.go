package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

type taskListCmd struct {
	calls.Flags
	Context   string `placeholder:"ID" help:"List only tasks of this context."`
	State     string `placeholder:"STATE" help:"List only tasks in this state, such as working or input-required."`
	Since     string `placeholder:"TIME" help:"List only tasks whose status changed after this time: 2026-03-01T12:00:00Z, or 10m for ten minutes ago."`
	History   *int   `aliases:"history-length" placeholder:"N" help:"Include at most N messages of history per task."`
	Artifacts bool   `help:"Include the tasks' artifacts."`
	PageSize  *int   `placeholder:"N" help:"Request at most N tasks per page, from 1 to 100."`
	PageToken string `aliases:"page" placeholder:"TOKEN" help:"Request the page that an earlier answer named."`
	All       bool   `help:"Fetch all pages."`
}

func (taskListCmd) Help() string {
	return `Examples:

    a2a-console task list http://127.0.0.1:7430 --state input-required --json
    a2a-console task list http://127.0.0.1:7430 --since 10m --all`
}

func (c *taskListCmd) Run(ctx context.Context, p *stdio.Streams) error {
	state, err := parseState(c.State)
	if err != nil {
		return err
	}
	since, err := parseSince(c.Since, time.Now())
	if err != nil {
		return err
	}
	size, err := pageSize(c.PageSize, "1 to 100")
	if err != nil {
		return err
	}
	call := &a2a.Call{Op: a2a.ListTasks, HistoryLength: c.History, List: &a2a.ListQuery{
		ContextID: c.Context, State: state, PageSize: size, PageToken: c.PageToken,
		StatusTimestampAfter: since, IncludeArtifacts: c.Artifacts,
	}}
	if !c.All {
		return c.Call(ctx, p, call)
	}
	return c.Talk(ctx, p, calls.SessionFor(call, c.URL), c.DB, func(ctx context.Context, t *calls.Talk) error { return c.fetchPages(ctx, p, t, call) })
}

// pageSize returns the page size to request, 0 for the agent's default. allowed describes the
// range, for the error.
func pageSize(given *int, allowed string) (int, error) {
	if given == nil {
		return 0, nil
	}
	if *given == 0 {
		return 0, fmt.Errorf("--page-size 0 requests nothing; give %s, or leave out --page-size", allowed)
	}
	return *given, nil
}

// fetchPages requests all pages and prints them as one response, with the ending of the last.
func (c *taskListCmd) fetchPages(ctx context.Context, p *stdio.Streams, t *calls.Talk, call *a2a.Call) error {
	target, err := t.Target(ctx, a2a.Version(c.Dialect), a2a.Binding(c.Binding))
	if err != nil {
		return err
	}
	var out *print.AnswerPrinter
	for seen := map[string]bool{}; ; {
		prepared, err := t.Prepare(target, call)
		if err != nil {
			return err
		}
		if out == nil {
			out = print.NewAnswerPrinter(p, prepared, nil)
			out.FetchesAllPages, out.AllowFailed = true, c.AllowFailed
		}
		next := ""
		end, err := t.Send(ctx, prepared, func(e inspector.Event) {
			out.Event(e)
			if e.Reading.Result != nil {
				next = e.Reading.Result.Next
			}
		})
		switch {
		case err != nil:
			return err
		case next == "" || end.Problem != "":
			return out.End(end)
		case seen[next]:
			end.Problem = fmt.Sprintf("the agent names the page %q a second time; the command requests no more pages", next)
			return cmp.Or(out.End(end), error(stdio.ExitFindings))
		}
		seen[next] = true
		query := *call.List
		query.PageToken = next
		call.List = &query
	}
}

// parseSince parses a time, or a duration before now, and returns the time in RFC 3339; "" for "".
func parseSince(s string, now time.Time) (string, error) {
	if s == "" {
		return "", nil
	}
	if _, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return s, nil
	}
	if ago, err := time.ParseDuration(strings.TrimSpace(strings.TrimSuffix(s, "ago"))); err == nil && ago > 0 {
		return now.Add(-ago).UTC().Format(time.RFC3339), nil
	}
	return "", fmt.Errorf("cannot use --since %q; give a time such as %s, or how long ago, such as 10m", s, now.UTC().Format(time.RFC3339))
}
