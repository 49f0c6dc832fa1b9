package recorder

import (
	"context"
	"errors"
)

// ErrHandedOver says that a session is removed by the program that records into
// the file: nobody sees it any more, and that program clears it from the file.
var ErrHandedOver = errors.New("the program that records into the file removes it")

// Compact rewrites the file, so that what was removed is gone from it and it is
// as small as what it holds. progress is told how far that is; nil tells nobody.
func (s *Store) Compact(ctx context.Context, progress func(doing string, done, total int)) error {
	return errors.New("rewriting the file is not built yet")
}
