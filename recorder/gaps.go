package recorder

import (
	"context"

	"github.com/a2a-console/a2a-console/wire"
)

// Gaps lists what of a session is not on record, as whole exchanges, in the order
// in which it was lost; with session "" of all sessions that are not deleted.
// A session that does not exist has none.
// What is missing within an exchange is in its Gaps.
func (s *Store) Gaps(context.Context, string) ([]wire.Gap, error) { return nil, nil }
