package project

import "slices"

func evolveGallery(s State, event any) (State, bool) {
	switch e := event.(type) {
	case PictureAdded:
		if e.Picture.Featured {
			s.Gallery = featured(s.Gallery, e.Picture.URL)
		}
		s.Gallery = append(s.Gallery, e.Picture)
	case PictureCaptioned:
		return s.withPicture(e.URL, func(p *Picture) { p.Title, p.Description = e.Title, e.Description }), true
	case PictureFeatured:
		s.Gallery = featured(s.Gallery, e.URL)
	case PictureUnfeatured:
		return s.withPicture(e.URL, func(p *Picture) { p.Featured = false }), true
	case PictureReordered:
		return s.withPicture(e.URL, func(p *Picture) { p.Ordering = e.Ordering }), true
	case PictureRemoved:
		s.Gallery = slices.DeleteFunc(slices.Clone(s.Gallery), func(p Picture) bool { return p.URL == e.URL })
	default:
		return s, false
	}
	return s, true
}

// withPicture changes one of the few pictures in a gallery of its own.
func (s State) withPicture(url string, change func(*Picture)) State {
	if i := s.pictureIndex(url); i >= 0 {
		s.Gallery = slices.Clone(s.Gallery)
		change(&s.Gallery[i])
	}
	return s
}

// featured gives the prominence to one picture and takes it from all others.
func featured(pictures []Picture, url string) []Picture {
	pictures = slices.Clone(pictures)
	for i := range pictures {
		pictures[i].Featured = pictures[i].URL == url
	}
	return pictures
}
