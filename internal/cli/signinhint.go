package cli

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
)

// signInWays returns the alternative ways to sign in to a reference agent with these requirements.
func signInWays(require []string) (out []console.SignInOption) {
	for _, r := range require {
		w := console.SignInOption{Require: r}
		var says []string
		for _, c := range agent.Credentials([]string{r}) {
			w.Flags = append(w.Flags, credentialFlags(c)...)
			if !slices.Contains(says, c.Description) {
				says = append(says, c.Description)
			}
		}
		w.CardText = strings.Join(says, " ")
		out = append(out, w)
	}
	return out
}

func credentialFlags(c agent.Credential) []string {
	switch {
	case c.Word == "bearer":
		return []string{"--bearer", c.Secret}
	case c.Word == "basic":
		return []string{"--basic", c.User + ":" + c.Secret}
	case c.Param != "":
		return []string{"--api-key", c.Secret, "--api-key-in", c.In + ":" + c.Param}
	}
	flow := map[string]string{"oauth2-device": "device", "oauth2-client": "client"}[c.Word]
	if flow == "" {
		flow = "code"
	}
	flags := []string{"--oauth", flow, "--auth-scheme", c.Word, "--client-id", c.User}
	if flow == "client" {
		flags = append(flags, "--client-secret", c.Secret)
	}
	return flags
}

func printSignInWays(p *stdio.Streams, list []console.SignInOption) {
	if len(list) == 0 || p.JSON {
		return
	}
	p.Note("The agent requires credentials. Use the flags of one of these lines:")
	rows := make([][]string, len(list))
	for i, w := range list {
		rows[i] = []string{"  " + w.Require, strings.Join(w.Flags, " "), w.CardText}
	}
	stdio.Table{Rows: rows}.Write(p.Stderr)
}
