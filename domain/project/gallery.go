package project

import (
	"fmt"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/team"
)

const (
	maxGallery            = 64
	maxPictureTitle       = 255
	maxPictureDescription = 2048
)

func pictureWords(title, description *string) error {
	if title != nil {
		v, err := line("title", "图片标题", *title, 0, maxPictureTitle)
		if err != nil {
			return err
		}
		*title = v
	}
	if description != nil {
		v, err := prose("description", "图片说明", *description, maxPictureDescription)
		if err != nil {
			return err
		}
		*description = v
	}
	return nil
}

// unfeature takes the prominence from every other picture: one at most is featured.
func (s State) unfeature(except string) []any {
	var events []any
	for _, p := range s.Gallery {
		if p.Featured && p.URL != except {
			no := false
			events = append(events, GalleryEdited{URL: p.URL, Featured: &no})
		}
	}
	return events
}

// AddPicture adds a stored picture to the gallery.
type AddPicture struct {
	By      Actor
	Picture Picture
}

func (c AddPicture) decide(s State) ([]any, error) {
	if err := s.allow(c.By, EditDetails); err != nil {
		return nil, err
	}
	if len(s.Gallery) >= maxGallery {
		return nil, fault.Invalid("gallery", fmt.Sprintf("画廊最多 %d 张图片。", maxGallery))
	}
	p := c.Picture
	if p.URL == "" {
		return nil, fault.Invalid("url", "缺少图片地址。")
	}
	if err := pictureWords(&p.Title, &p.Description); err != nil {
		return nil, err
	}
	if err := team.Ordering(p.Ordering); err != nil {
		return nil, err
	}
	for _, other := range s.Gallery {
		if other.URL == p.URL || p.SHA1 != "" && other.SHA1 == p.SHA1 {
			return nil, fault.Invalid("gallery", "画廊中已有相同的图片。")
		}
	}
	var events []any
	if p.Featured {
		events = s.unfeature(p.URL)
	}
	return append(events, GalleryAdded{Picture: p}), nil
}

// EditPicture changes a picture's words, place or prominence. A nil field is left as it is.
type EditPicture struct {
	By          Actor
	URL         string
	Title       *string
	Description *string
	Featured    *bool
	Ordering    *int
}

func (c EditPicture) decide(s State) ([]any, error) {
	if err := s.allow(c.By, EditDetails); err != nil {
		return nil, err
	}
	i := s.pictureIndex(c.URL)
	if i < 0 {
		return nil, fault.Invalid("url", "该图片不在此资源的画廊中。")
	}
	old := s.Gallery[i]
	e := GalleryEdited{URL: c.URL}
	for _, err := range []error{
		change(&e.Title, c.Title, old.Title, func(v string) (string, error) { return v, pictureWords(&v, nil) }),
		change(&e.Description, c.Description, old.Description, func(v string) (string, error) { return v, pictureWords(nil, &v) }),
		change(&e.Featured, c.Featured, old.Featured, func(v bool) (bool, error) { return v, nil }),
		change(&e.Ordering, c.Ordering, old.Ordering, func(v int) (int, error) { return v, team.Ordering(v) }),
	} {
		if err != nil {
			return nil, err
		}
	}
	if e == (GalleryEdited{URL: c.URL}) {
		return nil, nil
	}
	var events []any
	if e.Featured != nil && *e.Featured {
		events = s.unfeature(c.URL)
	}
	return append(events, e), nil
}

// RemovePicture takes a picture out of the gallery.
type RemovePicture struct {
	By  Actor
	URL string
}

func (c RemovePicture) decide(s State) ([]any, error) {
	if err := s.allow(c.By, EditDetails); err != nil {
		return nil, err
	}
	if s.pictureIndex(c.URL) < 0 {
		return nil, fault.Invalid("url", "该图片不在此资源的画廊中。")
	}
	return []any{GalleryRemoved{URL: c.URL}}, nil
}
