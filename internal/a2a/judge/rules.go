package judge

// callRules are those of calls and their answers, a line for each check.
var callRules = []rule{
	{"CARD-32", extendedCard},
	{"REQ-15", foreignTask}, {"REQ-16", otherContext}, {"REQ-17", inventedContext}, {"REQ-18", repeatedMessage}, {"REQ-19", otherTenant},
	{"RES-02", otherSession}, {"RES-09", noContext}, {"RES-10", replacedContext}, {"RES-12", longHistory}, {"RES-15", notCanceled},
	{"RES-16", answeredEarly}, {"RES-17", unblocked}, {"RES-18", otherOutput}, {"RES-20", outputInMessage},
	{"SSE-09", heldOpen}, {"SSE-15", heldOpen}, {"SSE-21", subscribedLate}, {"SSE-23", otherEvents}, {"SSE-24", marked}, {"SSE-25", heldUp}, {"SSE-26", closedOnAuth},
	{"ART-04", repeatedArtifact}, {"ART-07", otherArtifacts},
	{"STM-01", movedOn}, {"STM-01", wentOn}, {"STM-04", movedOn}, {"STM-02", messageToFinished}, {"STM-03", messageToFinished}, {"STM-05", cancelOfFinished}, {"STM-06", unknownTask},
	{"STM-07", marked}, {"STM-08", marked}, {"STM-11", sharedID}, {"STM-13", canceledAgain},
	{"ERR-02", unknownTask}, {"ERR-03", undeclaredStream}, {"ERR-04", undeclaredStream}, {"ERR-05", undeclaredPush}, {"ERR-06", wrongMedia},
	{"ERR-10", wrongParams}, {"ERR-11", undeclaredCard}, {"ERR-12", missingCard}, {"ERR-13", missingExtension}, {"ERR-14", otherVersion},
	{"ERR-16", otherCaller}, {"ERR-17", otherMeaning},
	{"HDR-06", unconfirmedExtension}, {"HDR-07", inactiveExtension}, {"HDR-08", plainHTTP}, {"HDR-09", credentialsInBody},
	{"PUSH-03", anonymousConfig}, {"PUSH-07", deletedAgain},
	{"LIST-02", unordered}, {"LIST-03", uninvitedArtifacts}, {"LIST-04", wrongPageSize}, {"LIST-06", unfiltered}, {"LIST-07", pagesOverlap}, {"LIST-08", listInJSONRPC},
	{"REST-06", subscribeVerb}, {"REST-07", subscribeVerb}, {"GRPC-05", otherMetadata},
}

// fetchRules are those of fetches of cards, held to the newest version of the card.
var fetchRules = []rule{
	{"CARD-02", misplacedCard}, {"CARD-03", misplacedCard}, {"CARD-04", misplacedCard}, {"CARD-22", unreachableHost}, {"CARD-28", uncachedCard},
}

// deliveryRules are those of push notifications.
var deliveryRules = []rule{
	{"PUSH-12", otherType}, {"PUSH-13", otherToken}, {"PUSH-14", otherAuthorization}, {"PUSH-15", otherScheme}, {"PUSH-18", afterDelete}, {"PUSH-19", foreignNotification},
}

// marked finds what was marked as the answer came.
func marked(v *view) {
	for _, m := range v.marks {
		if m.check != v.check.ID {
			continue
		}
		f := v.answers(m.path, m.says)
		f.Frame, f.Times = m.frame, m.times
		if m.check == "STM-08" {
			f.warning()
		}
	}
}
