package jsonio

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// ReadSignatures counts a card's signatures and reports what is wrong with their form:
// each is a JWS whose protected header and signature are base64url. need are the
// members that the header must have; unsigned is the rule for the algorithm none.
func ReadSignatures(list Node, broken, unsigned Rule, need ...string) (count int) {
	for _, e := range list.Elements(broken) {
		if s, ok := e.Object(broken); ok {
			count++
			signature(s, broken, unsigned, need...)
		}
	}
	return count
}

func signature(s Object, broken, unsigned Rule, need ...string) {
	s.Require(broken, "protected", "signature")
	if text := s.String("signature", broken); text != "" {
		if _, err := base64.RawURLEncoding.DecodeString(text); err != nil {
			s.Get("signature").Report(broken, "The signature is not base64url.")
		}
	}
	n := s.Get("protected")
	text := n.Text(broken)
	if text == "" {
		return
	}
	header := map[string]any{}
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(b, &header)
	}
	if err != nil {
		n.Report(broken, "The protected header is no JSON object in base64url.")
		return
	}
	if header["alg"] == "none" {
		n.Report(unsigned, "The signature's alg is none: it signs nothing.")
		return
	}
	for _, name := range need {
		if word, _ := header[name].(string); word == "" {
			n.Report(broken, fmt.Sprintf("The protected header must name %s.", strings.Join(need, " and ")))
			return
		}
	}
}
