package compose

import (
	"github.com/a2a-console/a2a-console/ui/part"
)

func tenantWord(v *View) string {
	if v.Target.Tenant != "" && v.Draft.Tenant == "" {
		return part.Short(v.Target.Tenant, 60) + ", from the card"
	}
	return "none"
}
