package compose

import (
	"github.com/a2a-console/a2a-console/ui/part"
)

// tenantWord is the placeholder of the tenant's field.
func tenantWord(v *View) string {
	if v.Target.Tenant != "" && v.Draft.Tenant == "" {
		return part.Short(v.Target.Tenant, 60) + ", of the card"
	}
	return "none"
}
