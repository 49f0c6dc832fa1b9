package diff

import (
	"slices"
	"strings"
)

// Spaces of ids, because a task and a context may have the same id. Artifact ids are unique per task, call ids
// per exchange.
const (
	taskIDs     = "task"
	contextIDs  = "context"
	messageIDs  = "message"
	artifactIDs = "artifact"
	pushIDs     = "push"
	callIDs     = "call"
	pageTokens  = "page"
	urls        = "url"
	webhooks    = "webhook"
)

type idKey struct{ space, id string }

// ids remembers which id of A corresponds to which id of B.
type ids struct {
	aToB, bToA map[idKey]string
	words      map[string]string  // A's ids in any space to B's, for texts that contain them
	pairs      map[[2]string]bool // pairs in any space: some clients use a task's id for a call
	origins    [][2]string        // addresses of A's agents, each with B's
}

func newIDs() *ids {
	return &ids{aToB: map[idKey]string{}, bToA: map[idKey]string{}, words: map[string]string{}, pairs: map[[2]string]bool{}}
}

// correspond reports whether two ids correspond. It makes them correspond if neither was seen before.
func (m *ids) correspond(spaceA, spaceB, a, b string) bool {
	ka, kb := idKey{spaceA, a}, idKey{spaceB, b}
	oldB, seenA := m.aToB[ka]
	oldA, seenB := m.bToA[kb]
	if seenA || seenB {
		return seenA && seenB && oldB == b && oldA == a
	}
	m.aToB[ka], m.bToA[kb] = b, a
	m.pairs[[2]string{a, b}] = true
	if _, known := m.words[a]; !known || !strings.HasPrefix(spaceA, callIDs) {
		m.words[a] = b
	}
	return true
}

// addAgents makes the address of B's agent correspond to that of A's.
func (m *ids) addAgents(a, b string) {
	known := slices.ContainsFunc(m.origins, func(o [2]string) bool { return o[0] == a })
	if a == "" || b == "" || a == b || known || len(m.origins) > 2*maxAgents {
		return
	}
	_, hostA, _ := strings.Cut(a, "://")
	_, hostB, _ := strings.Cut(b, "://")
	m.origins = append(m.origins, [2]string{a, b})
	if hostA != "" && hostB != "" && hostA != hostB {
		m.origins = append(m.origins, [2]string{hostA, hostB})
	}
}

// maxAgents limits the pairs of agents whose addresses are looked for in each text.
const maxAgents = 16

// replaceWord replaces occurrences of old that are not part of a longer word.
func replaceWord(s, old, new string) string {
	var out strings.Builder
	done := 0
	for i := 0; ; {
		at := strings.Index(s[i:], old)
		if at < 0 {
			break
		}
		at += i
		i = at + len(old)
		if i < len(s) && (isWordByte(s[i]) || s[i] == '.') || at > 0 && isWordByte(s[at-1]) {
			continue // part of a longer address
		}
		out.WriteString(s[done:at])
		out.WriteString(new)
		done = i
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}

// isSame reports whether A's text equals B's, once ids and addresses are translated.
func (m *ids) isSame(a, b string) bool {
	return a == b || m.pairs[[2]string{a, b}] || m.translate(a) == b
}

// translate replaces A's ids and addresses by B's.
func (m *ids) translate(s string) string {
	for _, o := range m.origins {
		s = replaceWord(s, o[0], o[1])
	}
	var out strings.Builder
	done := 0
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && isWordByte(s[end]) {
			end++
		}
		if end == i {
			i++
			continue
		}
		if new, ok := m.words[s[i:end]]; ok {
			out.WriteString(s[done:i])
			out.WriteString(new)
			done = end
		}
		i = end
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}

// isWordByte reports whether c can be part of an id.
func isWordByte(c byte) bool {
	return c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
