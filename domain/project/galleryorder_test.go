package project

import (
	"testing"

	"github.com/modyard/modyard/domain/fault"
)

func TestOneCommandReordersTheGallery(t *testing.T) {
	s := given(t, PictureAdded{Picture: Picture{URL: "a"}}, PictureAdded{Picture: Picture{URL: "b"}}, PictureAdded{Picture: Picture{URL: "c", Ordering: 2}})
	then(t, s, OrderGallery{By: owner, URLs: []string{"c", "a", "b"}},
		PictureReordered{URL: "c"}, PictureReordered{URL: "a", Ordering: 1}, PictureReordered{URL: "b", Ordering: 2})
	then(t, s, OrderGallery{By: owner, URLs: []string{"a", "b", "c"}}, PictureReordered{URL: "b", Ordering: 1})
	// A picture that the caller did not have follows the others.
	then(t, s, OrderGallery{By: owner, URLs: []string{"b"}},
		PictureReordered{URL: "a", Ordering: 1})
	thenRefused(t, s, OrderGallery{By: owner, URLs: []string{"a", "a"}}, fault.KindInvalid)
	thenRefused(t, s, OrderGallery{By: owner, URLs: []string{"z"}}, fault.KindInvalid)
	thenRefused(t, s, OrderGallery{By: stranger, URLs: []string{"b", "a"}}, fault.KindNotFound)
}
