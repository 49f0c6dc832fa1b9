package static

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTextContrasts checks every text colour on every background that it may have, in the light and
// the dark scheme: 4.5:1 (WCAG 2.2, 1.4.3). Text inherits its colour and its background from
// different rules, so any ink may meet any ground. A rule that sets both is judged by that pair.
func TestTextContrasts(t *testing.T) {
	sheet := readPaint(t)
	for _, f := range sheet.faint(readTokens(t)) {
		t.Error(f)
	}
	if len(sheet.inks) < 7 || len(sheet.grounds) < 7 || len(sheet.pairs) < 20 {
		t.Errorf("the sheets have only %d inks, %d grounds and %d pairs", len(sheet.inks), len(sheet.grounds), len(sheet.pairs))
	}
}

// TestFaintTextIsFound proves that TestTextContrasts can fail: for an ink, for a ground and
// for a pair, in each scheme.
func TestFaintTextIsFound(t *testing.T) {
	sheet := readPaint(t)
	for token, faint := range map[string]string{"muted": "#808489", "hover": "#8A8A88", "on-accent": "#9080D0", "completed": "#4F9A68"} {
		for scheme := range schemes {
			tokens := readTokens(t)
			both := tokens[token]
			both[scheme] = parseHex(faint)
			tokens[token] = both
			found := sheet.faint(tokens)
			if !slices.ContainsFunc(found, func(f string) bool {
				return strings.Contains(f, schemes[scheme]) && strings.Contains(f, "--"+token)
			}) {
				t.Errorf("--%s is %s when %s, and no text is found too faint: %q", token, faint, schemes[scheme], found)
			}
		}
	}
}

// TestBordersOfInputsContrast: the borders of inputs have 3:1 (WCAG 2.2, 1.4.11).
func TestBordersOfInputsContrast(t *testing.T) {
	tokens := readTokens(t)
	for _, ground := range []string{"canvas", "panel", "rail", "hover"} {
		for i, scheme := range schemes {
			if c := contrast(tokens["input-line"][i], tokens[ground][i]); c < 3 {
				t.Errorf("--input-line on --%s has %.2f:1 when %s", ground, c, scheme)
			}
		}
	}
}

// TestColoursAreTokens: contrast is only checked for tokens of base.css, so every other colour must
// be listed here with a reason.
func TestColoursAreTokens(t *testing.T) {
	known := map[string]string{
		"::highlight(found)":                  "a pair of its own",
		".light.on":                           "a lamp, whose words say the same",
		"#palette::backdrop, #help::backdrop": "a shade over the page",
		"iframe.shown":                        "what an agent sent draws on white",
		".chips .terms":                       "a mask",
		".folding > details:not([open]) + .folded:not(:has(:focus-visible))": "a mask",
	}
	literal := regexp.MustCompile(`#[0-9A-Fa-f]{3,8}\b|\b(rgb|hsl|oklch|lab|lch)a?\(|:\s*(white|black|red|green|blue|gr[ae]y|yellow|orange)\b`)
	seen := map[string]bool{}
	for _, r := range readRules(t) {
		if r.selector == ":root" || !literal.MatchString(r.body) {
			continue
		}
		seen[r.selector] = true
		if known[r.selector] == "" {
			t.Errorf("%s: %s has a colour that is no token: %s", r.sheet, r.selector, literal.FindString(r.body))
		}
	}
	for selector := range known {
		if !seen[selector] {
			t.Errorf("%s has no colour of its own any more: take it off the list", selector)
		}
	}
}

// TestTextIsNotFaded: opacity reduces the contrast that the tokens promise. Only marks, drawings,
// animations and disabled controls are faded.
func TestTextIsNotFaded(t *testing.T) {
	known := []string{
		"button:disabled", "[inert] :is(button, input)", // 1.4.3 exempts disabled controls
		".rename > summary", ".timing-legend .key-held", // marks
		".timeline-chart .held", // drawings
		".plot .work .band", ".plot .event .shaft", "[data-stepping] .work",
		"from", "50%", // animation of things that wait
	}
	faded := regexp.MustCompile(`(?:^|;)\s*opacity:\s*0?\.`)
	for _, r := range readRules(t) {
		if faded.MatchString(r.body) && !slices.Contains(known, r.selector) {
			t.Errorf("%s: %s is faded: take a colour that can be read", r.sheet, r.selector)
		}
	}
}

// shapes are selectors with a background but no text on it.
var shapes = []string{
	"#rail .logo", "#rail .logo::before, #rail .logo::after",
	".split:hover, .split:focus-visible", ".two:has(> .detail) > .split",
	".track::before", ".toggle.on > .track", ".toggle.on > .track::before",
	".timing-legend .key-state", ".timing-legend .key-artifact", ".timing-legend .key-other", ".timing-legend .key-held",
	".timing-legend .key-phase-request", ".timing-legend .key-phase-wait", ".timing-legend .key-phase-head", ".timing-legend .key-phase-answer",
	".block:has(> .growing) .piece > .seg:last-child > .text::after",
	".list-rows .row.gap, .list-rows .row.gap:hover", // its text is on .c-gap
	".row > td > svg", "iframe.shown", ".light.on", "#palette::backdrop, #help::backdrop",
}

var schemes = []string{"light", "dark"}

type rule struct{ sheet, selector, body string }

