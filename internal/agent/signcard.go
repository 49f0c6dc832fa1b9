package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/go-jose/go-jose/v4"
	"github.com/gowebpki/jcs"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// signCard signs a card if Options.SignCard is set and the version has signatures (0.3 §5.5.6, 1.0
// §8.4).
func (a *Agent) signCard(v a2a.Version, card []byte) ([]byte, error) {
	if !a.opts.SignCard || !versionOf(v).Card.Signed {
		return card, nil
	}
	payload, err := jcs.Transform(card)
	if err != nil {
		return nil, fmt.Errorf("put the card into its canonical form: %w", err)
	}
	compact, err := a.sender.signer.signPayload(payload, map[jose.HeaderKey]any{"typ": "JOSE", "jku": a.opts.BaseURL() + keysPath})
	if err != nil {
		return nil, fmt.Errorf("sign the card: %w", err)
	}
	p := strings.Split(compact, ".")
	entry, err := json.Marshal([]map[string]string{{"protected": p[0], "signature": p[2]}})
	if err != nil {
		return nil, fmt.Errorf("sign the card: %w", err)
	}
	open := bytes.TrimSuffix(bytes.TrimSpace(card), []byte("}"))
	return append(append(append(open, `,"signatures":`...), entry...), '}'), nil
}

func (s *signer) signPayload(payload []byte, header map[jose.HeaderKey]any) (string, error) {
	if err := s.makeKey(); err != nil {
		return "", err
	}
	by, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: s.key}, &jose.SignerOptions{ExtraHeaders: header})
	if err != nil {
		return "", err
	}
	jws, err := by.Sign(payload)
	if err != nil {
		return "", err
	}
	return jws.CompactSerialize()
}
