package blobs_test

import (
	"context"
	"slices"
	"testing"
)

func TestAFolderListsItsOwnBlobs(t *testing.T) {
	for name, location := range map[string]string{"directory": t.TempDir(), "memory": "mem://", "bucket": bucket(t)} {
		s := open(t, location)
		if names, err := s.List(context.Background(), "erased"); err != nil || len(names) != 0 {
			t.Errorf("%s: an empty store lists %v, %v", name, names, err)
		}
		for _, key := range []string{"erased/B", "erased/A", "erased/deeper/C", "erasedD", "other/E"} {
			put(t, s, key, "", "")
		}
		names, err := s.List(context.Background(), "erased/")
		slices.Sort(names)
		if err != nil || !slices.Equal(names, []string{"A", "B"}) {
			t.Errorf("%s lists %v, %v", name, names, err)
		}
	}
}
