package cli

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
)

// completion is a word that could be at the cursor, and its help.
type completion struct{ text, help string }

// cursor is the place in the grammar that a command line has reached.
type cursor struct {
	node       *kong.Node
	args       int        // positional arguments so far
	pending    *kong.Flag // flag whose value is the next word, or nil
	flagsEnded bool       // after --, there are no more flags
	db         string     // the record that the line names, "" for the default
	names      nameLister // lists names on record; may be nil
}

// nameLister lists names in the record db. The parameter what is the kind of names: "requests" for
// the saved requests.
type nameLister func(what, db string) []string

// complete returns what the last of words, which may be empty, could become, and whether file names
// are possible there. onRecord may be nil.
func complete(root *kong.Node, words []string, onRecord nameLister) (list []completion, files bool) {
	if len(words) == 0 {
		words = []string{""}
	}
	at := cursor{node: root, names: onRecord}
	for _, w := range words[:len(words)-1] {
		at.consume(w)
	}
	begun := words[len(words)-1]
	name, _, hasValue := strings.Cut(begun, "=")
	switch {
	case at.pending != nil:
		list, files = at.valuesOf(at.pending.Value, at.pending.PlaceHolder)
	case !at.flagsEnded && strings.HasPrefix(begun, "--") && hasValue:
		if f := at.flag(name); f != nil {
			list, files = at.valuesOf(f.Value, f.PlaceHolder)
		}
		for i := range list {
			list[i].text = name + "=" + list[i].text
		}
	case !at.flagsEnded && strings.HasPrefix(begun, "-"):
		list = at.flags()
	default:
		list, files = at.arguments()
	}
	list = slices.DeleteFunc(list, func(c completion) bool { return !strings.HasPrefix(c.text, begun) })
	return list, files
}

func (c *cursor) consume(word string) {
	if c.pending != nil {
		c.consumeFlag(c.pending, word)
		c.pending = nil
		return
	}
	if !c.flagsEnded && word == "--" {
		c.flagsEnded = true
		return
	}
	if !c.flagsEnded && len(word) > 1 && word[0] == '-' {
		name, value, hasValue := strings.Cut(word, "=")
		switch f := c.flag(name); {
		case f == nil:
		case hasValue:
			c.consumeFlag(f, value)
		case !f.IsBool() && !f.IsCounter():
			c.pending = f
		}
		return
	}
	if c.args == 0 {
		for _, n := range c.node.Children {
			if n.Name == word || slices.Contains(n.Aliases, word) {
				c.node = n
				return
			}
		}
	}
	if c.node.DefaultCmd != nil {
		c.node = c.node.DefaultCmd
	}
	c.args++
}

// consumeFlag keeps the value of a flag before the cursor if completion needs it: that of --db.
func (c *cursor) consumeFlag(f *kong.Flag, value string) {
	if f.Name == "db" {
		c.db = value
	}
}

func (c *cursor) allowedFlags() []*kong.Flag {
	groups := c.node.AllFlags(true)
	if d := c.node.DefaultCmd; d != nil {
		groups = append(groups, d.Flags)
	}
	return slices.Concat(groups...)
}

// flag returns the flag that is written "--db" or "-o"; nil for none.
func (c *cursor) flag(written string) *kong.Flag {
	long, isLong := strings.CutPrefix(written, "--")
	for _, f := range c.allowedFlags() {
		if isLong && (f.Name == long || slices.Contains(f.Aliases, long)) || !isLong && f.Short != 0 && written == "-"+string(f.Short) {
			return f
		}
	}
	return nil
}

func (c *cursor) flags() (out []completion) {
	for _, f := range c.allowedFlags() {
		out = append(out, completion{"--" + f.Name, f.Help})
	}
	return out
}

// arguments returns commands, or values of the next positional argument.
func (c *cursor) arguments() (out []completion, files bool) {
	for _, n := range c.node.Children {
		if c.args == 0 && !n.Hidden {
			out = append(out, completion{n.Name, n.Help})
		}
	}
	list := c.node.Positional
	if len(list) == 0 {
		return out, false
	}
	next := list[min(c.args, len(list)-1)]
	if c.args >= len(list) && !next.IsCumulative() {
		return out, false
	}
	return c.valuesOf(next, "")
}

// valuesOf returns known values of a flag or a positional argument, from its enum or as its tag
// "complete" says, and whether it expects a file.
func (c *cursor) valuesOf(v *kong.Value, placeholder string) (out []completion, files bool) {
	var words []string
	switch what := v.Tag.Get("complete"); {
	case what == "versions":
		words = append(calls.Versions(), calls.Drafts()...)
	case what == "presets":
		for _, p := range preset.All() {
			out = append(out, completion{p.Name, p.Title})
		}
		return out, false
	case what == "requests" && c.names != nil:
		words = c.names(what, c.db)
	case what == "files" || placeholder == "FILE" || placeholder == "PATH":
		return nil, true
	case v.Enum != "":
		words = v.EnumSlice()
	}
	for _, w := range words {
		if w != "" {
			out = append(out, completion{w, ""})
		}
	}
	return out, false
}
