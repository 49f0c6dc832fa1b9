// Command trpc02 is a plain trpc-a2a-go v0.2 peer: "trpc02 client BASE" walks through the reference
// agent's skills and prints what it understood, a JSON line for each step; "trpc02 agent" serves
// echo, stream, ask and slow, and prints its base URL. It knows nothing of the console.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"go.uber.org/zap"
	"trpc.group/trpc-go/trpc-a2a-go/log"
	"trpc.group/trpc-go/trpc-a2a-go/protocol"
)

func main() {
	log.Default = zap.NewNop().Sugar() // its log goes to stdout, which is for the steps
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "client":
		err = runClient(context.Background(), os.Args[2])
	case len(os.Args) == 2 && os.Args[1] == "agent":
		err = runAgent()
	default:
		err = fmt.Errorf("usage: trpc02 client BASE | trpc02 agent")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// line is what was understood of a step.
type line struct {
	Step   string `json:"step"`
	Kind   string `json:"kind"`
	Task   string `json:"task,omitempty"`
	State  string `json:"state,omitempty"`
	Text   string `json:"text,omitempty"`
	Says   string `json:"says,omitempty"`
	Events int    `json:"events,omitempty"`
}

func say(l line) { json.NewEncoder(os.Stdout).Encode(l) }

func textOf(parts []protocol.Part) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case protocol.TextPart:
			b.WriteString(p.Text)
		case *protocol.TextPart:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
