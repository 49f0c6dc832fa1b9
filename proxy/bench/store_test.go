package bench_test

import (
	"path/filepath"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/bench"
	"github.com/a2a-console/a2a-console/recorder"
)

// BenchmarkRecordedTap measures the tap with the store on disk, without labels and redaction.
// BenchmarkTap of package console has both.
func BenchmarkRecordedTap(b *testing.B) {
	bench.Run(b, bench.Recorder(func(tb testing.TB) wire.Recorder {
		s, err := recorder.Open(recorder.Options{Path: filepath.Join(tb.TempDir(), "bench.db")})
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() {
			if err := s.Close(); err != nil {
				tb.Error(err)
			}
		})
		return s
	}))
}
