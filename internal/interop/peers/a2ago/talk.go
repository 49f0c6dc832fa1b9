package main

import (
	"context"
	"os"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
)

// talk holds one conversation of `chaos`: it streams A2A_TEXT to the agent at A2A_URL, reads to the end,
// and fails if the SDK does.
func talk(ctx context.Context, way string) error {
	card, err := agentcard.DefaultResolver.Resolve(ctx, os.Getenv("A2A_URL"), agentcard.WithRequestHeader("A2A-Version", "1.0"))
	if err != nil {
		return err
	}
	c, err := a2aclient.NewFromCard(ctx, only(card, way), transports(way)...)
	if err != nil {
		return err
	}
	m := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(os.Getenv("A2A_TEXT")))
	for _, err := range c.SendStreamingMessage(ctx, &a2a.SendMessageRequest{Message: m}) {
		if err != nil {
			return err
		}
	}
	return nil
}
