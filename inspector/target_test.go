package inspector

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

func TestChoose(t *testing.T) {
	card := &a2a.Card{Interfaces: []a2a.Interface{
		{URL: "grpc.example:443", Binding: a2a.GRPC, Version: a2a.V10},
		{URL: "https://a.example/v1", Binding: a2a.JSONRPC, Version: a2a.V10, Tenant: "x"},
		{URL: "https://a.example/v0", Binding: a2a.JSONRPC, Version: a2a.V01},
	}}
	for v, want := range map[a2a.Version]string{"": "/v1", a2a.V10: "/v1", a2a.V01: "/v0"} {
		got, err := Choose(card, v, a2a.JSONRPC)
		if err != nil || !strings.HasSuffix(got.Endpoint, want) {
			t.Errorf("%q: %+v, %v", v, got, err)
		}
	}
	if got, _ := Choose(card, a2a.V10, a2a.JSONRPC); got.Tenant != "x" {
		t.Errorf("tenant lost: %+v", got)
	}
	if got, err := Choose(card, "", ""); err != nil || got.Endpoint != "https://grpc.example:443" {
		t.Errorf("the card's first is %+v, %v", got, err)
	}
	if _, err := Choose(card, "9.9", ""); err == nil || !strings.Contains(err.Error(), "A2A 1.0 JSON-RPC") {
		t.Errorf("%v", err)
	}
	if _, err := Choose(&a2a.Card{}, "", ""); err == nil {
		t.Error("chose from nothing")
	}
	hostile := &a2a.Card{Interfaces: []a2a.Interface{{URL: "http://0xA9FEA9FE/rpc", Binding: a2a.JSONRPC, Version: a2a.V10}}}
	if got, err := Choose(hostile, "", ""); err == nil {
		t.Errorf("chose %s", got.Endpoint)
	}
}

func TestDiscoveryChooseResolvesRelativeURLs(t *testing.T) {
	d := &Discovery{CardURL: "http://127.0.0.1:9/base/.well-known/agent.json", Card: &a2a.Card{
		Interfaces: []a2a.Interface{{URL: "/rpc", Binding: a2a.JSONRPC, Version: a2a.V01}}}}
	got, err := d.Choose("", "")
	if err != nil || got.Endpoint != "http://127.0.0.1:9/rpc" {
		t.Errorf("%+v, %v", got, err)
	}
}

// Every version can be chosen in exactly the bindings in which the console speaks it.
func TestChooseByBinding(t *testing.T) {
	card := &a2a.Card{}
	for _, v := range []a2a.Version{a2a.V10, a2a.V03, a2a.V02, a2a.V01, "2.0"} {
		for _, b := range []a2a.Binding{a2a.GRPC, a2a.REST, a2a.JSONRPC} {
			card.Interfaces = append(card.Interfaces, a2a.Interface{URL: "https://a.example/" + string(v) + string(b), Binding: b, Version: v})
		}
	}
	for _, f := range card.Interfaces {
		_, speaks := dialect.Speaks(f.Version, f.Binding)
		got, err := Choose(card, f.Version, f.Binding)
		if speaks != (err == nil) || speaks && got.Endpoint != f.URL {
			t.Errorf("%s %s: %+v, %v", f.Version, f.Binding, got, err)
		}
	}
	if got, err := Choose(card, "", a2a.REST); err != nil || got.Version != a2a.V10 {
		t.Errorf("the first over HTTP+JSON is %+v, %v", got, err)
	}
	only := &a2a.Card{Interfaces: card.Interfaces[len(card.Interfaces)-1:]}
	if _, err := Choose(only, "", a2a.REST); err == nil || !strings.Contains(err.Error(), "no HTTP+JSON interface, only A2A 2.0 JSON-RPC") {
		t.Errorf("%v", err)
	}
}

// TestOffersInErrors: an error lists a few of a card's offers, without repetitions.
func TestOffersInErrors(t *testing.T) {
	card := &a2a.Card{}
	for i := range 100 {
		card.Interfaces = append(card.Interfaces, a2a.Interface{URL: "http://a/", Version: a2a.Version(fmt.Sprintf("9.%d", i/2)), Binding: a2a.JSONRPC})
	}
	_, err := Choose(card, a2a.V10, a2a.GRPC)
	if err == nil || strings.Count(err.Error(), "A2A 9.") != maxOffers || strings.Count(err.Error(), "A2A 9.1 ") != 1 || !strings.Contains(err.Error(), "and others") {
		t.Error(err)
	}
}
