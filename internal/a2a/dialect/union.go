package dialect

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// UnionCard writes a card that clients of two versions read: the older one's,
// with the members that only the newer one has, as SDKs serve it to whoever
// names no version.
func UnionCard(older, newer a2a.Dialect, card, newerCard *a2a.Card) (json.RawMessage, error) {
	a, _, err := older.EncodeCard(card)
	if err != nil {
		return nil, fmt.Errorf("write the card of version %s: %w", older.Version(), err)
	}
	b, _, err := newer.EncodeCard(newerCard)
	if err != nil {
		return nil, fmt.Errorf("write the card of version %s: %w", newer.Version(), err)
	}
	return merged(a, b), nil
}

// merged is a with the members of b that it lacks, and so are the objects that
// both have.
func merged(a, b json.RawMessage) json.RawMessage {
	own, ok := jsonrepair.Object(a)
	more, both := jsonrepair.Object(b)
	if !ok || !both {
		return a
	}
	for _, m := range more {
		i := slices.IndexFunc(own, func(o jsonrepair.Member) bool { return o.Name == m.Name })
		if i < 0 {
			own = append(own, m)
		} else {
			own[i].Value = merged(own[i].Value, m.Value)
		}
	}
	return document.ObjectOf(own)
}
