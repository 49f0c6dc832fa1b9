// Command a2ago is a plain a2a-go v2 peer: "a2ago client WAY BASE" walks through the reference
// agent's skills and prints what it understood, a JSON line for each step; "a2ago steps WAY" takes
// one step of `check --client`; "a2ago talk WAY" holds one conversation of `chaos`; "a2ago kit WAY
// BASE" does what conformance kits do; "a2ago agent WAY" serves echo, stream, ask and slow, and
// prints its base URL. WAY is jsonrpc, rest or grpc for version 1.0, rest03 or grpc03 for 0.3. It
// knows nothing of the console.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/a2aproject/a2a-go/v2/a2a"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 4 && os.Args[1] == "client":
		err = client(context.Background(), os.Args[3], os.Args[2])
	case len(os.Args) == 3 && os.Args[1] == "steps":
		err = steps(context.Background(), os.Args[2])
	case len(os.Args) == 3 && os.Args[1] == "talk":
		err = talk(context.Background(), os.Args[2])
	case len(os.Args) == 4 && os.Args[1] == "kit":
		err = kit(context.Background(), os.Args[3], os.Args[2])
	case len(os.Args) == 3 && os.Args[1] == "agent":
		err = agent(os.Args[2])
	default:
		err = fmt.Errorf("usage: a2ago client WAY BASE | a2ago steps WAY | a2ago talk WAY | a2ago kit WAY BASE | a2ago agent WAY")
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

func textOf(parts a2a.ContentParts) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text())
	}
	return b.String()
}
