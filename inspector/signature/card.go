package signature

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/gowebpki/jcs"
)

// form is a way in which signers make a payload of a card.
type form struct {
	note    string // what is odd about it, "" for the specified one
	payload []byte
}

// forms are the payloads that a card's signatures may be over: the specified
// one, and that of the SDKs that leave out all members with nothing in them.
// Both say the same of the agent.
func forms(card []byte) ([]form, error) {
	if err := unique(card); err != nil {
		return nil, err
	}
	var members map[string]any
	d := json.NewDecoder(bytes.NewReader(card))
	d.UseNumber()
	if err := d.Decode(&members); err != nil {
		return nil, fmt.Errorf("the card is not strict JSON, so it has no canonical form: %w", err)
	}
	delete(members, "signatures")
	plain, err := canonical(members)
	if err != nil {
		return nil, err
	}
	out := []form{{"", plain}}
	bare, err := canonical(filled(members))
	if err == nil && !bytes.Equal(bare, plain) {
		out = append(out, form{"It is made over the card without its empty members, as some SDKs do, and not over the card as it is served.", bare})
	}
	return out, nil
}

func canonical(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err == nil {
		b, err = jcs.Transform(b)
	}
	if err != nil {
		return nil, fmt.Errorf("put the card into its canonical form (RFC 8785): %w", err)
	}
	return b, nil
}

// filled is a value without members and elements that hold nothing: empty
// strings, lists and objects, and null.
func filled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, m := range v {
			if m = filled(m); !empty(m) {
				out[k] = m
			}
		}
		return out
	case []any:
		out := []any{}
		for _, m := range v {
			if m = filled(m); !empty(m) {
				out = append(out, m)
			}
		}
		return out
	}
	return v
}

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// errTwice says that a card means different things to different readers.
var errTwice = errors.New("the card has a member twice, so readers differ in what was signed")

// maxDepth is how deep a card may be nested.
const maxDepth = 1000

// unique refuses a document in which an object has a member twice.
func unique(doc []byte) error {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var stack []map[string]bool // of the objects around; nil for an array
	key := false
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the card is not strict JSON, so it has no canonical form: %w", err)
		}
		switch t {
		case json.Delim('{'):
			stack, key = append(stack, map[string]bool{}), true
		case json.Delim('['):
			stack, key = append(stack, nil), false
		case json.Delim('}'), json.Delim(']'):
			stack = stack[:len(stack)-1]
			key = len(stack) > 0 && stack[len(stack)-1] != nil
		default:
			if !key {
				key = len(stack) > 0 && stack[len(stack)-1] != nil
				continue
			}
			name, _ := t.(string)
			if stack[len(stack)-1][name] {
				return fmt.Errorf("%w: %q", errTwice, name)
			}
			stack[len(stack)-1][name], key = true, false
		}
		if len(stack) > maxDepth {
			return fmt.Errorf("the card is nested more than %d deep", maxDepth)
		}
	}
}
