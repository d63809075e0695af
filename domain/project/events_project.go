package project

import "github.com/modyard/modyard/domain/reason"

// Events of a project's stream, project-<id>. A name is frozen once written: an additive change keeps it, any other
// takes the next number and an upcaster. Reason is there where somebody of the staff acted on what is not his own.

// Created begins a project as a draft: of its owner, or of an organization. Exactly one of both is set. Thread is where
// its team and the staff talk about it.
type Created struct {
	Project      string         `json:"project"`
	Slug         string         `json:"slug"`
	Type         Type           `json:"type"`
	Title        string         `json:"title"`
	Summary      string         `json:"summary"`
	Body         string         `json:"body,omitempty"`
	Owner        string         `json:"owner,omitempty"`        // account id
	Organization string         `json:"organization,omitempty"` // organization id
	Thread       string         `json:"thread,omitempty"`       // thread id
	License      License        `json:"license"`
	Environments Environment    `json:"environments"`
	Categories   []string       `json:"categories,omitempty"`
	Additional   []string       `json:"additional,omitempty"`
	Links        Links          `json:"links"`
	Aliases      []Alias        `json:"aliases,omitempty"`
	Requested    Status         `json:"requested,omitempty"` // status to take once approved
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// Renamed gives the project another title.
type Renamed struct {
	Title  string         `json:"title"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// SlugChanged moves the project to another address; the former one leads there until somebody else takes it.
type SlugChanged struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Summarised says in a line what the project is.
type Summarised struct {
	Summary string         `json:"summary"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Described writes the project's description anew, in Markdown.
type Described struct {
	Body   string         `json:"body"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Categorised files the project under other categories: the few that it is shown with, and additional ones.
type Categorised struct {
	Categories []string       `json:"categories,omitempty"`
	Additional []string       `json:"additional,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// LinksChanged gives the project other links away from the site.
type LinksChanged struct {
	Links  Links          `json:"links"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// LicenceChanged puts the project under another licence.
type LicenceChanged struct {
	License License        `json:"license"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// EnvironmentsChanged says anew where the project runs: on the client, on the server, on both.
type EnvironmentsChanged struct {
	Environments Environment    `json:"environments"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// AliasesChanged lists the other names by which people know the project.
type AliasesChanged struct {
	Aliases []Alias        `json:"aliases,omitempty"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// RequestedStatusSet says which status the project is to take once it is approved; none is to be listed.
type RequestedStatusSet struct {
	Status Status         `json:"status,omitempty"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// IconChanged gives the project an icon, or takes it away (no URL). Color is its mean colour, 0xRRGGBB.
type IconChanged struct {
	URL    string         `json:"url,omitempty"`
	Color  *int           `json:"color,omitempty"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// DownloadsOpened is the opening balance of downloads counted elsewhere before the project came here.
type DownloadsOpened struct {
	Count     int64  `json:"count"`
	Estimated bool   `json:"estimated,omitempty"`
	Source    string `json:"source,omitempty"`
}

// Deleted ends the project with its versions; its slug is free again.
type Deleted struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Events of a slug's stream, slug-<lower-case slug>.

// SlugReserved gives a slug to a project.
type SlugReserved struct {
	Slug    string `json:"slug"`
	Project string `json:"project"`
}

// SlugReleased frees it; until someone else reserves it, it redirects to Project unless Gone.
type SlugReleased struct {
	Slug    string `json:"slug"`
	Project string `json:"project"`
	Gone    bool   `json:"gone,omitempty"`
}
