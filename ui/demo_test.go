package ui

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
)

var (
	demoAddr = flag.String("demo", "", "address to serve the pages of a fake record at")
	demoData = flag.String("demo-data", "normal", "empty, normal, hostile or busy")
)

// demo serves the pages over a fake record until Ctrl-C, for looking at them:
//
//	go test ./ui -demo 127.0.0.1:7460 -demo-data hostile
func demo(addr, data string) error {
	records := map[string]func() *fakeRecord{"empty": emptyRecord, "normal": normalRecord, "hostile": hostileRecord, "busy": busyRecord}
	fill, ok := records[data]
	if !ok {
		return fmt.Errorf("no demo data %q: take empty, normal, hostile or busy", data)
	}
	rec := fill()
	rules, holds := intercepting(data, rec)
	s, err := New(Options{Rules: rules, HoldQueue: holds, Library: rec, Desk: rec, Taps: rec, Directory: rec, Caller: &fakeCaller{}, Listen: addr, Token: "demo", Version: "demo", Now: fakeNow})
	if err != nil {
		return err
	}
	defer s.Close()
	done := make(chan os.Signal, 1)
	signal.Notify(done, os.Interrupt)
	srv := &http.Server{Addr: addr, Handler: s}
	go func() { <-done; s.Close(); srv.Close() }()
	fmt.Println("open", s.URL())
	if err := srv.ListenAndServe(); err != http.ErrServerClosed {
		return err
	}
	return nil
}
