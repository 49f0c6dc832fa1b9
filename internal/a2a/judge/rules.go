package judge

// callRules are those of calls and their answers, in the order in which they are told. What
// described finds stands in rules.txt.
var callRules = []rule{
	{"CARD-32", described},
	{"REQ-15", described}, {"REQ-16", described}, {"REQ-17", inventedContext}, {"REQ-18", repeatedMessage}, {"REQ-19", otherTenant},
	{"RES-02", described}, {"RES-09", described}, {"RES-10", described}, {"RES-12", longHistory}, {"RES-15", described},
	{"RES-16", described}, {"RES-17", described}, {"RES-18", otherOutput}, {"RES-20", described},
	{"SSE-09", heldOpen}, {"SSE-15", heldOpen}, {"SSE-21", described}, {"SSE-23", otherEvents}, {"SSE-24", marked}, {"SSE-25", heldUp}, {"SSE-26", closedOnAuth},
	{"ART-04", repeatedArtifact}, {"ART-07", otherArtifacts},
	{"STM-01", described}, {"STM-01", wentOn}, {"STM-04", described}, {"STM-02", described}, {"STM-03", described}, {"STM-05", described}, {"STM-06", described},
	{"STM-07", marked}, {"STM-08", marked}, {"STM-11", described}, {"STM-13", described},
	{"ERR-02", described}, {"ERR-03", described}, {"ERR-04", described}, {"ERR-05", described}, {"ERR-06", wrongMedia},
	{"ERR-10", wrongParams}, {"ERR-11", described}, {"ERR-12", described}, {"ERR-13", described}, {"ERR-14", otherVersion},
	{"ERR-16", described}, {"ERR-17", otherMeaning},
	{"HDR-06", unconfirmedExtension}, {"HDR-07", inactiveExtension}, {"HDR-08", plainHTTP}, {"HDR-09", credentialsInBody},
	{"PUSH-03", described}, {"PUSH-07", described},
	{"LIST-02", unordered}, {"LIST-03", uninvitedArtifacts}, {"LIST-04", described}, {"LIST-06", unfiltered}, {"LIST-07", pagesOverlap}, {"LIST-08", described},
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
