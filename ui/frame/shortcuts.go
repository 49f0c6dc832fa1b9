package frame

import (
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// shortcut is a line of the help. It also tells the script of the pages what a key does:
// static/js/keys.js reads the help's table.
type shortcut struct {
	Keys   string // as browsers name them, such as "Shift+F6", separated by spaces
	Label  string // shown instead of Keys; "" to show each of Keys
	Tone   string // CSS class of a sign's colour; "" for a key
	Does   string
	Action string // name of the script's action; "" if browsers and fields handle the key
}

type shortcutGroup struct {
	Place string
	Keys  []shortcut
}

func shortcuts() []shortcutGroup {
	return append([]shortcutGroup{
		{"Everywhere", []shortcut{
			{Keys: "Ctrl+k", Does: "find agents, sessions, tasks, screens, actions; search the traffic", Action: "palette"},
			{Keys: "F6 Shift+F6", Does: "next or previous pane: list, detail; conversation, message, events", Action: "pane"},
			{Keys: "Escape", Does: "go back: from the field, from the detail to its row, from the row to the list"},
			{Keys: "p", Does: "present: large text, only the content, on every page of this tab; Esc closes an exchange beside a diagram, then leaves Present", Action: "present"},
			{Keys: "?", Does: "this list", Action: "help"},
		}},
		{"Lists", []shortcut{
			{Keys: "/", Does: "filter", Action: "filter"},
			{Keys: "j ArrowDown k ArrowUp", Does: "next or previous row", Action: "move"},
			{Keys: "ArrowRight ArrowLeft", Does: "move within the row, or along the column heads; open and close a task's rows; on a column's border (Tab), change its width", Action: "within"},
			{Keys: "Enter", Does: "open the row and go into its detail; on the head of a column, sort by it; on a border, reset the width"},
			{Keys: "m", Does: "the row's menu: copy, compare, re-send, hold, filter, pin; also by right-click", Action: "row-menu"},
			{Keys: "x", Does: "select the row, like Ctrl-click; Shift-click selects all up to it", Action: "pick"},
			{Keys: "Shift+ArrowDown Shift+ArrowUp", Does: "also select the next or previous row", Action: "extend"},
			{Keys: "End", Does: "follow: go to the newest row", Action: "follow"},
			{Keys: "Home", Does: "oldest first; End returns to the newest", Action: "oldest"},
		}},
	}, append(screenKeys(), signs()...)...)
}

func screenKeys() []shortcutGroup {
	return []shortcutGroup{
		{"An exchange", []shortcut{
			{Keys: "1 2 3 4 5 6", Label: "1–6", Does: "its tabs: Messages, Request, Response, Events, Timing, Findings", Action: "tab"},
			{Label: "↓ ↑ → ←", Does: "in JSON: move between foldable lines; fold and unfold"},
		}},
		{"Sequence, in Present", []shortcut{
			{Label: "→ ←", Does: "one step forward and back"},
		}},
		{"Compare, and the result of a replay", []shortcut{
			{Keys: "n b", Does: "next or previous difference", Action: "difference"},
		}},
		{"Compose", []shortcut{
			{Keys: "Ctrl+Enter", Does: "send", Action: "send"},
			{Label: "↑ ↓", Does: "in an empty message: recall the message sent before, or return to the newer one"},
		}},
		{"Intercept", []shortcut{
			{Label: "j k Enter", Does: "move through the held items; go to the editor"},
			{Label: "Ctrl Enter", Does: "send the held item as edited"},
			{Keys: "f", Does: "forward the held item unchanged", Action: "forward-held"},
			{Keys: "d", Does: "drop the held item", Action: "drop-held"},
			{Keys: "a", Does: "forward all held items", Action: "forward-all"},
		}},
	}
}

// signs explains the signs that lists use instead of words.
func signs() []shortcutGroup {
	return []shortcutGroup{
		{"Signs in lists: caller", []shortcut{
			{Label: "→", Does: "a client, through a tap"},
			{Label: "✎", Does: "Compose"},
			{Label: "$", Does: "the command line"},
			{Label: "↻", Does: "a replay"},
			{Label: "←", Does: "the agent: a push notification"},
			{Label: "⌕", Does: "the console: a probe"},
		}},
		stateSigns(),
	}
}

// stateSigns explains the signs and colours of outcomes. Bars use the same colours.
func stateSigns() shortcutGroup {
	g := shortcutGroup{Place: "Signs in lists: outcome"}
	for _, s := range []struct {
		state a2a.State
		does  string
	}{
		{a2a.Submitted, "submitted"},
		{a2a.Working, "working"},
		{a2a.InputRequired, "waits for input or a sign-in"},
		{a2a.Completed, "completed"},
		{a2a.Failed, "failed or rejected"},
		{a2a.Canceled, "canceled, or ended before there was an answer"},
	} {
		g.Keys = append(g.Keys, shortcut{Label: words.Glyph(s.state), Tone: part.Tone(s.state), Does: s.does})
	}
	g.Keys = append(g.Keys,
		shortcut{Label: words.WrongGlyph, Tone: "wrong", Does: "wrong: answered, but the bytes break a MUST"},
		shortcut{Label: "", Tone: "waited", Does: "in a bar: no state yet"},
		shortcut{Label: "‖ ◷ ± ∅ +", Does: "held, delayed, edited, dropped, injected by a rule or by hand"},
		shortcut{Label: "▲ 2", Does: "findings, counted: red breaks a MUST, amber a SHOULD; the exchange's last tab lists them"},
		shortcut{Label: "· 2", Does: "findings that break no rule but are worth a look"})
	return g
}

// KeyGroup lists the keys of a place that a person can change.
type KeyGroup struct {
	Place string
	Keys  []KeyLine
}

// KeyLine describes what one or more keys do.
type KeyLine struct {
	Keys []Key
	Does string
}

// Key has the name that browsers use, and the label on keyboards.
type Key struct{ Name, Label string }

// BoundKeys lists the shortcuts that the script of the pages acts on.
func BoundKeys() (out []KeyGroup) {
	for _, g := range shortcuts() {
		group := KeyGroup{Place: g.Place}
		for _, k := range g.Keys {
			if k.Action == "" {
				continue
			}
			line := KeyLine{Does: k.Does}
			for _, name := range strings.Fields(k.Keys) {
				line.Keys = append(line.Keys, Key{name, keyLabel(name)})
			}
			group.Keys = append(group.Keys, line)
		}
		if len(group.Keys) > 0 {
			out = append(out, group)
		}
	}
	return out
}

func (s shortcut) keyNames() []string {
	if s.Label != "" {
		return []string{s.Label}
	}
	var out []string
	for _, k := range strings.Fields(s.Keys) {
		out = append(out, keyLabel(k))
	}
	return out
}

var keyNames = strings.NewReplacer("ArrowDown", "↓", "ArrowUp", "↑", "ArrowRight", "→", "ArrowLeft", "←", "Escape", "Esc", "+", " ")

func keyLabel(name string) string {
	name = keyNames.Replace(name)
	if i := strings.LastIndexByte(name, ' '); i > 0 {
		_, n := utf8.DecodeRuneInString(name[i+1:])
		name = name[:i+1] + strings.ToUpper(name[i+1:i+1+n]) + name[i+1+n:]
	}
	return name
}

// bound returns the attributes that tell the script which keys to handle, nil if there are none.
func (s shortcut) bound() templ.Attributes {
	if s.Action == "" {
		return nil
	}
	return templ.Attributes{"data-keys": s.Keys, "data-action": s.Action}
}
