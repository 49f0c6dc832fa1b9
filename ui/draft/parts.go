package draft

import (
	"slices"
)

func (d *Draft) Remove(num int) {
	if i := d.part(num); i >= 0 {
		d.Parts = slices.Delete(d.Parts, i, i+1)
		d.Shape++
	}
}

func (d *Draft) Up(num int) {
	if i := d.part(num); i > 0 {
		d.Parts[i-1], d.Parts[i] = d.Parts[i], d.Parts[i-1]
		d.Shape++
	}
}
