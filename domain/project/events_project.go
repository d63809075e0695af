package project

import "github.com/modyard/modyard/domain/reason"

// Events of a project's stream, project-<id>. A name is frozen once written: an additive change keeps it, any other
// takes the next number and an upcaster. Reason is there where somebody of the staff acted on what is not his own.

// Created begins a project as a draft: of its owner, or of an organization. Exactly one of both is set. Thread is where
// its team and the staff talk about it.
//
// History: {actor} begins the {type} {title} at the address {slug}[, of the organization {organization}][, of
// {owner}], under the licence {license.id}: {summary}[ because {reason.code}[: {reason.text}]].
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
//
// History: {actor} names the project {title}[ because {reason.code}[: {reason.text}]].
type Renamed struct {
	Title  string         `json:"title"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// SlugChanged moves the project to another address; the former one leads there until somebody else takes it.
//
// History: {actor} moves the project to the address {slug}[ because {reason.code}[: {reason.text}]].
type SlugChanged struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Summarised says in a line what the project is.
//
// History: {actor} sums the project up: {summary}[ because {reason.code}[: {reason.text}]].
type Summarised struct {
	Summary string         `json:"summary"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Described writes the project's description anew, in Markdown.
//
// History: {actor} writes the description of the project anew[ because {reason.code}[: {reason.text}]].
type Described struct {
	Body   string         `json:"body"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Categorised files the project under other categories: the few that it is shown with, and additional ones.
//
// History: {actor} files the project[ under {categories}][, and additionally under {additional}][ because
// {reason.code}[: {reason.text}]].
type Categorised struct {
	Categories []string       `json:"categories,omitempty"`
	Additional []string       `json:"additional,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// LinksChanged gives the project other links away from the site.
//
// History: {actor} changes the links of the project[, source {links.source}][, issues {links.issues}][ because
// {reason.code}[: {reason.text}]].
type LinksChanged struct {
	Links  Links          `json:"links"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// LicenceChanged puts the project under another licence.
//
// History: {actor} puts the project under the licence {license.id}[ because {reason.code}[: {reason.text}]].
type LicenceChanged struct {
	License License        `json:"license"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// EnvironmentsChanged says anew where the project runs: on the client, on the server, on both.
//
// History: {actor} says where the project runs: client {environments.client}, server {environments.server}[ because
// {reason.code}[: {reason.text}]].
type EnvironmentsChanged struct {
	Environments Environment    `json:"environments"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// AliasesChanged lists the other names by which people know the project.
//
// History: {actor} lists the other names of the project[ because {reason.code}[: {reason.text}]].
type AliasesChanged struct {
	Aliases []Alias        `json:"aliases,omitempty"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// RequestedStatusSet says which status the project is to take once it is approved; none is to be listed.
//
// History: {actor} asks for the status[ {status}] that the project is to take once approved[ because
// {reason.code}[: {reason.text}]].
type RequestedStatusSet struct {
	Status Status         `json:"status,omitempty"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// IconChanged gives the project an icon, or takes it away (no URL). Color is its mean colour, 0xRRGGBB.
//
// History: {actor} changes the icon of the project[ to {url}][ because {reason.code}[: {reason.text}]].
type IconChanged struct {
	URL    string         `json:"url,omitempty"`
	Color  *int           `json:"color,omitempty"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// DownloadsOpened is the opening balance of downloads counted elsewhere before the project came here.
//
// History: {actor} enters {count} downloads counted elsewhere[, by {source}].
type DownloadsOpened struct {
	Count     int64  `json:"count"`
	Estimated bool   `json:"estimated,omitempty"`
	Source    string `json:"source,omitempty"`
}

// Deleted ends the project with its versions; its slug is free again.
//
// History: {actor} deletes the project; the address {slug} is free[ because {reason.code}[: {reason.text}]].
type Deleted struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Events of a slug's stream, slug-<lower-case slug>.

// SlugReserved gives a slug to a project.
//
// History: {actor} reserves the address {slug} for the project {project}.
type SlugReserved struct {
	Slug    string `json:"slug"`
	Project string `json:"project"`
}

// SlugReleased frees it; until someone else reserves it, it redirects to Project unless Gone.
//
// History: {actor} frees the address {slug} of the project {project}.
type SlugReleased struct {
	Slug    string `json:"slug"`
	Project string `json:"project"`
	Gone    bool   `json:"gone,omitempty"`
}
