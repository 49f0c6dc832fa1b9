package wire

// Pending is what was recorded and is still to be made of it. All of it zero
// means that nothing is.
type Pending struct {
	Journal    int64 `json:"journal_bytes"` // bytes of the journal that are not in the record's file
	Unlabelled int   `json:"unlabelled"`    // exchanges that are over and have no final labels
	Unindexed  int   `json:"unindexed"`     // exchanges that a search for words does not find
	Outdated   int   `json:"older"`         // exchanges of an older version that are still to be read again; until then what failed of them is not final
	Missing    int   `json:"missing"`       // exchanges that were not recorded and of which no gap tells yet
}
