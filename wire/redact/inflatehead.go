package redact

// gzip reads a member of RFC 1952.
func (f *inflater) gzip() error {
	var head [10]int
	for i := range head {
		v, err := f.take(8)
		if err != nil {
			return err
		}
		head[i] = v
	}
	if head[0] != 0x1f || head[1] != 0x8b || head[2] != 8 {
		return errCorrupt
	}
	if err := f.gzipFields(head[3]); err != nil {
		return err
	}
	if err := f.stream(); err != nil {
		return err
	}
	f.align()
	return f.skip(8)
}

// gzipFields passes over the optional fields of a header.
func (f *inflater) gzipFields(flags int) error {
	if flags&4 != 0 {
		n, err := f.take(16)
		if err != nil {
			return err
		}
		if err := f.skip(n); err != nil {
			return err
		}
	}
	for _, text := range []int{8, 16} { // a name and a comment, each ended by a zero
		for c := flags & text; c != 0; {
			var err error
			if c, err = f.take(8); err != nil {
				return err
			}
		}
	}
	if flags&2 != 0 {
		return f.skip(2)
	}
	return nil
}

func (f *inflater) skip(n int) error {
	for range n {
		if _, err := f.take(8); err != nil {
			return err
		}
	}
	return nil
}

// zlib reads what is sent as "deflate": RFC 1950, or, as many servers do, the
// bare stream. Nothing follows it.
func (f *inflater) zlib() error {
	if err := f.need(16); err != nil {
		return err
	}
	if h := f.bits & 0xffff; h&0x0f == 8 && ((h&0xff)<<8|h>>8)%31 == 0 {
		if _, err := f.take(16); err != nil {
			return err
		}
	}
	if err := f.stream(); err != nil {
		return err
	}
	return errShort
}
