package print

import (
	"fmt"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
)

// Discovery prints, for people, the card with its findings, and the URLs that were tried.
func Discovery(p *stdio.Streams, d *inspector.Discovery) {
	if d.Card != nil {
		showCard(p.Stdout, d)
		printProblems(p.Stdout, d.Findings, make([]string, len(d.Findings)))
	}
	if len(d.Trail) == 0 {
		return
	}
	if d.Card != nil {
		fmt.Fprintln(p.Stdout)
	}
	fmt.Fprintln(p.Stdout, "Requests")
	rows := make([][]string, len(d.Trail))
	for i, t := range d.Trail {
		sign := " "
		if t.HasCard {
			sign = "✓"
		}
		rows[i] = []string{"  " + sign, words.Address(t.URL), words.Status(t.Status), words.FormatDuration(t.Took), words.OneLine(t.Note)}
	}
	if !stdio.IsTerminal(p.Stdout) {
		stdio.Table{Rows: rows}.Write(p.Stdout)
		return
	}
	for _, row := range rows {
		fmt.Fprintln(p.Stdout, stdio.WrapHanging(p.Stdout, row[0]+" ", "    ", joinDots(row[1:4]...)))
		if row[4] != "" {
			fmt.Fprintln(p.Stdout, stdio.Wrap(p.Stdout, "    ", row[4]))
		}
	}
}

func showCard(w io.Writer, d *inspector.Discovery) {
	c := d.Card
	title := c.Name
	if c.Version != "" {
		title += " " + c.Version
	}
	fmt.Fprintln(w, stdio.Wrap(w, "", words.OneLine(title)))
	if c.Description != "" {
		fmt.Fprintln(w, stdio.Wrap(w, "", words.OneLine(c.Description)))
	}
	fmt.Fprintln(w)
	rows := [][]string{{"  Speaks", "A2A " + words.Versions(d.Versions)}}
	if d.CardURL != "" {
		rows = append(rows, []string{"  Card", words.Visible(d.CardURL)})
	}
	if c.Provider != nil {
		rows = append(rows, []string{"  Provider", words.OneLine(c.Provider.Organization + " " + c.Provider.URL)})
	}
	rows = append(rows, []string{"  Can", capabilityWords(c.Capabilities)})
	if len(c.SecuritySchemes) > 0 {
		rows = append(rows, []string{"  Sign-in", schemes(c.SecuritySchemes)})
	}
	if c.Signatures > 0 {
		rows = append(rows, []string{"  Signed", signatureCountText(c.Signatures)})
	}
	printPairs(w, rows)
	showInterfaces(w, allInterfaces(d))
	showSkills(w, c.Skills)
}

// signatureCountText returns how often a card is signed. It does not say whether the signatures are
// valid.
func signatureCountText(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func capabilityWords(c a2a.Capabilities) string {
	var list []string
	for _, w := range []struct {
		word string
		has  bool
	}{{"streaming", c.Streaming}, {"push notifications", c.Push}, {"state history", c.StateHistory}, {"extended card", c.ExtendedCard}} {
		if w.has {
			list = append(list, w.word)
		}
	}
	for _, e := range c.Extensions {
		word := words.OneLine(e.URI)
		if e.Required {
			word += " (required)"
		}
		list = append(list, word)
	}
	if len(list) == 0 {
		return "nothing optional"
	}
	return strings.Join(list, ", ")
}

func showInterfaces(w io.Writer, list []a2a.Interface) {
	fmt.Fprintln(w, "\nInterfaces")
	rows := make([][]string, len(list))
	for i, f := range list {
		rows[i] = []string{"  A2A " + string(f.Version), words.OneLine(words.Binding(f)), words.Address(f.URL), tenantWord(f)}
	}
	stdio.Table{Rows: rows, Shorten: []int{1, 3}}.Write(w)
}

func tenantWord(f a2a.Interface) string {
	if f.Tenant == "" {
		return ""
	}
	return "tenant " + words.OneLine(f.Tenant)
}

func showSkills(w io.Writer, skills []a2a.Skill) {
	if len(skills) == 0 {
		return
	}
	fmt.Fprintln(w, "\nSkills")
	rows := make([][]string, len(skills))
	for i, s := range skills {
		rows[i] = []string{"  " + words.OneLine(s.ID), joinDots(words.OneLine(s.Name), words.OneLine(clip.Runes(s.Description, 300)))}
	}
	printPairs(w, rows)
}

func schemes(list []a2a.SecurityScheme) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = words.OneLine(s.Name)
		if says := words.Scheme(s); says != "" && says != s.Name {
			out[i] += " (" + says + ")"
		}
	}
	return strings.Join(out, ", ")
}
