package recorder

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The driver needs exactly the libc version that it was built for.
func TestLibcIsTheDriversOwn(t *testing.T) {
	t.Parallel()
	list := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), "go", append([]string{"list", "-m", "-f"}, args...)...).Output()
		if err != nil {
			t.Skip("no go command here: " + err.Error())
		}
		return strings.TrimSpace(string(out))
	}
	// Read here so that go test sees the dependency: with another version it does not use its cached result.
	ours, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`\smodernc\.org/libc (\S+)`).FindSubmatch(ours)
	if m == nil {
		t.Fatal("go.mod names no modernc.org/libc")
	}
	have := string(m[1])
	mod, err := os.ReadFile(list("{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("modernc.org/libc %s\n", have); !strings.Contains(string(mod), want) {
		t.Errorf("go.mod has modernc.org/libc %s, which is not what modernc.org/sqlite's go.mod names", have)
	}
}
