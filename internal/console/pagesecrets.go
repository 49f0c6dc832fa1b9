package console

import (
	"context"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/recorder"
)

// pageSecrets provides the pages with the values of secret variables, and the places where they may
// be used.
type pageSecrets struct {
	saved.Secrets
	cards *Cards
	store *recorder.Store
}

func (s pageSecrets) Places(ctx context.Context, agent string) (saved.Places, error) {
	return s.cards.Places(ctx, s.store, agent)
}
