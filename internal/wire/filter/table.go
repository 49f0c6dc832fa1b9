package filter

// Key is a key of the language, as help and documents show it.
type Key struct {
	Name    string
	Help    string  // what it selects
	Example string  // a term with it
	Values  []Value // that do not come from the record; nil where they do
}

// Table is all keys, in the order in which String writes them. Checks are not among the
// values of finding: there are too many to list.
func (w Vocabulary) Table() []Key {
	var all []Key
	for i := range keys {
		k := Key{Name: keys[i].name, Help: keys[i].help, Example: keys[i].example}
		for _, v := range w.values(&keys[i], "") {
			k.Values = append(k.Values, Value{Word: v[0], Help: v[1]})
		}
		all = append(all, k)
	}
	return all
}

// Syntax is how terms are written, each with an example. Code in their help is in backticks.
func Syntax() []Value {
	return []Value{
		{"op:send state:failed", "Terms are separated by spaces. All of them must hold."},
		{"state:failed state:rejected", "A key that is given twice selects what has either value. With `is:` it selects what is both."},
		{"dur:>500ms dur:<2s", "`dur:`, `first:`, `since:` and `before:` are bounds: all of them must hold."},
		{"-op:get", "A minus leaves out what the term selects."},
		{`joke "two words"`, "Words and phrases are searched in the messages."},
		{"jok*", "A * at the end of a word finds words that begin so."},
		{`agent:"Travel agent"`, "A value with spaces is in double quotes."},
	}
}
