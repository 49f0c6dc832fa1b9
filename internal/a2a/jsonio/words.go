package jsonio

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/clip"
)

// quoteWord quotes a document's word for a sentence if it would be unclear otherwise.
func quoteWord(text string) string {
	if text == "" || strings.ContainsAny(text, " \t\n\r") {
		text = strconv.Quote(text)
	}
	return clip.Bytes(text, 60)
}

// Role returns a node's role, with a problem when it is spelled neither as user nor as agent. An unknown role
// is kept as written.
func Role(n Node, user, agent string, r Rule) a2a.Role {
	text := n.Text(r)
	switch text {
	case user:
		return a2a.User
	case agent:
		return a2a.Agent
	}
	if !n.Exists() {
		return ""
	}
	n.Report(r, "Role "+quoteWord(text)+" is not in this version's spelling: "+user+" or "+agent+".")
	switch strings.TrimPrefix(strings.ToUpper(text), "ROLE_") {
	case "USER":
		return a2a.User
	case "AGENT", "ASSISTANT", "MODEL":
		return a2a.Agent
	}
	return a2a.Role(text)
}

// UTC returns a time stamp in the form that strict versions require: RFC 3339 with a Z. A stamp in
// that form is returned unchanged. guessed and ok are those of a2a.ParseTime.
func UTC(text string) (stamp string, guessed, ok bool) {
	t, guessed, ok := a2a.ParseTime(text)
	if ok && !guessed && strings.HasSuffix(text, "Z") {
		return text, false, true
	} else if ok {
		stamp = t.Format(time.RFC3339Nano)
	}
	return stamp, guessed, ok
}

// Base64 decodes text in either alphabet, padded or not. standard reports the padded standard form.
func Base64(text string) (b []byte, standard, ok bool) {
	if b, err := base64.StdEncoding.DecodeString(text); err == nil {
		return b, true, true
	}
	bare := strings.TrimRight(text, "=")
	if len(text)-len(bare) > 2 {
		return nil, false, false
	}
	bare = strings.NewReplacer("-", "+", "_", "/").Replace(bare)
	b, err := base64.RawStdEncoding.DecodeString(bare)
	return b, false, err == nil
}

// ReadSignatures counts a card's signatures and checks their form: each is a JWS whose protected header and
// signature are base64url. need are the members that the header must have; unsigned is the rule against the
// algorithm none.
func ReadSignatures(list Node, broken, unsigned Rule, need ...string) (count int) {
	for _, e := range list.Elements(broken) {
		if s, ok := e.Object(broken); ok {
			count++
			readSignature(s, broken, unsigned, need)
		}
	}
	return count
}

func readSignature(s Object, broken, unsigned Rule, need []string) {
	s.Require(broken, "protected", "signature")
	if _, err := base64.RawURLEncoding.DecodeString(s.String("signature", broken)); err != nil {
		s.Get("signature").Report(broken, "The signature is not base64url.")
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
		n.Report(broken, "The protected header is not a JSON object in base64url.")
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
