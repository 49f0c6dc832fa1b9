package archive

// Limits bounds what a file may demand. A zero field means the default, which is given here.
type Limits struct {
	File      int64 // bytes of the file: 16 GiB
	Line      int64 // bytes of a line of jsonl, or of an entry of har: 128 MiB
	Exchanges int   // 10,000,000
	Text      int   // bytes of a URL, a name, or all headers of a message: 1 MiB
}

func (l Limits) withDefaults() Limits {
	if l.File == 0 {
		l.File = 16 << 30
	}
	if l.Line == 0 {
		l.Line = 128 << 20
	}
	if l.Exchanges == 0 {
		l.Exchanges = 10_000_000
	}
	if l.Text == 0 {
		l.Text = 1 << 20
	}
	return l
}
