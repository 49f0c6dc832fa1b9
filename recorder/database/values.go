package database

// BoolInt is a truth value as it is stored.
func BoolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Severity is a value of the column worst, in which they rise.
func Severity(n int64) string {
	switch n {
	case 1:
		return "info"
	case 2:
		return "warning"
	case 3:
		return "error"
	}
	return ""
}

// SeverityRank undoes Severity; 0 is none.
func SeverityRank(s string) int64 {
	for n := int64(1); n <= 3; n++ {
		if Severity(n) == s {
			return n
		}
	}
	return 0
}
