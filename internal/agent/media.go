package agent

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// pngPicture is a gradient of 48 by 32 pixels.
func pngPicture() []byte {
	m := image.NewRGBA(image.Rect(0, 0, 48, 32))
	for y := range 32 {
		for x := range 48 {
			m.Set(x, y, color.RGBA{uint8(x * 5), uint8(y * 8), 160, 255})
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m) // a buffer takes every write and the picture is valid
	return b.Bytes()
}

// wavTone is a fifth of a second of 440 Hz, 8 kHz mono, 8 bit, fading out.
func wavTone() []byte {
	const rate, n = 8000, 1600
	var b bytes.Buffer
	b.WriteString("RIFF")
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a buffer takes every write
	put(uint32(36 + n))
	b.WriteString("WAVEfmt ")
	put(uint32(16))
	put([]uint16{1, 1})
	put([]uint32{rate, rate})
	put([]uint16{1, 8})
	b.WriteString("data")
	put(uint32(n))
	for i := range n {
		fade := 1 - float64(i)/n
		b.WriteByte(byte(128 + math.Round(100*fade*math.Sin(2*math.Pi*440*float64(i)/rate))))
	}
	return b.Bytes()
}

// pdfPage is one page with a line of text.
func pdfPage() []byte {
	const content = "BT /F1 24 Tf 40 90 Td (A page from the reference agent) Tj ET"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 180] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var places []int
	for i, o := range objects {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, p := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", p)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return b.Bytes()
}

const svgDrawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60" width="120" height="60">` +
	`<rect width="120" height="60" rx="8" fill="#264653"/><circle cx="34" cy="30" r="18" fill="#2a9d8f"/>` +
	`<path d="M52 30h34m-10-9 10 9-10 9" fill="none" stroke="#e9c46a" stroke-width="4"/>` +
	`<script>document.title="a script in an SVG ran"</script></svg>`

const htmlPage = `<!doctype html><meta charset="utf-8"><title>A page</title>
<h1>A page from an agent</h1>
<p>If the next line changes, scripts of agents run in your console: <b id="x">no script ran</b></p>
<script>document.getElementById("x").textContent = "a script ran"; try { parent.document.title = "owned" } catch (e) {}</script>
<img src="http://127.0.0.1:1/track.png" alt="a picture that must not be fetched">
<form action="http://127.0.0.1:1/"><button>A form that must go nowhere</button></form>
`
