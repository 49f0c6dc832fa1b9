// Package static embeds the files that browsers load: style sheets, JavaScript, icons. Their URLs
// contain a hash of all of them, so that browsers may cache them forever and never show an old one.
//
// `go generate ./static` fills the folder vendor, whose files are not in the repository. It fetches
// Datastar, the library behind the live pages, and checks it against a hash in the generator. It
// compiles the templates' expressions for Datastar to run. It merges both with the scripts and
// style sheets that every page needs into app.js and app.css.
package static

//go:generate go run ./internal/fetch

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed css js vendor icon.svg
var files embed.FS

// ErrNoBundle reports a binary that was built without the files that go generate makes.
var ErrNoBundle = errors.New("this binary was built without its JavaScript library: run go generate ./static, then build again")

// Check returns ErrNoBundle if the binary lacks the files that go generate makes.
func Check() error {
	for _, name := range []string{"vendor/datastar.js", "vendor/expressions.js", "vendor/app.js", "vendor/app.css"} {
		if _, err := fs.Stat(files, name); err != nil {
			return ErrNoBundle
		}
	}
	return nil
}

// License returns the licence of the embedded third-party JavaScript, or "".
func License() string {
	b, err := files.ReadFile("vendor/LICENSE-datastar.md")
	if err != nil {
		return ""
	}
	return string(b)
}

// Assets serves the embedded files. Safe for concurrent use.
type Assets struct{ prefix string }

// New returns Assets whose URLs contain the hash of all files.
func New() (*Assets, error) {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %d\n", name, len(b))
		h.Write(b)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the embedded files: %w", err)
	}
	return &Assets{prefix: "/static/" + hex.EncodeToString(h.Sum(nil))[:12] + "/"}, nil
}

// URL returns the address of an embedded file: URL("css/base.css").
func (a *Assets) URL(name string) string { return a.prefix + name }

// Sheets concatenates style sheets, for a page that cannot load any.
func Sheets(names ...string) (string, error) {
	var all strings.Builder
	for _, name := range names {
		b, err := files.ReadFile("css/" + name + ".css")
		if err != nil {
			return "", fmt.Errorf("read a style sheet: %w", err)
		}
		all.Write(b)
	}
	return all.String(), nil
}

// ServeHTTP serves the files. An address with another hash, from a page of an earlier version, gets
// the current file, which may not be cached.
func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rest := strings.TrimPrefix(r.URL.Path, "/static/")
	_, name, _ := strings.Cut(rest, "/")
	b, err := files.ReadFile(path.Clean(name))
	if err != nil {
		http.Error(w, "No such file.", http.StatusNotFound)
		return
	}
	keep := "no-store"
	if strings.HasPrefix(r.URL.Path, a.prefix) {
		keep = "public, max-age=31536000, immutable"
	}
	w.Header().Set("Cache-Control", keep)
	w.Header().Set("Content-Type", typeOf(name))
	w.Write(b)
}

func typeOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "text/plain; charset=utf-8"
}
