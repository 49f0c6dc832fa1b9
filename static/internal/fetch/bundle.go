package main

import (
	"bytes"
	"fmt"
)

// prepare checks the bundle's hash, and removes its reference to a source map that is not shipped.
func prepare(bundle []byte, want string) ([]byte, error) {
	if got := hashOf(bundle); got != want {
		return nil, fmt.Errorf("datastar.js has sha256 %s, expected %s: the download is not what was reviewed", got, want)
	}
	if i := bytes.LastIndex(bundle, []byte("//# sourceMappingURL=")); i >= 0 {
		bundle = bundle[:i]
	}
	return bundle, nil
}

// changes lists the places where the bundle turns text into code, and their replacements.
func changes() [][2]string {
	return [][2]string{
		// The expression of an attribute is looked up, see js/compiled.js.
		{`Function("el","$","__action","evt",...n,s)`, `compiled(e)`},
		// Signals that are not JSON fail with the error of JSON.parse.
		{"catch{return Function(`return (${e})`)()}", `finally{}`},
		// Functions written as strings in JSON stay strings.
		{"try{let o=Function(`return (${i})`)();return typeof o==\"function\"?o:s}catch{return s}", `return s`},
	}
}

// withoutEval removes from the bundle what would need unsafe-eval. It fails if the bundle differs
// from the one that the changes were written for.
func withoutEval(bundle []byte) ([]byte, error) {
	for _, c := range changes() {
		if n := bytes.Count(bundle, []byte(c[0])); n != 1 {
			return nil, fmt.Errorf("datastar.js holds %q %d times, expected once: write the change anew for this version", c[0], n)
		}
		bundle = bytes.Replace(bundle, []byte(c[0]), []byte(c[1]), 1)
	}
	for _, bad := range []string{"Function(", "eval("} {
		if bytes.Contains(bundle, []byte(bad)) {
			return nil, fmt.Errorf("datastar.js still holds %q: write a change for it", bad)
		}
	}
	return append([]byte(`import{compiled}from"../js/compiled.js";`+"\n"), bundle...), nil
}
