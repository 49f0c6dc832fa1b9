package faults

import (
	"fmt"
	"testing"
)

// BenchmarkPaced has twelve streams with an event each 30 ms pass for half a
// minute and reports what the console wrote to disk for each byte of traffic:
// pages made dirty, and bytes given to write(2) less those that it passed on.
// The temporary folder must be on a disk: nothing is counted of one in memory.
func BenchmarkPaced(b *testing.B) {
	s := newStage(b, scratch(b))
	io := fmt.Sprintf("/proc/%d/io", s.console.cmd.Process.Pid)
	var disk, wrote, traffic int64
	for b.Loop() {
		was, had := number(io, "write_bytes"), number(io, "wchar")
		d, _ := s.through(job{Do: "streams", N: 1000, Side: 12, Every: 30})
		disk += number(io, "write_bytes") - was
		wrote += number(io, "wchar") - had - d.Bytes
		traffic += d.Bytes
	}
	b.ReportMetric(float64(disk)/float64(traffic), "disk/traffic")
	b.ReportMetric(float64(wrote)/float64(traffic), "written/traffic")
	b.ReportMetric(float64(traffic)/1e6, "MB-traffic")
	s.report()
}
