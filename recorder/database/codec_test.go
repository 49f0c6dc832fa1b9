package database

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPackedChunksUnpackToWhatTheyWere(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 40<<10) // which cannot be compressed
	rand.NewChaCha8([32]byte{}).Read(noise)
	events := []byte(strings.Repeat(`data: {"jsonrpc":"2.0","id":1,"result":{}}`+"\n\n", 800))
	var k Packer
	for _, c := range []struct {
		name  string
		data  []byte
		codec int64
	}{
		{"small", events[:packThreshold-1], codecPlain},
		{"events", events, codecS2},
		{"noise", noise, codecPlain},
		{"events again, in the same memory", events[:packThreshold], codecS2},
	} {
		codec, stored := k.Pack(c.data)
		if codec != c.codec || codec == codecS2 && len(stored) > len(c.data)/2 {
			t.Errorf("%s: codec %d, %d bytes for %d", c.name, codec, len(stored), len(c.data))
		}
		n, err := unpackedLen(codec, stored)
		if err != nil || n != int64(len(c.data)) {
			t.Errorf("%s: %d bytes, %v", c.name, n, err)
		}
		if got, err := Unpack(codec, stored); err != nil || !bytes.Equal(got, c.data) {
			t.Errorf("%s: comes back as %d bytes, %v", c.name, len(got), err)
		}
	}
}

func TestDamagedChunksAreErrors(t *testing.T) {
	t.Parallel()
	_, stored := new(Packer).Pack(bytes.Repeat([]byte("data: x\n\n"), 1000))
	for name, c := range map[string]struct {
		codec  int64
		stored []byte
	}{
		"cut":     {codecS2, stored[:len(stored)/2]},
		"empty":   {codecS2, nil},
		"huge":    {codecS2, []byte{0xff, 0xff, 0xff, 0xff, 0x0f}},
		"unknown": {9, stored},
	} {
		if got, err := Unpack(c.codec, c.stored); err == nil {
			t.Errorf("%s: unpacks to %d bytes without an error", name, len(got))
		}
	}
}
