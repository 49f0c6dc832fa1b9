package database

// BoolInt returns a bool as stored.
func BoolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Severity converts a stored severity. Higher numbers are worse; 0 is "".
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

// SeverityRank reverses Severity.
func SeverityRank(s string) int64 {
	for n := int64(1); n <= 3; n++ {
		if Severity(n) == s {
			return n
		}
	}
	return 0
}
