package wire

// Reason says in words why something is not on record, to stand after a colon:
// "the disk was full". A Why that is a sentence comes as it is.
func (g Gap) Reason() string {
	switch g.Why {
	case WhyDiskFull:
		return "the disk was full"
	case WhyLimit:
		return "it was over the limit of what is kept of a body"
	case WhyFailed:
		return "the record could not be written"
	case WhyPaused:
		return "recording was paused"
	case WhyDamaged:
		return "the file it was read from was damaged"
	}
	return g.Why
}
