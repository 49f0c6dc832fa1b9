package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"

	"github.com/a2a-console/a2a-console/static"
	"github.com/a2a-console/a2a-console/ui/part"
)

const standaloneDocument = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<style>%s</style>
</head>
<body>
<main class="saved-page">%s</main>
</body>
</html>
`

// WriteStandalone writes a self-contained page: no console, no scripts, nothing from outside.
// It uses only Title, Styles and Body of p. anchor returns the place in the page that a link
// leads to, or "" for none.
func WriteStandalone(ctx context.Context, w io.Writer, p Page, anchor func(href string) string) error {
	sheet, err := static.Sheets(append([]string{"base", "part"}, p.Styles...)...)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := part.DrawStandalone(ctx, p.Body, &body, anchor); err != nil {
		return fmt.Errorf("draw the page: %w", err)
	}
	sum := sha256.Sum256([]byte(sheet))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; img-src data:; base-uri 'none'; form-action 'none'"
	if _, err := fmt.Fprintf(w, standaloneDocument, html.EscapeString(policy), html.EscapeString(p.Title), sheet, body.Bytes()); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}
