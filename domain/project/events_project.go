package project

import "github.com/modyard/modyard/domain/reason"

// Events of a project's stream, project-<id>. Event names never change: an additive change keeps the name, any other
// change takes the next number and an upcaster. Reason is set if the staff changed another account's project.

// Created begins a project as a draft. Its owner is an account or an organization: exactly one of both is set. Thread
// is the conversation of its team with the staff.
//
// History: {actor} begins the {type} {title} at the address {slug}[, of the organization {organization}][, of {owner}],
// under the licence {license.id}: {summary}[ because {reason.code}[: {reason.text}]].
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
	Requested    Status         `json:"requested,omitempty"` // status after approval
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// Renamed gives the project another title.
//
// History: {actor} names the project {title}[ because {reason.code}[: {reason.text}]].
type Renamed struct {
	Title  string         `json:"title"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// SlugChanged gives the project another slug; the former one redirects to it until another project takes it.
//
// History: {actor} moves the project to the address {slug}[ because {reason.code}[: {reason.text}]].
type SlugChanged struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Summarised changes the project's summary, a text of one line.
//
// History: {actor} sums the project up: {summary}[ because {reason.code}[: {reason.text}]].
type Summarised struct {
	Summary string         `json:"summary"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Described changes the project's description, in Markdown.
//
// History: {actor} writes the description of the project anew[ because {reason.code}[: {reason.text}]].
type Described struct {
	Body   string         `json:"body"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Categorised changes the project's categories: the featured ones and the additional ones.
//
// History: {actor} files the project[ under {categories}][, and additionally under {additional}][ because
// {reason.code}[: {reason.text}]].
type Categorised struct {
	Categories []string       `json:"categories,omitempty"`
	Additional []string       `json:"additional,omitempty"`
	Reason     *reason.Reason `json:"reason,omitempty"`
}

// LinksChanged changes the project's external links.
//
// History: {actor} changes the links of the project[, source {links.source}][, issues {links.issues}][ because
// {reason.code}[: {reason.text}]].
type LinksChanged struct {
	Links  Links          `json:"links"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// LicenceChanged changes the project's licence.
//
// History: {actor} puts the project under the licence {license.id}[ because {reason.code}[: {reason.text}]].
type LicenceChanged struct {
	License License        `json:"license"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// EnvironmentsChanged changes where the project runs: on the client, on the server, or on both.
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

// RequestedStatusSet sets the status that the project gets after approval; none means listed.
//
// History: {actor} asks for the status[ {status}] that the project is to take once approved[ because {reason.code}[:
// {reason.text}]].
type RequestedStatusSet struct {
	Status Status         `json:"status,omitempty"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// MonetizationSet says whether the project takes part in the sharing of the site's revenue. The staff alone sets and ends
// force-demonetized. Without such an event a project is monetized.
//
// History: {actor} sets the monetization of the project to {status}[ because {reason.code}[: {reason.text}]].
type MonetizationSet struct {
	Status Monetization   `json:"status"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// IconChanged gives the project an icon, or removes it (no URL). Color is its mean colour, 0xRRGGBB.
//
// History: {actor} changes the icon of the project[ to {url}][ because {reason.code}[: {reason.text}]].
type IconChanged struct {
	URL    string         `json:"url,omitempty"`
	Color  *int           `json:"color,omitempty"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// DownloadsOpened records the downloads that another site counted before the import.
//
// History: {actor} enters {count} downloads counted elsewhere[, by {source}].
type DownloadsOpened struct {
	Count     int64  `json:"count"`
	Estimated bool   `json:"estimated,omitempty"`
	Source    string `json:"source,omitempty"`
}

// Deleted deletes the project with its versions and releases its slug.
//
// History: {actor} deletes the project; the address {slug} is free[ because {reason.code}[: {reason.text}]].
type Deleted struct {
	Slug   string         `json:"slug"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

// Events of a slug's stream, slug-<lower-case slug>.

// SlugReserved reserves a slug for a project.
//
// History: {actor} reserves the address {slug} for the project {project}.
type SlugReserved struct {
	Slug    string `json:"slug"`
	Project string `json:"project"`
}

// SlugReleased releases a slug; until another project reserves it, it redirects to Project unless Gone.
//
// History: {actor} frees the address {slug} of the project {project}.
type SlugReleased struct {
	Slug    string `json:"slug"`
	Project string `json:"project"`
	Gone    bool   `json:"gone,omitempty"`
}
