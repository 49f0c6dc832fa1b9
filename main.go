// Command a2a-console inspects, calls and records A2A agents.
package main

import (
	"os"

	"github.com/a2a-console/a2a-console/internal/cli"
)

func main() { os.Exit(cli.Main(os.Stdin, os.Stdout, os.Stderr, os.Args[1:])) }
