package console

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// pageSize is how many exchanges are read into memory at a time.
const pageSize = 1000

type lister interface {
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
}

// EachPage reads at most limit exchanges, or all if limit is 0, newest first, and calls each with a
// page at a time.
func EachPage(ctx context.Context, store lister, f wire.Filter, limit int, each func([]wire.Exchange) error) error {
	read := 0
	for page := (wire.Page{Limit: pageSize}); ; {
		if limit > 0 {
			page.Limit = min(page.Limit, limit-read)
		}
		list, err := store.Exchanges(ctx, f, page)
		if err != nil {
			return err
		}
		if err := each(list); err != nil {
			return err
		}
		if read += len(list); len(list) < page.Limit || read == limit {
			return nil
		}
		page.Before = list[len(list)-1].Seq
	}
}

// EachPageOldestFirst reads the exchanges that were on record when it began, oldest first, and calls each
// with a page at a time.
func EachPageOldestFirst(ctx context.Context, store lister, f wire.Filter, each func([]wire.Exchange) error) error {
	newest, err := store.Exchanges(ctx, f, wire.Page{Limit: 1})
	if err != nil || len(newest) == 0 {
		return err
	}
	last := newest[0].Seq
	// After is exclusive, and 0 means unset, so row 1 needs a separate request.
	for page := (wire.Page{Before: 2, Limit: 1}); ; page = (wire.Page{After: page.After, Limit: pageSize}) {
		list, err := store.Exchanges(ctx, f, page)
		if err != nil {
			return err
		}
		slices.Reverse(list)
		more := page.Before > 0 || len(list) == page.Limit
		page.After = 1
		if n := len(list); n > 0 {
			page.After = list[n-1].Seq
		}
		list = slices.DeleteFunc(list, func(x wire.Exchange) bool { return x.Seq > last })
		if err := each(list); err != nil {
			return err
		}
		if !more || page.After >= last {
			return nil
		}
	}
}

// ListExchanges returns all matching exchanges at once, oldest first.
func ListExchanges(ctx context.Context, store lister, f wire.Filter) ([]wire.Exchange, error) {
	var all []wire.Exchange
	err := EachPage(ctx, store, f, 0, func(page []wire.Exchange) error {
		all = append(all, page...)
		return nil
	})
	slices.Reverse(all)
	return all, err
}

// SessionExchanges iterates over the exchanges of a session, oldest first, reading a page at a
// time.
func SessionExchanges(ctx context.Context, store lister, session string) iter.Seq2[*wire.Exchange, error] {
	return func(yield func(*wire.Exchange, error) bool) {
		err := EachPageOldestFirst(ctx, store, wire.Filter{Session: session}, func(page []wire.Exchange) error {
			for i := range page {
				if !yield(&page[i], nil) {
					return wire.ErrStop
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, wire.ErrStop) {
			yield(nil, err)
		}
	}
}
