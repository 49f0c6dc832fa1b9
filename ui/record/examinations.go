package record

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/ui/host"
)

// maxExaminations bounds the newest examinations that lists know.
const maxExaminations = 1000

// ExaminationsBySession returns the ids of examinations by the session that holds their calls; none without an examiner.
func ExaminationsBySession(ctx context.Context, examiner host.Examiner) (map[string]string, error) {
	if examiner == nil {
		return nil, nil
	}
	list, err := examiner.Recent(ctx, maxExaminations)
	if err != nil {
		return nil, fmt.Errorf("read the examinations: %w", err)
	}
	out := map[string]string{}
	for _, e := range list {
		out[e.Session] = e.ID
	}
	return out, nil
}
