package database

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// Access is how a connection uses the file.
type Access int

const (
	ReadWrite  Access = iota
	ReadShared        // reads while another connection writes
	ReadOnly          // reads, and opens the file read-only
	Immutable         // reads as if nobody wrote the file: no -wal, no -shm
)

// pragmas are set on every connection, in this order. The busy timeout comes first, because the others may
// need to wait for a lock.
func pragmas(a Access) []string {
	p := []string{"busy_timeout(5000)"}
	if a == ReadWrite {
		// auto_vacuum takes effect only before the first table is created.
		p = append(p, "auto_vacuum(INCREMENTAL)", "journal_mode(WAL)", "synchronous(NORMAL)", "wal_autocheckpoint(4000)",
			"journal_size_limit(67108864)", "cache_size(-8000)", "secure_delete(fast)")
	} else {
		p = append(p, "query_only(1)", "cache_size(-4000)")
	}
	return append(p, "foreign_keys(1)", "temp_store(MEMORY)")
}

// DSN builds the driver's data source name for a file. It escapes everything except the pragmas above, because
// the driver runs pragmas as SQL.
func DSN(path string, a Access) string {
	path = filepath.ToSlash(path)
	if runtime.GOOS == "windows" && !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	q := url.Values{"_pragma": pragmas(a), "_dqs": {"0"}, "_error_rc": {"1"}}
	switch a {
	case ReadOnly:
		q.Set("mode", "ro")
	case Immutable:
		q.Set("mode", "ro")
		q.Set("immutable", "1")
	default:
		q.Set("mode", "rw")
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}
	if !strings.HasPrefix(path, "/") {
		u.Path, u.Opaque = "", (&url.URL{Path: path}).EscapedPath()
	}
	return u.String()
}
