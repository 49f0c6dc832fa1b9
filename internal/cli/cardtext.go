package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
)

// showDiscovery prints the search and the card for people.
func showDiscovery(p *program, d *inspector.Discovery) {
	if d.Card != nil {
		showCard(p.stdout, d)
		showFindings(p.stdout, d.Findings)
	}
	if len(d.Trail) == 0 {
		return
	}
	if d.Card != nil {
		fmt.Fprintln(p.stdout)
	}
	fmt.Fprintln(p.stdout, "Looked at")
	rows := make([][]string, len(d.Trail))
	for i, t := range d.Trail {
		sign := " "
		if t.Found {
			sign = "✓"
		}
		rows[i] = []string{"  " + sign, visible(t.URL), statusWord(t.Status), short(t.Took), oneLine(t.Note)}
	}
	table(p.stdout, rows)
}

func showCard(w io.Writer, d *inspector.Discovery) {
	c := d.Card
	title := c.Name
	if c.Version != "" {
		title += " " + c.Version
	}
	fmt.Fprintln(w, oneLine(title))
	if c.Description != "" {
		fmt.Fprintln(w, oneLine(c.Description))
	}
	fmt.Fprintln(w)
	rows := [][]string{{"  Speaks", "A2A " + versionList(d.Versions)}}
	if d.CardURL != "" {
		rows = append(rows, []string{"  Card", visible(d.CardURL)})
	}
	if c.Provider != nil {
		rows = append(rows, []string{"  Provider", oneLine(c.Provider.Organization + " " + c.Provider.URL)})
	}
	rows = append(rows, []string{"  Can", capabilityWords(c.Capabilities)})
	if len(c.SecuritySchemes) > 0 {
		rows = append(rows, []string{"  Sign-in", schemeWords(c.SecuritySchemes)})
	}
	if c.Signatures > 0 {
		rows = append(rows, []string{"  Signed", often(c.Signatures)})
	}
	table(w, rows)
	showInterfaces(w, allInterfaces(d))
	showSkills(w, c.Skills)
}

// often says how often a card is signed; whether that holds is said apart.
func often(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func capabilityWords(c a2a.Capabilities) string {
	var words []string
	for _, w := range []struct {
		word string
		has  bool
	}{{"streaming", c.Streaming}, {"push notifications", c.Push}, {"state history", c.StateHistory}, {"extended card", c.ExtendedCard}} {
		if w.has {
			words = append(words, w.word)
		}
	}
	for _, e := range c.Extensions {
		word := oneLine(e.URI)
		if e.Required {
			word += " (required)"
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "nothing optional"
	}
	return strings.Join(words, ", ")
}

func schemeWords(schemes []a2a.SecurityScheme) string {
	words := make([]string, len(schemes))
	for i, s := range schemes {
		words[i] = oneLine(s.Name)
		if s.Type != "" && s.Type != s.Name {
			words[i] += " (" + oneLine(s.Type) + ")"
		}
	}
	return strings.Join(words, ", ")
}

func showInterfaces(w io.Writer, list []a2a.Interface) {
	fmt.Fprintln(w, "\nInterfaces")
	rows := make([][]string, len(list))
	for i, f := range list {
		rows[i] = []string{"  A2A " + string(f.Version), oneLine(cmp.Or(f.Binding.Word(), f.Custom)), visible(f.URL), tenantWord(f)}
	}
	table(w, rows)
}

func tenantWord(f a2a.Interface) string {
	if f.Tenant == "" {
		return ""
	}
	return "tenant " + oneLine(f.Tenant)
}

func showSkills(w io.Writer, skills []a2a.Skill) {
	if len(skills) == 0 {
		return
	}
	fmt.Fprintln(w, "\nSkills")
	rows := make([][]string, len(skills))
	for i, s := range skills {
		rows[i] = []string{"  " + oneLine(s.ID), oneLine(s.Name), oneLine(clip(s.Description, 100))}
	}
	table(w, rows)
}

// signOf marks how bad a finding is.
func signOf(s a2a.Severity) string {
	return map[a2a.Severity]string{a2a.Fault: "✕", a2a.Warning: "!", a2a.Info: "·"}[s]
}

func showFindings(w io.Writer, list []a2a.Problem) {
	if len(list) == 0 {
		fmt.Fprintln(w, "\nNo findings")
		return
	}
	fmt.Fprintln(w, "\nFindings")
	rows := make([][]string, len(list))
	for i, f := range list {
		rows[i] = []string{"  " + signOf(f.Severity) + " " + string(f.Severity), f.Check, oneLine(f.Message), oneLine(f.Path), f.Spec}
	}
	table(w, rows)
}
