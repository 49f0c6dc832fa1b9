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
	return Compile(string(b), bases...)
}

func TestCompile(t *testing.T) { table(t, "v10") }
