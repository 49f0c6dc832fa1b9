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

func (d *Draft) AsData(num int) { d.turn(num, "form", "data") }

// AsForm turns the JSON that AsData made back into the form as it was before.
func (d *Draft) AsForm(num int) { d.turn(num, "data", "form") }

func (d *Draft) turn(num int, from, to string) {
	i := d.part(num)
	if i < 0 || d.Parts[i].Kind != from || len(d.Parts[i].Fields) == 0 {
		return
	}
	p := &d.Parts[i]
	if to == "data" {
		p.Text = p.AsJSON()
	}
	d.NextNum++
	p.Num, p.Kind, p.FocusField = d.NextNum, to, 0
	d.Shape++
}

func (d *Draft) MoveUp(num int) {
	if i := d.part(num); i > 0 {
		d.Parts[i-1], d.Parts[i] = d.Parts[i], d.Parts[i-1]
		d.Shape++
	}
}
