package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/asof"
)

// mostChanged bounds the versions of an answer: the newest are kept.
const mostChanged = 50

// differences collects the fields that have another value.
type differences []contract.FieldChange

func (d *differences) add(field, kind string, from, to []string) {
	if !slices.Equal(from, to) {
		*d = append(*d, contract.FieldChange{Field: field, Kind: kind, From: contract.List(from), To: contract.List(to)})
	}
}

func (d *differences) value(field, from, to string) {
	d.add(field, "value", present(from), present(to))
}
func (d *differences) text(field, from, to string) { d.add(field, "text", present(from), present(to)) }
func (d *differences) list(field string, from, to []string) {
	d.add(field, "list", from, to)
}

func present(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

func deref(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}

// fieldsOf are the fields of a project that differ, in the order of its settings.
func fieldsOf(before, after asof.Documents) []contract.FieldChange {
	d := differences{}
	a, b, x, y := before.Project, after.Project, before.Page, after.Page
	d.text("title", a.Title, b.Title)
	d.text("title_zh", deref(x.TitleZH), deref(y.TitleZH))
	d.list("aliases", x.Aliases, y.Aliases)
	d.value("slug", a.Slug, b.Slug)
	d.value("type", x.ChosenType, y.ChosenType)
	d.add("icon", "picture", present(deref(a.IconURL)), present(deref(b.IconURL)))
	d.text("summary", a.Description, b.Description)
	d.list("categories", a.Categories, b.Categories)
	d.list("additional_categories", a.AdditionalCategories, b.AdditionalCategories)
	d.value("client_side", a.ClientSide, b.ClientSide)
	d.value("server_side", a.ServerSide, b.ServerSide)
	d.value("license", licenseOf(a.License), licenseOf(b.License))
	d.value("source_url", deref(a.SourceURL), deref(b.SourceURL))
	d.value("issues_url", deref(a.IssuesURL), deref(b.IssuesURL))
	d.value("wiki_url", deref(a.WikiURL), deref(b.WikiURL))
	d.value("discord_url", deref(a.DiscordURL), deref(b.DiscordURL))
	d.list("donation_urls", donationsOf(a.DonationURLs), donationsOf(b.DonationURLs))
	d.value("requested_status", deref(a.RequestedStatus), deref(b.RequestedStatus))
	d.value("status", a.Status, b.Status)
	d.text("body", a.Body, b.Body)
	return d
}

func licenseOf(l contract.License) string {
	return strings.TrimSpace(cmp.Or(l.ID, l.Name) + " " + deref(l.URL))
}

func donationsOf(list []contract.Donation) []string {
	var out []string
	for _, one := range list {
		out = append(out, one.Platform+" "+one.URL)
	}
	return out
}

// picturesOf are the pictures that came, went or changed: first those that are there now, in their order.
func picturesOf(before, after []contract.Picture) []contract.PictureChange {
	out := []contract.PictureChange{}
	by := func(list []contract.Picture, url string) *contract.Picture {
		if i := slices.IndexFunc(list, func(p contract.Picture) bool { return p.URL == url }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	for i := range after {
		now := &after[i]
		was := by(before, now.URL)
		switch {
		case was == nil:
			out = append(out, contract.PictureChange{Change: "added", To: now})
		case deref(was.Title) != deref(now.Title) || deref(was.Description) != deref(now.Description) ||
			was.Featured != now.Featured || was.Ordering != now.Ordering:
			out = append(out, contract.PictureChange{Change: "changed", From: was, To: now})
		}
	}
	for i := range before {
		if by(after, before[i].URL) == nil {
			out = append(out, contract.PictureChange{Change: "removed", From: &before[i]})
		}
	}
	return out
}

// versionsOf are the versions that came, went or changed, the newest first, and their number.
func versionsOf(before, after []contract.Version) ([]contract.VersionChange, int) {
	old := map[string]contract.Version{}
	for _, v := range before {
		old[v.ID] = v
	}
	all := []contract.VersionChange{}
	for _, v := range slices.Backward(after) {
		was, existed := old[v.ID]
		delete(old, v.ID)
		c := contract.VersionChange{Change: "changed", ID: v.ID, Number: v.VersionNumber, Fields: versionFields(was, v), Files: filesOf(was.Files, v.Files)}
		if !existed {
			c.Change = "added"
		}
		if !existed || len(c.Fields) > 0 || len(c.Files) > 0 {
			all = append(all, c)
		}
	}
	for _, v := range slices.Backward(before) {
		if _, gone := old[v.ID]; gone {
			all = append(all, contract.VersionChange{
				Change: "removed", ID: v.ID, Number: v.VersionNumber, Fields: []contract.FieldChange{}, Files: filesOf(v.Files, nil),
			})
		}
	}
	return all[:min(len(all), mostChanged)], len(all)
}

func versionFields(a, b contract.Version) []contract.FieldChange {
	d := differences{}
	d.value("version_number", a.VersionNumber, b.VersionNumber)
	d.text("name", a.Name, b.Name)
	d.value("version_type", a.VersionType, b.VersionType)
	d.value("status", a.Status, b.Status)
	d.list("loaders", a.Loaders, b.Loaders)
	d.list("game_versions", a.GameVersions, b.GameVersions)
	d.value("environment", a.Environment, b.Environment)
	d.list("dependencies", dependenciesOf(a.Dependencies), dependenciesOf(b.Dependencies))
	d.text("changelog", a.Changelog, b.Changelog)
	return d
}

func dependenciesOf(list []contract.Dependency) []string {
	var out []string
	for _, one := range list {
		out = append(out, one.DependencyType+" "+cmp.Or(deref(one.FileName), deref(one.ProjectID), deref(one.VersionID)))
	}
	return out
}

// filesOf are the files that came, went or changed. A file is known by its hash.
func filesOf(before, after []contract.File) []contract.FileChange {
	out := []contract.FileChange{}
	by := func(list []contract.File, sum string) *contract.File {
		if i := slices.IndexFunc(list, func(f contract.File) bool { return f.Hashes.SHA512 == sum }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	for i := range after {
		now := &after[i]
		was := by(before, now.Hashes.SHA512)
		switch {
		case was == nil:
			out = append(out, contract.FileChange{Change: "added", To: now})
		case was.Filename != now.Filename || was.Primary != now.Primary || deref(was.FileType) != deref(now.FileType):
			out = append(out, contract.FileChange{Change: "changed", From: was, To: now})
		}
	}
	for i := range before {
		if by(after, before[i].Hashes.SHA512) == nil {
			out = append(out, contract.FileChange{Change: "removed", From: &before[i]})
		}
	}
	return out
}
