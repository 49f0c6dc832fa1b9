package part

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // pictures that a file may contain
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"io"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"golang.org/x/net/html"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

const (
	maxPictureBytes  = 256 << 10 // bytes of one picture in a file
	maxPicturesBytes = 1 << 20   // bytes of all pictures
	maxPictureSide   = 4096      // pixels in either direction: a small file may decode to a huge picture
	maxPixels        = 32 << 20  // pixels of all pictures
)

// DrawStandalone is Draw for a file that is read without the console: it omits controls and embeds
// pictures. anchor returns where in the file a link leads, "" for nowhere.
func DrawStandalone(ctx context.Context, c templ.Component, w io.Writer, anchor func(href string) string) error {
	var b bytes.Buffer
	d := &drawing{to: &b, isStandalone: true}
	if err := c.Render(context.WithValue(ctx, drawingKey{}, d), d); err != nil {
		return err
	}
	s := staticCopier{anchor: anchor, ids: map[string]bool{}}
	return s.copy(w, &b)
}

// IsStandalone reports whether the drawing is read without the console.
func IsStandalone(ctx context.Context) bool {
	d, ok := ctx.Value(drawingKey{}).(*drawing)
	return ok && d.isStandalone
}

// imageURL returns what an image element loads for the file at the console's address
// u. For a standalone file it is the picture itself, or "" if its type, size or
// resolution is not allowed there.
func imageURL(ctx context.Context, p a2a.Part, u string) templ.SafeURL {
	if !IsStandalone(ctx) {
		return templ.SafeURL(u)
	}
	d := ctx.Value(drawingKey{}).(*drawing)
	n := len(p.Bytes)
	if n > maxPictureBytes || d.pictures+n > maxPicturesBytes {
		return ""
	}
	c, kind, err := image.DecodeConfig(bytes.NewReader(p.Bytes))
	if err != nil || c.Width > maxPictureSide || c.Height > maxPictureSide || d.pixels+c.Width*c.Height > maxPixels {
		return ""
	}
	d.pictures, d.pixels = d.pictures+n, d.pixels+c.Width*c.Height
	return templ.SafeURL("data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(p.Bytes))
}

// omittedTags are elements that a standalone page lacks, with their content. voidTags are
// elements without an end tag.
var (
	omittedTags = strings.Fields("audio base button dialog embed form iframe input label link meta nav noscript object script select style template textarea video")
	voidTags    = strings.Fields("area base br col embed hr img input link meta source track wbr")
	safeAttrs   = strings.Fields("alt class colspan cx cy d data-n datetime dir fill height id lang open points preserveaspectratio r role rowspan rx scope stroke stroke-width tabindex title translate viewbox width x x1 x2 y y1 y2")
)

// staticCopier copies a page as one that can only be read. It keeps only attributes
// that are known to do nothing.
type staticCopier struct {
	anchor func(href string) string

	depth int             // open elements within an omitted one, including itself
	rest  string          // element that says what is omitted; its links are dropped
	ids   map[string]bool // several views of one page may repeat them
}

func (s *staticCopier) copy(w io.Writer, r io.Reader) error {
	out, z := bufio.NewWriter(w), html.NewTokenizer(r)
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return fmt.Errorf("read what was drawn: %w", err)
			}
			return out.Flush()
		}
		raw := string(z.Raw())
		if t := z.Token(); s.filterToken(&t) {
			if t.Type == html.StartTagToken || t.Type == html.SelfClosingTagToken {
				raw = t.String()
			}
			out.WriteString(raw)
		}
	}
}

// filterToken reports whether to keep a token, and removes attributes from it.
func (s *staticCopier) filterToken(t *html.Token) bool {
	switch t.Type {
	case html.StartTagToken, html.SelfClosingTagToken:
		if s.depth > 0 || s.isOmitted(t) {
			if t.Type == html.StartTagToken && !slices.Contains(voidTags, t.Data) {
				s.depth++
			}
			return false
		}
		for i, a := range t.Attr {
			if a.Key == "href" {
				t.Attr[i].Val = s.anchor(a.Val)
			}
		}
		t.Attr = slices.DeleteFunc(t.Attr, func(a html.Attribute) bool { return !s.isSafeAttr(t.Data, a) })
		return t.Data != "img" || slices.ContainsFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "src" })
	case html.EndTagToken:
		if s.depth > 0 {
			s.depth--
			return false
		}
		if t.Data == s.rest {
			s.rest = ""
		}
	}
	return s.depth == 0 && t.Type != html.CommentToken
}

// isOmitted reports whether an element is useless without the console, or not visible.
func (s *staticCopier) isOmitted(t *html.Token) bool {
	var classes []string
	for _, a := range t.Attr {
		switch a.Key {
		case "hidden", "popover", "download":
			return true
		case "class":
			classes = strings.Fields(a.Val)
		}
	}
	if slices.Contains(classes, "rest") {
		s.rest = t.Data
	}
	return slices.Contains(omittedTags, t.Data) || t.Data == "a" && (s.rest != "" || slices.Contains(classes, "quiet") || slices.Contains(classes, "button"))
}

func (s *staticCopier) isSafeAttr(tag string, a html.Attribute) bool {
	switch a.Key {
	case "href":
		return strings.HasPrefix(a.Val, "#")
	case "src":
		return tag == "img" && strings.HasPrefix(a.Val, "data:image/")
	case "title":
		return tag != "a" // it describes a click
	case "id":
		again := s.ids[a.Val]
		s.ids[a.Val] = true
		return !again
	}
	return slices.Contains(safeAttrs, a.Key) || strings.HasPrefix(a.Key, "aria-")
}
