package model_test

import (
	"math"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/model"
)

func TestPrices(t *testing.T) {
	prices, err := model.ParsePrices(strings.NewReader("# USD per million tokens\n\ngpt-4o 2.50 10 1.25 # June\ngpt-4o-mini\t0.15 0.60\r\nfree/ 0 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	tokens := model.Tokens{Input: 1000, CachedInput: 400, Output: 100, IsKnown: true}
	for _, c := range []struct {
		model   string
		tokens  model.Tokens
		usd     float64
		isKnown bool
	}{
		{"gpt-4o-2024-08-06", tokens, (600*2.5 + 400*1.25 + 100*10) / 1e6, true},
		{"gpt-4o-mini", tokens, (1000*0.15 + 100*0.6) / 1e6, true},
		{"free/x", tokens, 0, true},
		{"gpt-4", tokens, 0, false},
		{"", tokens, 0, false},
		{"gpt-4o", model.Tokens{Input: 5}, 0, false},
		{"gpt-4o", model.Tokens{Input: 5, CachedInput: 9, IsKnown: true}, 5 * 1.25 / 1e6, true},
	} {
		usd, isKnown := prices.Cost(model.Call{Model: c.model, Tokens: c.tokens})
		if math.Abs(usd-c.usd) > 1e-12 || isKnown != c.isKnown {
			t.Errorf("%s costs %v, %v; want %v, %v", c.model, usd, isKnown, c.usd, c.isKnown)
		}
	}
	if _, isKnown := (model.Prices{}).Cost(model.Call{Model: "gpt-4o", Tokens: tokens}); isKnown {
		t.Error("no list has a price")
	}
}

func TestPriceErrors(t *testing.T) {
	for text, want := range map[string]string{
		"\ngpt-4o 1\n":                        "line 2: 2 words; write MODEL-PREFIX INPUT OUTPUT [CACHED], such as: gpt-4o 2.50 10 1.25",
		"a 1 2 3 4":                           "line 1: 5 words; write MODEL-PREFIX INPUT OUTPUT [CACHED], such as: gpt-4o 2.50 10 1.25",
		"a $1 2":                              `line 1: "$1" is not a price; write USD per million tokens as a number, such as 2.50`,
		"a NaN 2":                             `line 1: "NaN" is not a price; write USD per million tokens as a number, such as 2.50`,
		"a 1 -2":                              `line 1: "-2" is not a price; write USD per million tokens as a number, such as 2.50`,
		"a 1 2\n# b\na 1 3":                   `line 3: "a" has a price in line 1 already; remove one of the lines`,
		"a 1 2\n" + strings.Repeat("x", 5000): "line 2: longer than 4096 bytes; write one model per line",
	} {
		if _, err := model.ParsePrices(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

func TestSum(t *testing.T) {
	got := model.Sum([]model.Call{
		{Kind: model.KindModel, Model: "b", Tokens: model.Tokens{Input: 3, Output: 2, CachedInput: 1, Reasoning: 1, IsKnown: true}},
		{Kind: model.KindModel, Model: "a", Error: "overloaded"},
		{Kind: model.KindModel, Model: "b", Tokens: model.Tokens{Input: 4, Output: 1, IsKnown: true}},
		{Kind: model.KindModel, Model: "b"},
		{Kind: model.KindTool, ToolCalls: []model.ToolCall{{Name: "f", HasResult: true}, {Name: "f", HasResult: true, IsError: true}}, Error: "x"},
		{Kind: model.KindTool, ToolCalls: []model.ToolCall{{Name: "f"}}, Error: "Unknown tool"},
		{Kind: model.KindOther, Model: "a"},
	})
	want := []model.Total{
		{Name: "a", Calls: 1, Failed: 1},
		{Name: "b", Calls: 3, WithoutTokens: 1, Tokens: model.Tokens{Input: 7, Output: 3, CachedInput: 1, Reasoning: 1, IsKnown: true}},
		{Name: "f", Calls: 3, Failed: 2},
	}
	all := append(got.Models, got.Tools...)
	for i := range want {
		if len(all) != len(want) || all[i] != want[i] {
			t.Fatalf("sums are %+v, want %+v", all, want)
		}
	}
}
