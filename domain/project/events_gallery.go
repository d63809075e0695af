package project

import "github.com/modyard/modyard/domain/reason"

// PictureAdded adds a picture to the gallery; a featured one takes the place of the one that was featured.
type PictureAdded struct {
	Picture Picture        `json:"picture"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// PictureCaptioned gives a picture another title and description.
type PictureCaptioned struct {
	URL         string         `json:"url"`
	Title       string         `json:"title,omitempty"`
	Description string         `json:"description,omitempty"`
	Reason      *reason.Reason `json:"reason,omitempty"`
}

// PictureFeatured shows a picture before all others; one at most is featured.
type PictureFeatured struct {
	URL    string         `json:"url"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// PictureUnfeatured takes the prominence from the picture that was featured.
type PictureUnfeatured struct {
	URL    string         `json:"url"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// PictureReordered puts a picture at another place among the others.
type PictureReordered struct {
	URL      string         `json:"url"`
	Ordering int            `json:"ordering"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}

// PictureRemoved takes a picture out of the gallery.
type PictureRemoved struct {
	URL    string         `json:"url"`
	Reason *reason.Reason `json:"reason,omitempty"`
}
