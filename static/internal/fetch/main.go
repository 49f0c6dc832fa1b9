// Command fetch makes the files in static/vendor.
//
// Datastar's bundle is in a module without a Go package, so the main go.mod cannot
// require it. assets.mod, next to go.mod, does; assets.sum and the hash below pin it.
// assets.mod must never be tidied.
//
// Datastar makes functions of the expressions in a page's attributes, for which the pages' policy
// would have to allow eval. Instead, fetch compiles the templates' expressions into
// vendor/expressions.js and changes the bundle to look them up.
//
// Finally it merges the scripts that every page needs into vendor/app.js, and the style sheets into
// vendor/app.css: these two files replace fifty.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const (
	module = "github.com/starfederation/datastar"
	sum    = "2837d87acf6ee0ba8e4e63765926c25a98d63883b02f88be194a86b81d3fd24a"
)

func main() {
	// go generate runs this in static/.
	err := run("..", "vendor")
	if err == nil {
		err = compileAll(filepath.Join("..", "ui"), filepath.Join("vendor", "expressions.js"))
	}
	if err == nil {
		err = mergeAll(".")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "prepare the JavaScript:", err)
		os.Exit(1)
	}
}

func run(root, target string) error {
	dir, err := download(root)
	if err != nil {
		return err
	}
	bundle, err := os.ReadFile(filepath.Join(dir, "bundles", "datastar.js"))
	if err != nil {
		return err
	}
	if bundle, err = prepare(bundle, sum); err != nil {
		return err
	}
	if bundle, err = withoutEval(bundle); err != nil {
		return err
	}
	license, err := os.ReadFile(filepath.Join(dir, "LICENSE.md"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(target, "datastar.js"), bundle, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(target, "LICENSE-datastar.md"), license, 0o644)
}

// download asks the go command for the module and returns its folder.
func download(root string) (string, error) {
	cmd := exec.Command("go", "mod", "download", "-modfile=assets.mod", "-json", module)
	cmd.Dir = root
	// Ignore a go.work or -mod=vendor of the developer's.
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.Output()
	var m struct{ Dir, Error string }
	if json.Unmarshal(out, &m) == nil && m.Error != "" {
		return "", fmt.Errorf("download %s: %s", module, m.Error)
	}
	if err != nil {
		var said []byte
		if e, ok := err.(*exec.ExitError); ok {
			said = bytes.TrimSpace(e.Stderr)
		}
		return "", fmt.Errorf("download %s: %w: %s", module, err, said)
	}
	return m.Dir, nil
}

func hashOf(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
