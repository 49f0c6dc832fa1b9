package part

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// sum is the SHA-256 of bytes in hexadecimal.
func sum(p []byte) string {
	h := sha256.Sum256(p)
	return hex.EncodeToString(h[:])
}

// fileName is the name an agent gave a file, safe to read; it never names
// anything on disk.
func fileName(p a2a.Part) string {
	if p.Filename == "" {
		return "unnamed file"
	}
	return Short(path.Base(strings.ReplaceAll(p.Filename, `\`, "/")), 80)
}

// typeName is the media type as written, or that none was given.
func typeName(mediaType string) string {
	if mediaType == "" {
		return "no media type"
	}
	return Short(mediaType, 60)
}

// frameTitle names a sandboxed frame for those who cannot see it.
func frameTitle(p a2a.Part) string { return "Sandboxed view of " + fileName(p) }
