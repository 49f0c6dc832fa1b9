package intercept

import (
	"fmt"
	"hash/fnv"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

func presetDo(p presetView) string {
	return "/intercept/presets/" + url.PathEscape(p.Name) + "/" + onOff(!p.On)
}

// ruleDo returns the address for an action on a rule, heldDo that on a held item.
func ruleDo(id, do string) string { return "/intercept/rules/" + url.PathEscape(id) + "/" + do }
func heldDo(id, do string) string { return link.HeldDoURL(id, do) }

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func boolWord(on bool) string { return strconv.FormatBool(on) }

// fieldOf, wordsOf and noteOf return the element ids of a rule's field, its completions and its
// note. id "" is the new rule.
func fieldOf(id string) string { return "rule-field" + dashed(id) }
func wordsOf(id string) string { return "rule-words" + dashed(id) }
func noteOf(id string) string  { return "rule-note" + dashed(id) }

// dashed turns a rule's id into a suffix for element ids.
func dashed(id string) string {
	if id == "" {
		return ""
	}
	return "-" + strings.Map(func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, id)
}

func fieldWord(id string) string {
	if id == "" {
		return "New rule"
	}
	return "Rule"
}

func hashOf(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return fmt.Sprintf("%08x", h.Sum32())
}

func (r ruleView) edited() ruleDraft {
	if r.Edit != nil {
		return *r.Edit
	}
	return ruleDraft{Text: r.Text}
}

// maxPlaceBytes bounds the text shown on each side of an error.
const maxPlaceBytes = 60

// place returns the text before the error, the word there, and the text after it.
func (t ruleDraft) place() (before, at, after string) {
	i := min(max(t.Err.Offset, 0), len(t.Text))
	for i > 0 && i < len(t.Text) && !utf8.RuneStart(t.Text[i]) {
		i--
	}
	before, at = t.Text[:i], t.Text[i:]
	if len(before) > maxPlaceBytes {
		before = "…" + strings.ToValidUTF8(before[len(before)-maxPlaceBytes:], "")
	}
	if t.Text != "" && at == "" {
		at = " "
	}
	if end := strings.IndexAny(at, " \t\n:"); end > 0 {
		at, after = at[:end], at[end:]
	}
	return before, part.Short(at, maxPlaceBytes), part.Short(after, maxPlaceBytes)
}

func rulesWord(rules []ruleView) string {
	off := 0
	for _, r := range rules {
		if !r.On {
			off++
		}
	}
	s := part.Plural(len(rules), "rule")
	if off > 0 {
		s += ", " + part.Count(off) + " off"
	}
	return s
}

// presetsWord says how many presets are on, or what they do.
func (v *view) presetsWord() string {
	on := 0
	for _, p := range v.Presets {
		if p.On {
			on++
		}
	}
	if on == 0 {
		return "Switch on a preset to put its rules in force."
	}
	return part.Count(on) + " of " + part.Count(len(v.Presets)) + " on"
}

// heldWord says how many items are held, and how many of them are listed.
func (v *view) heldWord() string {
	if v.Waiting > len(v.Items) {
		return part.Count(v.Waiting) + ", the oldest " + part.Count(maxItems) + " are listed"
	}
	return part.Count(v.Waiting) + ", oldest first"
}

func timesWord(n int64) string {
	if n == 1 {
		return "fired once"
	}
	return "fired " + part.Count(int(n)) + " times"
}

// numbers returns the line numbers of a text, one per line.
func numbers(text string) string {
	var b strings.Builder
	for n := range strings.Count(text, "\n") + 1 {
		b.WriteString(strconv.Itoa(n+1) + "\n")
	}
	return b.String()
}

// timeoutShort says in a word what happens when the hold times out.
func (h heldView) timeoutShort() string {
	if h.OnTimeout == wire.PassageDropped {
		return "dropped"
	}
	return "forwarded"
}

// sentence says who called whom, and what is waiting.
func (o *editorView) sentence() string {
	who := "A client"
	if o.Caller != "" {
		who = o.Caller
	}
	if o.Origin == wire.Push {
		return part.Short(o.Name, 48) + " pushed to the webhook. The console holds the delivery, so the agent waits for its answer."
	}
	s := who + " called " + o.op() + " on " + part.Short(o.Name, 48) + ". "
	if o.Side == wire.Request {
		return s + "The " + o.kindWord() + " waits before it goes to the agent."
	}
	return s + "The " + o.kindWord() + " waits before it goes to the client."
}

func (h heldView) dropWords() string { return record.HeldDropEffect(&h.HeldItem) + " (d)" }

const maxShownBytes = 16 << 10

func (o *editorView) shownBytes() []byte { return o.Raw[:min(len(o.Raw), maxShownBytes)] }
func (o *editorView) printable() bool    { return utf8.Valid(o.Raw) }

func (o *editorView) docWord() string {
	if o.Plain {
		return "Body, text"
	}
	return "Document, JSON"
}
