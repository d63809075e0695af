package analytics

import "slices"

// The metrics. Their names are those of the API.
const (
	downloads = "downloads"
	views     = "views"
	playtime  = "playtime" // seconds
	followers = "followers"
)

// column is the column of a counted metric in the tables of the read model "download".
func column(metric string) string {
	if metric == playtime {
		return "seconds"
	}
	return metric
}

// wholeSite stands for all projects together, which only the staff sees.
const wholeSite = "site"

// source says where a metric of some projects is read. The SQL has the projects in $1; for the whole site they are null.
type source struct {
	table    string
	time     string // its column of time
	value    string
	where    string // which rows
	key      string // of a group
	name     string // of a group, over g
	joins    string
	readable bool // false: the dimension is not kept
}

// hourly reads by the hour, in any time zone.
func hourly(metric string, site bool) source {
	if site {
		return source{table: "download.site_hours", time: "h.hour", value: "h." + column(metric), where: "$1::text[] is null and h.part = 0", readable: true}
	}
	return source{table: "download.hours", time: "h.hour", value: "h." + column(metric), where: "h.project = any($1)", readable: true}
}

// sitePart is the number of the part of the site's hours that has a dimension (projections/download); empty for what none has.
func sitePart(by string) string {
	return map[string]string{"client": "1", "loader": "2", "game": "3", "country": "4"}[by]
}

// followed reads how the number of followers changed, by days of UTC.
func followed(site bool) source {
	s := source{table: "analytics.follower_days", time: "h.day", value: "(h.began - h.ended)", where: "h.project = any($1)", readable: true}
	if site {
		s.where = "$1::text[] is null"
	}
	return s
}

// grouped reads a metric by a dimension. By project it says of the whole site only that it is readable: readSiteProjects reads it.
func grouped(metric, by string, site bool) source {
	s := hourly(metric, site)
	switch {
	case metric == followers:
		s = followed(site)
		s.readable = by == "project"
	case site && by == "version", metric == views && slices.Contains([]string{"version", "loader", "game"}, by):
		s.readable = false
	}
	if part := sitePart(by); site && part != "" {
		s.where, s.key, s.name = "$1::text[] is null and h.part = "+part, "h.key", "g.key"
		return s
	}
	switch by {
	case "project":
		s.key, s.name, s.joins = "h.project", "coalesce(p.title, '')", "left join catalog.projects p on p.id = g.key"
	case "version":
		s.key, s.name, s.joins = "h.version", "coalesce(v.number, '')", "left join catalog.versions v on v.id = g.key"
	case "client":
		s.key, s.name = "h.client::text || case when h.family = '' then '' else ' ' || h.family end", "g.key"
	default:
		s.key, s.name = "h."+by, "g.key"
	}
	return s
}
