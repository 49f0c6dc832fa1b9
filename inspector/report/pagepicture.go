package report

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"image"
	_ "image/gif"  // which pictures may be
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise

	"github.com/a2a-console/a2a-console/internal/a2a"
)

const (
	mostOfPicture  = 256 << 10 // bytes of one picture in a page
	mostOfPictures = 1 << 20   // of all
	widestPicture  = 4096      // pixels in either direction: a small file may unfold to a huge picture
	mostPixels     = 32 << 20  // of all pictures
)

// picture is a file's bytes as an address that an img element shows, "" for what is no picture
// of a kind, a size and a resolution that a page may hold. What an agent calls the file does
// not matter.
func (t *partsWriter) picture(p a2a.Part) template.URL {
	if n := len(p.Bytes); n == 0 || n > mostOfPicture || t.pictures+n > mostOfPictures {
		return ""
	}
	c, kind, err := image.DecodeConfig(bytes.NewReader(p.Bytes))
	if err != nil || c.Width > widestPicture || c.Height > widestPicture || t.pixels+c.Width*c.Height > mostPixels {
		return ""
	}
	t.pictures, t.pixels = t.pictures+len(p.Bytes), t.pixels+c.Width*c.Height
	return template.URL("data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(p.Bytes))
}
