// Command a2ago03 is a plain a2a-go v0.3 peer: "a2ago03 client WAY BASE" walks through the reference
// agent's skills and prints what it understood, a JSON line for each step; "a2ago03 steps WAY" takes
// one step of `check --client`; "a2ago03 agent WAY" serves echo, stream, ask and slow, and prints its
// base URL. WAY is jsonrpc or grpc. It knows nothing of the console.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/a2aproject/a2a-go/a2a"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 4 && os.Args[1] == "client":
		err = client(context.Background(), transport(os.Args[2]), os.Args[3])
	case len(os.Args) == 3 && os.Args[1] == "steps":
		err = steps(context.Background(), transport(os.Args[2]))
	case len(os.Args) == 3 && os.Args[1] == "agent":
		err = agent(transport(os.Args[2]))
	default:
		err = fmt.Errorf("usage: a2ago03 client WAY BASE | a2ago03 steps WAY | a2ago03 agent WAY")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func transport(way string) a2a.TransportProtocol {
	if way == "grpc" {
		return a2a.TransportProtocolGRPC
	}
	return a2a.TransportProtocolJSONRPC
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

func textOf(parts a2a.ContentParts) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case a2a.TextPart:
			b.WriteString(p.Text)
		case *a2a.TextPart:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
