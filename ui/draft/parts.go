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

// AsData turns a form into the JSON of what its fields hold.
func (d *Draft) AsData(num int) {
	if i := d.part(num); i >= 0 && d.Parts[i].Kind == "form" {
		d.NextNum++
		d.Parts[i] = Part{Num: d.NextNum, Kind: "data", Text: d.Parts[i].AsJSON()}
		d.Shape++
	}
}

func (d *Draft) Up(num int) {
	if i := d.part(num); i > 0 {
		d.Parts[i-1], d.Parts[i] = d.Parts[i], d.Parts[i-1]
		d.Shape++
	}
}
