package signature

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gowebpki/jcs"
)

// payloadForm is a way in which signers derive the payload from a card.
type payloadForm struct {
	note    string // what is unusual about it, "" for the specified one
	payload []byte
}

// payloadForms returns the payloads that a card's signatures may cover: the specified one, and the one of SDKs
// that leave out all empty members. Both contain the same information.
func payloadForms(card []byte) ([]payloadForm, error) {
	d := json.NewDecoder(bytes.NewReader(card))
	d.UseNumber()
	if err := checkUnique(d, 0); err != nil {
		return nil, err
	}
	var members map[string]any
	d = json.NewDecoder(bytes.NewReader(card))
	d.UseNumber()
	if err := d.Decode(&members); err != nil {
		return nil, fmt.Errorf("the card is not strict JSON, so it has no canonical form: %w", err)
	}
	delete(members, "signatures")
	plain, err := canonical(members)
	if err != nil {
		return nil, err
	}
	out := []payloadForm{{"", plain}}
	kept, _ := dropEmpty(members)
	short, err := canonical(kept)
	if err == nil && !bytes.Equal(short, plain) {
		out = append(out, payloadForm{"It signs the card without its empty members, as some SDKs do, and not the card as it is served.", short})
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

// dropEmpty removes members and elements that are empty: empty strings, lists and objects, and null. It reports whether
// anything is left.
func dropEmpty(v any) (any, bool) {
	switch v := v.(type) {
	case nil:
		return nil, false
	case string:
		return v, v != ""
	case map[string]any:
		out := map[string]any{}
		for k, m := range v {
			if m, ok := dropEmpty(m); ok {
				out[k] = m
			}
		}
		return out, len(out) > 0
	case []any:
		out := []any{}
		for _, m := range v {
			if m, ok := dropEmpty(m); ok {
				out = append(out, m)
			}
		}
		return out, len(out) > 0
	}
	return v, true
}

// errDuplicateMember means that a member occurs twice, so that readers may read the card differently.
var errDuplicateMember = errors.New("the card has a member twice, so readers may disagree about what was signed")

const maxDepth = 1000

// checkUnique reads the next value of d and returns an error if an object in it has a member twice.
func checkUnique(d *json.Decoder, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("the card is nested more than %d deep", maxDepth)
	}
	t, err := d.Token()
	names := map[string]bool{}
	for err == nil && (t == json.Delim('{') || t == json.Delim('[')) && d.More() {
		if t == json.Delim('{') {
			var name json.Token
			if name, err = d.Token(); err != nil {
				break
			}
			s, _ := name.(string)
			if names[s] {
				return fmt.Errorf("%w: %q", errDuplicateMember, s)
			}
			names[s] = true
		}
		if err := checkUnique(d, depth+1); err != nil {
			return err
		}
	}
	if _, opened := t.(json.Delim); opened && err == nil {
		_, err = d.Token()
	}
	if err != nil {
		return fmt.Errorf("the card is not strict JSON, so it has no canonical form: %w", err)
	}
	return nil
}
