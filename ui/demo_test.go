package ui

import (
	"flag"
	"net/http"
	"os"
	"os/signal"
	"testing"
)

// TestDemo serves the pages over a fake record, for looking at them:
//
//	go test ./ui -run TestDemo -demo 127.0.0.1:7420 -demo-data hostile
func TestDemo(t *testing.T) {
	if *demoAddr == "" {
		t.Skip("serves pages for a person to look at; give it an address with -demo")
	}
	rec := map[string]func() *fakeRecord{"empty": emptyRecord, "normal": normalRecord, "hostile": hostileRecord, "busy": busyRecord}[*demoData]()
	s, err := New(Options{Library: rec, Desk: rec, Taps: rec, Directory: rec, Caller: &fakeCaller{}, Listen: *demoAddr, Token: "demo", Version: "demo", Now: nil})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	done := make(chan os.Signal, 1)
	signal.Notify(done, os.Interrupt)
	srv := &http.Server{Addr: *demoAddr, Handler: s}
	go func() { <-done; s.Close(); srv.Close() }()
	t.Log("open", s.URL())
	srv.ListenAndServe()
}

var (
	demoAddr = flag.String("demo", "", "address to serve the pages of a fake record at")
	demoData = flag.String("demo-data", "normal", "empty, normal, hostile or busy")
)
