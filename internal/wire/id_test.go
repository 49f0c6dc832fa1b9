package wire

import "testing"

func TestShortID(t *testing.T) {
	t.Parallel()
	const id = "01a2077f-571e-728b-957a-035fa84e41ff"
	if got := IDSuffix(id); got != "a84e41ff" {
		t.Errorf("the end of %s is %s", id, got)
	}
	if got := IDSuffix("t1"); got != "t1" {
		t.Errorf("the end of t1 is %s", got)
	}
	for short, want := range map[string]bool{
		id: true, "01a2077f": true, "a84e41ff": true, "01a2…a84e41ff": true, "01a2...ff": true, "…41ff": true, "01a2…": true,
		"a84e": true, "84e4": false, "": false, "f": false, "1ff": false, "01a": false, "571e": false, "01a2…41fe": false, "02…ff": false, id + "0": false,
	} {
		if got := ParseShortID(short).Matches(id); got != want {
			t.Errorf("%q: %t", short, got)
		}
	}
}
