package recorder

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// A page that is hard to find comes in pieces, none of its rows twice and none
// left out.
func TestSearchGoesOnWhereItEnded(t *testing.T) {
	s := open(t, nil)
	million(t, s, 20_000)
	// Two rows have neither word: the first ones, which are not million's.
	f, err := wire.ParseFilter("-fox")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := s.Exchanges(t.Context(), f, wire.Page{})
	if err != nil || len(whole) != 2 {
		t.Fatalf("%d rows, %v", len(whole), err)
	}
	var got []wire.Exchange
	pieces := 0
	for page := (wire.Page{Search: &wire.Search{Budget: time.Nanosecond}}); ; page.Before = page.Search.Upto {
		list, err := s.Exchanges(t.Context(), f, page)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, list...)
		pieces++
		if page.Search.Upto == 0 {
			break
		}
		if page.Before > 0 && page.Search.Upto >= page.Before {
			t.Fatalf("searched from %d down to %d", page.Before, page.Search.Upto)
		}
	}
	if len(got) != 2 || got[0].ID != whole[0].ID || got[1].ID != whole[1].ID || pieces < 4 {
		t.Errorf("%d rows in %d pieces", len(got), pieces)
	}
	easy := wire.Page{Search: &wire.Search{Budget: time.Nanosecond, Upto: 7}}
	if list, err := s.Exchanges(t.Context(), wire.Filter{Text: []string{"zebra"}}, easy); err != nil || len(list) != 2 || easy.Search.Upto != 0 {
		t.Errorf("%d rows, searched to %d, %v", len(list), easy.Search.Upto, err)
	}
}
