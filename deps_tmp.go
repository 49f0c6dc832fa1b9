//go:build deps

package main

import (
	_ "github.com/a-h/templ"
	_ "github.com/adrg/xdg"
	_ "github.com/alecthomas/kong"
	_ "github.com/chromedp/chromedp"
	_ "github.com/cli/browser"
	_ "github.com/dustin/go-humanize"
	_ "github.com/gorilla/websocket"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/starfederation/datastar-go/datastar"
	_ "github.com/yuin/goldmark"
	_ "modernc.org/sqlite"
)
