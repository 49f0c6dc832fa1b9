package faults

import (
	"fmt"
	"testing"
)

// BenchmarkPaced passes twelve streams, with an event every 30 ms, for half a minute. It reports what the
// console wrote to disk for each byte of traffic: dirtied pages, and bytes given to write(2) minus those
// it forwarded. The temporary folder must be on a disk, because nothing is counted for one in memory.
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
