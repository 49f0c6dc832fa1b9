package redact

// huffman is a canonical code (RFC 1951 §3.2.2): how many codes there are of
// each length, and the symbols in the order of their codes.
type huffman struct {
	count   [16]int
	symbols []int
}

func newHuffman(lengths []uint8) *huffman {
	h := &huffman{symbols: make([]int, len(lengths))}
	for _, n := range lengths {
		h.count[n]++
	}
	h.count[0] = 0
	var at [16]int
	for n := 1; n < 15; n++ {
		at[n+1] = at[n] + h.count[n]
	}
	for symbol, n := range lengths {
		if n > 0 {
			h.symbols[at[n]] = symbol
			at[n]++
		}
	}
	return h
}

// next reads a symbol, bit by bit.
func (h *huffman) next(f *inflater) (int, error) {
	code, first, index := 0, 0, 0
	for n := 1; n < 16; n++ {
		bit, err := f.take(1)
		if err != nil {
			return 0, err
		}
		code |= bit
		if count := h.count[n]; code-count < first {
			return h.symbols[index+code-first], nil
		}
		index += h.count[n]
		first = (first + h.count[n]) << 1
		code <<= 1
	}
	return 0, errCorrupt
}

func fixedLengths() (l [288]uint8) {
	for i := range l {
		switch {
		case i < 144:
			l[i] = 8
		case i < 256:
			l[i] = 9
		case i < 280:
			l[i] = 7
		default:
			l[i] = 8
		}
	}
	return l
}

func fixedDistances() []uint8 {
	l := make([]uint8, 30)
	for i := range l {
		l[i] = 5
	}
	return l
}

// dynamic reads a block's own codes, then the block.
func (f *inflater) dynamic() error {
	var n [3]int
	for i, c := range [...]struct {
		bits uint
		add  int
	}{{5, 257}, {5, 1}, {4, 4}} {
		v, err := f.take(c.bits)
		if err != nil {
			return err
		}
		n[i] = v + c.add
	}
	if n[0] > 286 || n[1] > 30 {
		return errCorrupt
	}
	var order [19]uint8
	for _, i := range []int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}[:n[2]] {
		v, err := f.take(3)
		if err != nil {
			return err
		}
		order[i] = uint8(v)
	}
	lengths, err := f.lengths(newHuffman(order[:]), n[0]+n[1])
	if err != nil {
		return err
	}
	return f.block(newHuffman(lengths[:n[0]]), newHuffman(lengths[n[0]:]))
}

// lengths reads the lengths of codes, which are themselves coded.
func (f *inflater) lengths(code *huffman, n int) ([]uint8, error) {
	var out []uint8
	for len(out) < n {
		symbol, err := code.next(f)
		if err != nil {
			return nil, err
		}
		if symbol < 16 {
			out = append(out, uint8(symbol))
			continue
		}
		var last uint8
		bits, add := uint(2), 3
		switch {
		case symbol == 17:
			bits = 3
		case symbol == 18:
			bits, add = 7, 11
		case len(out) == 0:
			return nil, errCorrupt
		default:
			last = out[len(out)-1]
		}
		more, err := f.take(bits)
		if err != nil {
			return nil, err
		}
		for range more + add {
			out = append(out, last)
		}
	}
	if len(out) > n {
		return nil, errCorrupt
	}
	return out, nil
}
