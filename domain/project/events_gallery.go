package project

import "github.com/modyard/modyard/domain/reason"

// PictureAdded adds a picture to the gallery; a featured one replaces the one that was featured.
//
// History: {actor} adds the picture {picture.url}[, {picture.title}] to the gallery[ because {reason.code}[:
// {reason.text}]].
type PictureAdded struct {
	Picture Picture        `json:"picture"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// PictureCaptioned gives a picture another title and description.
//
// History: {actor} captions the picture {url}[: {title}][ because {reason.code}[: {reason.text}]].
type PictureCaptioned struct {
	URL         string         `json:"url"`
	Title       string         `json:"title,omitempty"`
	Description string         `json:"description,omitempty"`
	Reason      *reason.Reason `json:"reason,omitempty"`
}

// PictureFeatured shows a picture before all others; one at most is featured.
//
// History: {actor} features the picture {url}[ because {reason.code}[: {reason.text}]].
type PictureFeatured struct {
	URL    string         `json:"url"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// PictureUnfeatured ends the featuring of a picture.
//
// History: {actor} features the picture {url} no more[ because {reason.code}[: {reason.text}]].
type PictureUnfeatured struct {
	URL    string         `json:"url"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// PictureReordered changes a picture's place in the gallery.
//
// History: {actor} puts the picture {url} at the place {ordering}[ because {reason.code}[: {reason.text}]].
type PictureReordered struct {
	URL      string         `json:"url"`
	Ordering int            `json:"ordering"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}

// PictureRemoved removes a picture from the gallery.
//
// History: {actor} takes the picture {url} out of the gallery[ because {reason.code}[: {reason.text}]].
type PictureRemoved struct {
	URL    string         `json:"url"`
	Reason *reason.Reason `json:"reason,omitempty"`
}
