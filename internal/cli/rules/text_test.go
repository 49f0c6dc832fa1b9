package rules

import (
	"slices"
	"testing"
)

// What draws gets the seed of the run, whatever it draws, but where it names its own.
func TestSeeded(t *testing.T) {
	in := []string{"chance:5% => drop", "seed:2 chance:5% => drop", "=> delay 1s", "event:artifact => delay 300ms..1.5s", `"chance:5%" => drop`}
	want := []string{"chance:5% seed:9 => drop", "seed:2 chance:5% => drop", "=> delay 1s", "event:artifact seed:9 => delay 300ms..1.5s", `"chance:5%" => drop`}
	if got, err := Seeded(in, 9); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Seeded([]string{"=> frob"}, 9); err == nil {
		t.Error("what is no rule is seeded")
	}
}
