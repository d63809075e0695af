package searchtest_test

import (
	"testing"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/searchtest"
)

func TestTheReferencePassesTheConformanceTables(t *testing.T) {
	searchtest.Run(t, func(_ *testing.T, docs []search.Doc) (search.Engine, searchtest.Recount) {
		r := searchtest.NewReference(docs)
		return r, r.Recount
	})
}
