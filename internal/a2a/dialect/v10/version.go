package v10

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Version is 1.0.
func Version() *version.Version {
	return &version.Version{
		Dialect:    Dialect{},
		WholeMajor: true, Negotiated: true,
		Form: version.Wrapped,
		Drafts: []version.Draft{{
			Method: "ListTaskPushNotificationConfig", Op: a2a.ListPushConfigs, From: "1.0's release candidate", Spec: "1.0 §5.3",
		}},
		Paths: []version.CardPath{{Suffix: "/.well-known/agent-card.json", Op: a2a.GetCard}},
		Card:  version.Card{Interfaces: true, Place: "CARD-04", Signed: true},
		Stream: version.Stream{
			Opening: true, Messages: true, Whole: true,
			Moved: "STM-01", MovedSeverity: a2a.SeverityError,
			Append: "ART-05", Late: "ART-06",
		},
		Sections: version.Sections{
			Envelope: "§9.1", Request: "§9.3", StreamBody: "§9.1",
			Events: "§4.2", StreamEnd: "§3.1.2", Chunks: "§4.2.2", States: "§4.1.3", Errors: "§5.4",
			Task: "§3.1.3", Subscription: "§3.1.3", Moved: "§3.1.1", Opening: "§3.1.2", Subscribing: "§3.1.6",
			Header: "§3.6.1", HeaderEmpty: "§3.6.2", Extensions: "§14.2.2", Place: "§8.2", Cached: "§8.6.1",
		},
		Checks: version.Checks{Task: "RES-11", Subscription: "RES-11", Extensions: "HDR-05/name"},
		Agent: version.Agent{
			MessageIDs: true, History: true, Snapshot: true, Rejoins: true, Refuses: true, Replies: true, Extensions: true, Offers: true,
			PushType: "application/a2a+json",
		},
		REST: &version.REST{
			Dialect: Dialect{}, Form: version.Wrapped,
			Routes:    version.RoutesBelow("", "/extendedAgentCard"),
			MediaType: "application/a2a+json", Accept: "application/a2a+json, application/json",
			Tenants: true, StatusBody: true, SuccessCheck: "REST-08",
			Sections: version.RESTSections{
				Binding: "§11", Body: "§11.1", Object: "§11.2", Query: "§11.5", Route: "§11.3",
				Result: "§11.3", Params: "§11.5", Errors: "§11.6", Stream: "§11.7",
			},
		},
		GRPC: &version.GRPC{Service: Dialect{}, MethodCheck: "GRPC-02", ErrorInfo: true},
		Kits: []version.Kit{{Release: "1.0.0", PlainJSON: true, FirstTable: true}, {Release: "1.0.1"}},
	}
}
