//go:build slow

package archive_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/a2a-console/a2a-console/recorder"
)

// TestSlowHARByNPM is TestHARKeepsItsSchema with npm's har-schema, which is independent of us.
func TestSlowHARByNPM(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("CI needs npm")
		}
		t.Skip("no npm")
	}
	a := open(t, func(o *recorder.Options) { o.Secrets = secrets })
	sample(t, a, 3, 60)
	dir := t.TempDir()
	write := func(name string, b []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("x.har", exportHAR(t, a, a.Current().ID))
	write("package.json", []byte(`{"private":true,"dependencies":{"har-schema":"2.0.0","ajv":"6.12.6"}}`))
	write("check.js", []byte(`
const Ajv = require('ajv'), schemas = require('har-schema');
const ajv = new Ajv({allErrors: true});
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-06.json'));
for (const s of Object.values(schemas)) ajv.addSchema(s);
const doc = JSON.parse(require('fs').readFileSync('x.har'));
if (!ajv.validate('har.json', doc)) { console.error(ajv.errorsText()); process.exit(1) }
console.log(doc.log.entries.length + ' entries');
`))
	install := exec.Command(npm, "install", "--no-audit", "--no-fund", "--ignore-scripts")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("npm install: %v\n%s", err, out)
		}
		t.Skipf("npm cannot install: %v", err)
	}
	check := exec.Command("node", "check.js")
	check.Dir = dir
	out, err := check.CombinedOutput()
	if err != nil || string(out) != "60 entries\n" {
		t.Fatalf("har-schema: %v\n%s", err, out)
	}
}
