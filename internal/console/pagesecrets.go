package console

import (
	"context"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/recorder"
)

// pageSecrets are the values of secret variables for the pages, and where they may stand.
type pageSecrets struct {
	saved.Secrets
	cards *Cards
	store *recorder.Store
}

func (s pageSecrets) Places(ctx context.Context, agent string) (saved.Places, error) {
	return s.cards.Places(ctx, s.store, agent)
}
