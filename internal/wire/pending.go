package wire

// Pending counts recorded data that is still to be processed. The zero value means none.
type Pending struct {
	Journal    int64 `json:"journal_bytes"` // bytes of the journal that are not yet in the record's file
	Unlabelled int   `json:"unlabelled"`    // ended exchanges without final labels
	Unindexed  int   `json:"unindexed"`     // exchanges that full-text search does not find yet
	Outdated   int   `json:"older"`         // exchanges recorded by an older version that are still to be read again; until then their failures are not final
	Missing    int   `json:"missing"`       // exchanges that were not recorded and that no gap counts yet
}
