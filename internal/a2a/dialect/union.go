package dialect

import (
	"bytes"
	"encoding/json"
	"fmt"

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
	theirs := map[string]json.RawMessage{}
	for _, m := range more {
		theirs[m.Name] = m.Value
	}
	out := []byte{'{'}
	add := func(name string, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, document.Quoted(name)...), ':'), bytes.TrimSpace(value)...)
	}
	for _, m := range own {
		value := json.RawMessage(m.Value)
		if other, ok := theirs[m.Name]; ok {
			value = merged(value, other)
			delete(theirs, m.Name)
		}
		add(m.Name, value)
	}
	for _, m := range more {
		if value, ok := theirs[m.Name]; ok {
			add(m.Name, value)
		}
	}
	return append(out, '}')
}
