package page

import "testing"

// TestNoRoute: what servers say if there is nothing at a path is distinguished from what agents say about
// something else that is missing.
func TestNoRoute(t *testing.T) {
	for said, want := range map[string]bool{
		"Not Found": true, "Not found.": true, "404 page not found": true, "HTTP 404 Not Found": true, "Error: 404 - not found!": true, "404": true,
		"Cannot POST /v1": true, "Route POST:/v1 not found": true, "No static resource v1.": true, "No handler found for POST /v1": true,
		"no Route matched with those values": true, `No route matches [POST] "/v1"`: true, "The requested resource [/v1] is not available": true,
		"The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.": true,
		"Tenant acme is gone": false, "Resource acme has expired": false, "The page of results is gone": false, "Endpoint of the model is down": false,
		"Route to the warehouse is unknown": false, "not found: session 7": false, "no resource left": false, "404 tenants, none of them acme": false, "Task 3f404b12 not found": false, "no such task: t-404": false,
	} {
		if got := IsNoRoute(said); got != want {
			t.Errorf("%s: %v", said, got)
		}
	}
}