func readRules(t *testing.T) (all []rule) {
	t.Helper()
	files, err := filepath.Glob("css/*.css")
	if err != nil || len(files) < 10 {
		t.Fatal("no sheets", err)
	}
	comment, inner := regexp.MustCompile(`(?s)/\*.*?\*/`), regexp.MustCompile(`([^{};]+)\{([^{}]*)\}`)
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range inner.FindAllStringSubmatch(comment.ReplaceAllString(string(text), ""), -1) {
			all = append(all, rule{filepath.Base(f), strings.Join(strings.Fields(m[1]), " "), m[2]})
		}
	}
	return all
}

type colour struct{ r, g, b float64 } // 0 to 1, sRGB

// readTokens returns the colours of base.css in each scheme.
func readTokens(t *testing.T) map[string][2]colour {
	t.Helper()
	text, err := os.ReadFile("css/base.css")
	if err != nil {
		t.Fatal(err)
	}
	tokens := map[string][2]colour{}
	for _, m := range regexp.MustCompile(`--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);`).FindAllStringSubmatch(string(text), -1) {
		tokens[m[1]] = [2]colour{parseHex(m[2]), parseHex(m[3])}
	}
	return tokens
}

// paint records which tokens the sheets use for text and backgrounds.
type paint struct {
	inks, grounds map[string]bool
	pairs         map[string][2]string // ink and ground of one rule, by its selector
}

var (
	declared = regexp.MustCompile(`(?:^|;)\s*(color|background|background-color):\s*([^;]+)`)
	mixed    = regexp.MustCompile(`color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, (?:var\(--([\w-]+)\)|transparent)\)`)
	named    = regexp.MustCompile(`var\(--([\w-]+)\)`)
)

func readPaint(t *testing.T) paint {
	t.Helper()
	p := paint{map[string]bool{}, map[string]bool{}, map[string][2]string{}}
	left := slices.Clone(shapes)
	for _, r := range readRules(t) {
		ink, grounds := "", []string(nil)
		for _, m := range declared.FindAllStringSubmatch(r.body, -1) {
			if m[1] != "color" {
				grounds = append(grounds, groundsOf(m[2])...)
			} else if n := named.FindStringSubmatch(m[2]); n != nil {
				ink = n[1]
			}
		}
		if i := slices.Index(left, r.selector); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		switch {
		case ink != "" && len(grounds) > 0:
			for _, g := range grounds {
				p.pairs[r.selector] = [2]string{ink, g}
			}
		case ink != "":
			p.inks[ink] = true
		}
		if ink == "" || !slices.Contains([]string{"accent", "text"}, strings.Join(grounds, "")) {
			for _, g := range grounds { // elements inside may have another ink
				p.grounds[g] = true
			}
		}
	}
	for _, s := range left {
		t.Errorf("no rule is for %s any more: take it off the shapes", s)
	}
	return p
}

// groundsOf returns the colours of a background: names of tokens, or "waiting 14 panel" for a mix.
// A half transparent one is mixed with the page.
func groundsOf(value string) (all []string) {
	for _, m := range mixed.FindAllStringSubmatch(value, -1) {
		below := m[3]
		if below == "" {
			below = "panel"
		}
		all = append(all, strings.Join([]string{m[1], m[2], below}, " "))
	}
	for _, m := range named.FindAllStringSubmatch(mixed.ReplaceAllString(value, ""), -1) {
		all = append(all, m[1])
	}
	return all
}

// faint lists texts with too little contrast for these tokens.
func (p paint) faint(tokens map[string][2]colour) (found []string) {
	judge := func(ink, ground, where string) {
		for _, token := range append(strings.Fields(ground), ink) {
			if _, known := tokens[token]; !known && strings.Trim(token, "0123456789") != "" {
				found = append(found, fmt.Sprintf("%s: --%s is no colour of base.css", where, token))
			}
		}
		for i, scheme := range schemes {
			if c := contrast(tokens[ink][i], mix(tokens, ground, i)); !(c >= 4.5) {
				found = append(found, fmt.Sprintf("%s: --%s on --%s has %.2f:1 when %s", where, ink, ground, c, scheme))
			}
		}
	}
	for _, ink := range slices.Sorted(maps.Keys(p.inks)) {
		for _, ground := range slices.Sorted(maps.Keys(p.grounds)) {
			judge(ink, ground, "text")
		}
	}
	for where, pair := range p.pairs {
		judge(pair[0], pair[1], where)
	}
	return found
}

// mix computes the colour of a ground as groundsOf names it.
func mix(tokens map[string][2]colour, ground string, scheme int) colour {
	parts := strings.Fields(ground)
	over := tokens[parts[0]][scheme]
	if len(parts) == 1 {
		return over
	}
	below := tokens[parts[2]][scheme]
	percent, _ := strconv.ParseFloat(parts[1], 64)
	k := percent / 100
	return colour{over.r*k + below.r*(1-k), over.g*k + below.g*(1-k), over.b*k + below.b*(1-k)}
}

func parseHex(s string) colour {
	n, err := strconv.ParseUint(s[1:], 16, 24)
	if err != nil {
		panic(err)
	}
	return colour{float64(n>>16) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}
}

// contrast is the ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b colour) float64 {
	light, dark := luminance(a), luminance(b)
	return (max(light, dark) + .05) / (min(light, dark) + .05)
}

func luminance(c colour) float64 {
	linear := func(v float64) float64 {
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	return .2126*linear(c.r) + .7152*linear(c.g) + .0722*linear(c.b)
}
