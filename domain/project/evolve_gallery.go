package project

import "slices"

func (s *State) gallery(event any) bool {
	switch e := event.(type) {
	case PictureAdded:
		if e.Picture.Featured {
			s.Gallery = featured(s.Gallery, e.Picture.URL)
		}
		s.Gallery = append(s.Gallery, e.Picture)
	case PictureCaptioned:
		s.withPicture(e.URL, func(p *Picture) { p.Title, p.Description = e.Title, e.Description })
	case PictureFeatured:
		s.Gallery = featured(s.Gallery, e.URL)
	case PictureUnfeatured:
		s.withPicture(e.URL, func(p *Picture) { p.Featured = false })
	case PictureReordered:
		s.withPicture(e.URL, func(p *Picture) { p.Ordering = e.Ordering })
	case PictureRemoved:
		s.Gallery = slices.DeleteFunc(slices.Clone(s.Gallery), func(p Picture) bool { return p.URL == e.URL })
	default:
		return false
	}
	return true
}

// withPicture changes one picture in a copy of the gallery.
func (s *State) withPicture(url string, change func(*Picture)) {
	if i := s.pictureIndex(url); i >= 0 {
		s.Gallery = slices.Clone(s.Gallery)
		change(&s.Gallery[i])
	}
}

// featured marks one picture as featured and all others as not featured.
func featured(pictures []Picture, url string) []Picture {
	pictures = slices.Clone(pictures)
	for i := range pictures {
		pictures[i].Featured = pictures[i].URL == url
	}
	return pictures
}
