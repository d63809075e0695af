package project

import (
	"cmp"
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// OrderGallery reorders the whole gallery. Pictures that the command does not name keep their order behind the others:
// they may have been added after the caller loaded the gallery.
type OrderGallery struct {
	By     actor.Actor
	Reason *reason.Reason
	URLs   []string
}

func (c OrderGallery) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.allow(c.By, EditDetails, c.Reason)
	if err != nil {
		return nil, "", err
	}
	place := map[string]int{}
	for i, url := range c.URLs {
		if _, again := place[url]; again {
			return nil, "", fault.Invalid("urls", "图片不能重复。")
		}
		if s.pictureIndex(url) < 0 {
			return nil, "", fault.Invalid("urls", "该图片不在此项目的画廊中。")
		}
		place[url] = i
	}
	pictures := slices.Clone(s.Gallery)
	slices.SortStableFunc(pictures, func(a, b Picture) int { return cmp.Compare(a.Ordering, b.Ordering) })
	slices.SortStableFunc(pictures, func(a, b Picture) int { return cmp.Compare(placeOf(place, a), placeOf(place, b)) })
	var events []any
	for i, p := range pictures {
		if p.Ordering != i {
			events = append(events, PictureReordered{URL: p.URL, Ordering: i, Reason: why})
		}
	}
	return events, as, nil
}

func placeOf(place map[string]int, p Picture) int {
	if i, named := place[p.URL]; named {
		return i
	}
	return len(place)
}
