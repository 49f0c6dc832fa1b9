package filter

// Key describes a key of the language, for help and documents.
type Key struct {
	Name    string
	Help    string  // what it selects
	Example string  // an example term
	Values  []Value // fixed values; nil if all values come from the record
}

// Table lists all keys, in the order in which String writes them. The values of finding do not include
// checks: there are too many to list.
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

// Syntax explains how terms are written, with examples. Code in the help is in backticks.
func Syntax() []Value {
	return []Value{
		{"op:send state:failed", "Terms are separated by spaces. All of them must hold."},
		{"state:failed state:rejected", "A key that is given twice selects exchanges with either value. With `is:`, both must hold. Keys of ids and times take one value."},
		{"dur:>500ms dur:<2s", "`dur:`, `first:`, `quiet:`, `since:` and `before:` are bounds: all of them must hold."},
		{"-op:get", "A minus leaves out what the term selects."},
		{`joke "two words"`, "A word or phrase selects messages that contain it."},
		{"jok*", "A * at the end of a word matches any ending."},
		{`agent:"Travel agent"`, "Put a value with spaces in double quotes."},
	}
}
