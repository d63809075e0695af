package project

import (
	"fmt"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
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

// AddPicture adds a stored picture to the gallery.
type AddPicture struct {
	By      actor.Actor
	Reason  *reason.Reason
	Picture Picture
}

// Check makes all checks that are possible before the picture is stored.
func (c AddPicture) Check(s State) error {
	_, err := c.added(s)
	return err
}

func (c AddPicture) decide(s State) ([]any, role.Role, error) {
	e, err := c.added(s)
	if err != nil {
		return nil, "", err
	}
	p := e.Picture
	if p.URL == "" {
		return nil, "", fault.Invalid("url", "缺少图片地址。")
	}
	for _, other := range s.Gallery {
		if other.URL == p.URL || p.SHA1 != "" && other.SHA1 == p.SHA1 {
			return nil, "", fault.Invalid("gallery", "画廊中已有相同的图片。")
		}
	}
	return []any{e}, s.RoleOf(c.By, EditDetails), nil
}

// added is the event, with the picture's texts in normal form.
func (c AddPicture) added(s State) (PictureAdded, error) {
	e := PictureAdded{Picture: c.Picture}
	var err error
	if _, e.Reason, err = s.allow(c.By, EditDetails, c.Reason); err != nil {
		return e, err
	}
	if len(s.Gallery) >= maxGallery {
		return e, fault.Invalid("gallery", fmt.Sprintf("画廊最多 %d 张图片。", maxGallery))
	}
	if err := pictureWords(&e.Picture.Title, &e.Picture.Description); err != nil {
		return e, err
	}
	_, err = team.Ordering(e.Picture.Ordering)
	return e, err
}

// EditPicture changes a picture's texts, place or featuring. A nil field changes nothing.
type EditPicture struct {
	By          actor.Actor
	Reason      *reason.Reason
	URL         string
	Title       *string
	Description *string
	Featured    *bool
	Ordering    *int
}

func (c EditPicture) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.allow(c.By, EditDetails, c.Reason)
	if err != nil {
		return nil, "", err
	}
	i := s.pictureIndex(c.URL)
	if i < 0 {
		return nil, "", fault.Invalid("url", "该图片不在此项目的画廊中。")
	}
	old := s.Gallery[i]
	title, description := old.Title, old.Description
	if c.Title != nil {
		title = *c.Title
	}
	if c.Description != nil {
		description = *c.Description
	}
	if err := pictureWords(&title, &description); err != nil {
		return nil, "", err
	}
	var e decision.Edits
	if title != old.Title || description != old.Description {
		e.Events = append(e.Events, PictureCaptioned{URL: c.URL, Title: title, Description: description, Reason: why})
	}
	decision.Change(&e, c.Featured, old.Featured, nil, func(featured bool) any {
		if featured {
			return PictureFeatured{URL: c.URL, Reason: why}
		}
		return PictureUnfeatured{URL: c.URL, Reason: why}
	})
	decision.Change(&e, c.Ordering, old.Ordering, team.Ordering,
		func(v int) any { return PictureReordered{URL: c.URL, Ordering: v, Reason: why} })
	return e.Events, as, e.Err
}

// RemovePicture removes a picture from the gallery.
type RemovePicture struct {
	By     actor.Actor
	Reason *reason.Reason
	URL    string
}

func (c RemovePicture) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.allow(c.By, EditDetails, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if s.pictureIndex(c.URL) < 0 {
		return nil, "", fault.Invalid("url", "该图片不在此项目的画廊中。")
	}
	return []any{PictureRemoved{URL: c.URL, Reason: why}}, as, nil
}
