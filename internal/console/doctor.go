package console

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/inspector/doctor"
)

// pageDoctor diagnoses connections for the pages.
type pageDoctor struct {
	calls  Caller
	wallet *auth.Wallet
}

// Diagnose checks the connection to an agent step by step.
func (d pageDoctor) Diagnose(ctx context.Context, input string, elsewhere bool, each func(doctor.Step)) bool {
	return doctor.Run(ctx, doctor.Options{
		Input: input, Client: d.calls, AllowOtherOrigin: elsewhere, TLS: d.wallet.TLSConfig,
		IsSignedIn: func() bool {
			return slices.ContainsFunc(bases(input), func(u string) bool { return len(d.wallet.Account(u).States) > 0 })
		},
	}, each)
}

func bases(input string) []string {
	var out []string
	all, _ := inspector.Bases(input) // an address that cannot be parsed has no bases
	for _, u := range all {
		out = append(out, u.String())
	}
	return out
}
