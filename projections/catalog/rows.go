package catalog

import (
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
)

type projectRow struct {
	ID           string         `db:"id,key"`
	Slug         string         `db:"slug"`
	Position     uint64         `db:"position"`
	Status       project.Status `db:"status"`
	Listed       bool           `db:"listed"`
	Visible      bool           `db:"visible"`
	Monetized    bool           `db:"monetized"`
	Type         project.Type   `db:"type"`
	URLType      string         `db:"url_type"`
	Title        string         `db:"title"`
	IconURL      string         `db:"icon_url"`
	Owner        string         `db:"owner"`
	Organization string         `db:"organization"`
	Published    time.Time      `db:"published"`
	Updated      time.Time      `db:"updated"`
	Changed      time.Time      `db:"changed"`
	Approved     *time.Time     `db:"approved"`
	Queued       *time.Time     `db:"queued"`
	Round        int            `db:"round"`
	Due          *time.Time     `db:"due"`
	Downloads    int64          `db:"downloads"`
	Message      []byte         `db:"message"`
	State        []byte         `db:"state"`
	V2           []byte         `db:"doc_v2"`
	V3           []byte         `db:"doc_v3"`
	Page         []byte         `db:"doc_page"`
	Team         []byte         `db:"doc_team"`
	Hit          []byte         `db:"doc_hit"`
	Names        string         `db:"names"`
	Credited     string         `db:"credited"`
}

// counter is a row that only the counted events write. Changed is the position of the event that changed it last.
type counter struct {
	Project string `db:"id,key"`
	Follows int64  `db:"follows"`
	Changed uint64 `db:"changed"`
}

type deletedProject struct {
	ID       string `db:"id,key"`
	Position uint64 `db:"position"`
}

type slug struct {
	Slug    string `db:"slug,key"`
	Project string `db:"project"`
	Current bool   `db:"current"`
	Gone    bool   `db:"gone"`
}

type versionRow struct {
	ID           string                `db:"id,key"`
	Project      string                `db:"project"`
	Position     uint64                `db:"position"`
	Created      uint64                `db:"created"`
	Published    time.Time             `db:"published"`
	Author       string                `db:"author"`
	Number       string                `db:"number"`
	Channel      project.Channel       `db:"channel"`
	Status       project.VersionStatus `db:"status"`
	Listed       bool                  `db:"listed"`
	Visible      bool                  `db:"visible"`
	Held         bool                  `db:"held"`
	Featured     bool                  `db:"featured"`
	Loaders      []string              `db:"loaders"`
	GameVersions []string              `db:"game_versions"`
	Due          *time.Time            `db:"due"`
	Environment  string                `db:"environment"`
	State        []byte                `db:"state"`
	V2           []byte                `db:"doc_v2"`
	V3           []byte                `db:"doc_v3"`
	Changelog    []byte                `db:"doc_changelog"`
}

type fileRow struct {
	Version string `db:"version,key"`
	N       int    `db:"n,key"`
	Project string `db:"project"`
	SHA1    string `db:"sha1"`
	SHA512  string `db:"sha512"`
	URL     string `db:"url"`
}

type dependencyRow struct {
	Version    string `db:"version,key"`
	N          int    `db:"n,key"`
	Project    string `db:"project"`
	Kind       string `db:"kind"`
	DepVersion string `db:"dep_version"`
	DepProject string `db:"dep_project"`
	FileName   string `db:"file_name"`
}

// standing are the common columns of a member of a project and of an organization.
type standing struct {
	Account     string              `db:"account,key"`
	N           int                 `db:"n"`
	Role        string              `db:"role"`
	Permissions project.Permissions `db:"permissions"` // on the organization's projects
	Accepted    bool                `db:"accepted"`
	Owner       bool                `db:"owner"`
	Split       float64             `db:"split"`
	Ordering    int                 `db:"ordering"`
}

type memberRow struct {
	Project string `db:"project,key"`
	standing
}

type organizationRow struct {
	ID          string    `db:"id,key"`
	Slug        string    `db:"slug"`
	Name        string    `db:"name"`
	Description string    `db:"description"`
	IconURL     string    `db:"icon_url"`
	Color       *int      `db:"color"`
	Owner       string    `db:"owner"`
	Repost      bool      `db:"repost"`
	Position    uint64    `db:"position"`
	Created     time.Time `db:"created"`
	State       []byte    `db:"state"`
}

type organizationSlug struct {
	Slug         string `db:"slug,key"`
	Organization string `db:"organization"`
	Current      bool   `db:"current"`
}

type organizationMemberRow struct {
	Organization            string `db:"organization,key"`
	OrganizationPermissions uint64 `db:"organization_permissions"`
	standing
}

type round struct {
	Project     string     `db:"project,key"`
	Round       int        `db:"round,key"`
	SubmittedAt time.Time  `db:"submitted_at"`
	DecidedAt   *time.Time `db:"decided_at"`
	Decision    string     `db:"decision"`
	Actor       string     `db:"actor"`
	Message     string     `db:"message"`
}

// entry is a row of a project's history.
type entry struct {
	Project  string         `db:"project,key"`
	Position uint64         `db:"position,key"`
	Type     string         `db:"type"`
	At       time.Time      `db:"at"`
	Actor    string         `db:"actor"`
	From     project.Status `db:"from_status"`
	To       project.Status `db:"to_status"`
	Message  string         `db:"message"`
	Event    string         `db:"event"`
	Undoes   string         `db:"undoes"`
}

var (
	projects            = rows.Of[projectRow]("project_docs")
	counters            = rows.Of[counter]("counters")
	deletedProjects     = rows.Of[deletedProject]("deleted_projects")
	slugs               = rows.Of[slug]("slugs")
	versions            = rows.Of[versionRow]("versions")
	files               = rows.Of[fileRow]("files")
	dependencies        = rows.Of[dependencyRow]("dependencies")
	members             = rows.Of[memberRow]("members")
	organizations       = rows.Of[organizationRow]("organizations")
	organizationSlugs   = rows.Of[organizationSlug]("organization_slugs")
	organizationMembers = rows.Of[organizationMemberRow]("organization_members")
	rounds              = rows.Of[round]("review_rounds")
	history             = rows.Of[entry]("history")
)
