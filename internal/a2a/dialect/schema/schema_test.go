package schema

import (
	"os"
	"testing"
)

func table(t testing.TB, name string, bases ...*Schema) *Schema {
	b, err := os.ReadFile("../" + name + "/schema.txt")
	if err != nil {
		t.Fatal(err)
	}
	return Compile(string(b), bases...).ready()
}

// TestCompile: each table compiles, with all that it refers to.
func TestCompile(t *testing.T) {
	v03, v10 := table(t, "v03"), table(t, "v10")
	for _, s := range []*Schema{table(t, "v01"), table(t, "v02", v03), v03, table(t, "v03p", v03), v10, table(t, "v11", v10)} {
		if len(s.types) < 20 || len(s.ops) < 7 {
			t.Errorf("%s has %d types and %d operations", s.name, len(s.types), len(s.ops))
		}
	}
}
