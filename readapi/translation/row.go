package translation

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// maxLinks bounds a list without pages.
const maxLinks = 1000

// shownTitle is the title of a project that its page shows first.
const shownTitle = `coalesce(nullif(convert_from(%[1]s.doc_page, 'UTF8')::json ->> 'title_zh', ''), %[1]s.title)`

// linkRows are links l with the version v of the project p and the version t of the project q that it translates, for the
// viewer $1 and $2. A link whose version or target was deleted is gone.
const linkRows = `
select l.version, l.target, l.language, l.description, l.status, l.thread, l.asked, l.automatic,
       l.decided, l.decided_role, l.reason_code, l.reason_text, l.asked_by, l.asked_role, a.username, a.avatar_url, l.decided_by, d.username, d.avatar_url,
       %[1]s, v.number, v.published, p.id, p.slug, p.url_type, %[2]s, p.icon_url,
       %[3]s, t.number, q.id, q.slug, q.url_type, %[4]s, q.icon_url,
       %[5]s or $1::boolean and not (%[6]s), $1::boolean or %[7]s
from (select * from translation.links l where %[8]s and l.status = any($4)
        and exists (select from catalog.versions v where v.id = l.version) and exists (select from catalog.versions t where t.id = l.target)
      order by %[9]s limit $5 offset $6) l
join catalog.versions v on v.id = l.version join catalog.projects p on p.id = v.project
join catalog.versions t on t.id = l.target join catalog.projects q on q.id = t.project
left join identity.profiles a on a.id = l.asked_by
left join identity.profiles d on d.id = l.decided_by
order by %[9]s`

// The orders of a list.
const (
	newestFirst = `l.asked desc, l.version, l.target`
	oldestFirst = `l.asked, l.version, l.target`
)

// ofTarget is a condition over p and v as one over q and t.
func ofTarget(condition string) string {
	return strings.NewReplacer("p.", "q.", "v.", "t.").Replace(condition)
}

// query reads the links of a condition in an order.
func (s *Routes) query(where, order string) string {
	return fmt.Sprintf(linkRows, view.VisibleVersion, fmt.Sprintf(shownTitle, "p"), ofTarget(view.VisibleVersion), fmt.Sprintf(shownTitle, "q"),
		view.Uploads("q"), view.Belongs("$2"), view.Uploads("p"), where, order)
}

func (s *Routes) links(ctx context.Context, v view.Viewer, where, project, order, statuses string, limit, offset int) ([]contract.TranslationLink, error) {
	return view.Rows(ctx, s.source, "translations", func(row pgx.CollectableRow) (contract.TranslationLink, error) { return scan(row, v) },
		s.query(where, order), v.Staff, v.Account, project, strings.Split(statuses, ","), limit, offset)
}

func scan(row pgx.CollectableRow, viewer view.Viewer) (contract.TranslationLink, error) {
	l := contract.TranslationLink{LinkType: "translation"}
	var why contract.ClaimReason
	var decider, askedRole string
	var asker, askerFace, decided, decidedFace *string
	var p, q contract.ProjectLink
	var pIcon, qIcon string
	var visible, targetVisible bool
	if err := row.Scan(&l.JoiningVersionID, &l.TargetVersionID, &l.LanguageCode, &l.Description, &l.ApprovalStatus, &l.ThreadID, &l.Asked, &l.Automatic,
		&l.Decided, &l.DecidedRole, &why.Code, &why.Text, &l.SubmitterID, &askedRole, &asker, &askerFace, &decider, &decided, &decidedFace,
		&visible, &l.VersionNumber, &l.DatePublished, &p.ID, &p.Slug, &p.URLType, &p.Title, &pIcon,
		&targetVisible, &l.TargetVersionNumber, &q.ID, &q.Slug, &q.URLType, &q.Title, &qIcon, &l.MayDecide, &l.MayAsk); err != nil {
		return l, err
	}
	p.IconURL, q.IconURL = contract.Present(pIcon), contract.Present(qIcon)
	if l.ProjectID = p.ID; visible {
		l.Project, l.ProjectTitle, l.ProjectSlug, l.ProjectIcon = &p, p.Title, p.Slug, p.IconURL
	} else {
		l.VersionNumber = ""
	}
	if targetVisible {
		l.Target = &q
	} else {
		l.TargetVersionNumber = ""
	}
	if by := view.Author(&l.SubmitterID, asker, askerFace); ofStaff(askedRole) && !viewer.Staff {
		l.SubmitterID = ""
	} else if by != nil {
		l.SubmitterUsername, l.SubmitterAvatar = by.Username, by.AvatarURL
	}
	if viewer.Staff || !ofStaff(l.DecidedRole) {
		l.DecidedBy = view.Author(&decider, decided, decidedFace)
	}
	if why.Code != "" {
		l.Reason = &why
	}
	return l, nil
}

// ofStaff is true for the roles of those whom only the staff sees by name.
func ofStaff(role string) bool { return role == "moderator" || role == "admin" }
