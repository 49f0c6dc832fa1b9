package main

import (
	"bytes"
	"fmt"
)

// prepare checks the bundle's hash and drops its pointer to a source map that
// is not shipped.
func prepare(bundle []byte, want string) ([]byte, error) {
	if got := hashOf(bundle); got != want {
		return nil, fmt.Errorf("datastar.js has sha256 %s, expected %s: the download is not what was reviewed", got, want)
	}
	if i := bytes.LastIndex(bundle, []byte("//# sourceMappingURL=")); i >= 0 {
		bundle = bundle[:i]
	}
	return bundle, nil
}
