package agent

import "strings"

type hostileText struct{ name, text string }

func hostileTexts() []hostileText {
	return []hostileText{
		{"script", `<script>document.title="owned"</script><img src=x onerror="document.title='owned'"><svg onload=alert(1)>`},
		{"closing", `</textarea></title></style></script></pre><!-- --><h1>escaped the frame</h1>`},
		{"carriage return", "one\rdata: elements <script>alert(1)</script>\r\rtwo\r\nthree\u2028four\u0085five"},
		{"expression", "@get('/x') @post(\"/x\") $signal ${1+1} {{1+1}} <%= 1 %> data-on:click=\"@get('/x')\""},
		{"attribute", `" onmouseover="alert(1)" x="' autofocus onfocus='alert(1)`},
		{"terminal", "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b[2J\x08\x08\x00\x7f bell \x07"},
		{"right to left", "invoice\u202Efdp.exe \u2066isolated\u2069 \u200Bzero\u200Bwidth\uFEFF"},
		{"long word", strings.Repeat("Donaudampfschifffahrt", 500)},
		{"long line", strings.Repeat("word ", 5000)},
		{"many lines", strings.Repeat("line\n", 2000)},
		{"emoji", strings.Repeat("👩‍👩‍👧‍👦🏳️‍🌈", 200)},
		{"stacked accents", strings.Repeat("Z"+strings.Repeat("\u0301\u0337\u034F", 30), 20)},
		{"formula", "=HYPERLINK(\"http://example.com\",\"click\")\n+1\n-1\n@SUM(1)"},
		{"not utf-16", "\U0010FFFF \uFFFD \uFFFE lone"},
	}
}
