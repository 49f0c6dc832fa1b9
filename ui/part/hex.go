package part

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"
)

const hexLimit = 4 << 10

// Hex draws bytes as offset, hexadecimal and printable ASCII, sixteen a line, up to 4 KB. from is
// the offset of the first byte.
func Hex(p []byte, from int64) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		b.WriteString(`<pre class="hex" translate="no" tabindex="0" role="region" aria-label="Bytes in hexadecimal">`)
		n := min(len(p), hexLimit)
		for i := 0; i < n; i += 16 {
			hexLine(&b, p[i:min(i+16, n)], from+int64(i))
		}
		b.WriteString(`</pre>`)
		if len(p) > n {
			b.WriteString(`<p class="rest">` + Bytes(int64(len(p)-n)) + ` more.</p>`)
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}

func hexLine(b *strings.Builder, row []byte, at int64) {
	fmt.Fprintf(b, `<i>%08x</i>  `, at)
	for i := range 16 {
		if i < len(row) {
			b.WriteString(hex.EncodeToString(row[i : i+1]))
		} else {
			b.WriteString("  ")
		}
		b.WriteByte(' ')
		if i == 7 {
			b.WriteByte(' ')
		}
	}
	b.WriteByte(' ')
	for _, c := range row {
		if c < 0x20 || c >= 0x7f {
			c = '.'
		}
		b.WriteString(templ.EscapeString(string(rune(c))))
	}
	b.WriteByte('\n')
}
