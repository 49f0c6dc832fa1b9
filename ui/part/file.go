package part

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func sum(p []byte) string {
	h := sha256.Sum256(p)
	return hex.EncodeToString(h[:])
}

// fileName returns the name that an agent gave a file, shortened for display. It never names a file
// on disk.
func fileName(p a2a.Part) string {
	if p.Filename == "" {
		return "unnamed file"
	}
	return Short(path.Base(strings.ReplaceAll(p.Filename, `\`, "/")), 80)
}

func typeName(mediaType string) string {
	if mediaType == "" {
		return "no media type"
	}
	return Short(mediaType, 60)
}

// frameTitle names a sandboxed frame for screen readers.
func frameTitle(p a2a.Part) string { return "Sandboxed view of " + fileName(p) }
