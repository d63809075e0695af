package data

import (
	"strings"

	"github.com/modyard/modyard/readapi/forum"
	"github.com/modyard/modyard/readapi/view"
)

// textPicture answers, as the other queries do, for the picture of the key $4 in texts. Who may see one of the things that
// it was put into may see the picture: the thing that it was uploaded for, and the things into whose texts its owner has put it.
// A message and the text of a report are their thread's; a message of a review is for the project's team, and so is a
// picture of a wiki before a page with it is published. A message about a link is for the members of both projects who may upload
// versions. A text of the forum is read by those who read its discussion.
func textPicture() string {
	return `
select coalesce(bool_or(w.listed), false), coalesce(bool_or(w.visible), false), coalesce(bool_or(w.inside), false) from (
    with ` + things + `
    select p.listed, p.visible, ` + view.Inside + ` as inside
    from things i join catalog.projects p on p.id = i.thing where i.kind in ('project', 'wiki')
    union all
    select p.listed and v.visible, p.visible and v.visible, ` + view.Inside + `
    from things i join catalog.versions v on v.id = i.thing join catalog.projects p on p.id = v.project where i.kind = 'version'
    union all
    select false, false, ` + view.Inside + `
    from things i join catalog.projects p on p.id = i.thing where i.kind = 'decision'
    union all
    select false, false, ` + view.Inside + `
    from things i join wiki.drafts d on d.id = i.thing join catalog.projects p on p.id = d.project where i.kind = 'wikidraft'
    union all
    select d.shown, d.shown, ` + forum.Readable() + `
    from things i join forum.discussions d on d.id = i.thing where i.kind = 'discussion'
    union all
    select d.shown and not q.hidden, d.shown and not q.hidden, (not q.hidden or ` + forum.Inside() + `) and ` + forum.Readable() + `
    from things i join forum.posts q on q.id = i.thing and not q.deleted join forum.discussions d on d.id = q.discussion where i.kind = 'post'
    union all
    select false, false, $1::boolean or $2::text <> '' and r.reporter = $2
    from things i join report.reports r on r.id = i.thing where i.kind = 'report'
    union all
    select false, false, $1::boolean or $2::text <> '' and not m.private and (h.kind = 'report' and h.owner = $2 or h.kind = 'project' and exists (
        select from catalog.projects p where p.id = h.subject and (
            exists (select from catalog.members t where t.project = p.id and t.account = $2 and t.accepted)
            or exists (select from catalog.organization_members t where t.organization = p.organization and t.account = $2 and t.accepted)))
        or h.kind = 'version_link' and exists (
        select from translation.links l join catalog.projects p on p.id in (l.project, l.target_project) where l.thread = h.id and ` + view.Uploads("p") + `))
    from things i join report.messages m on m.id = i.thing and m.kind = 'text' join report.threads h on h.id = m.thread where i.kind = 'message'
) w where $3::text <> ''`
}

// things are those that the picture of the key $4 was put into.
const things = `things as (
        select case t.context when 'thread_message' then 'message' when 'wiki' then 'decision' else t.context end as kind, t.subject as thing
        from retention.pictures t where t.key = $4 and t.subject <> ''
        union
        select u.kind, u.thing from retention.uses u join retention.pictures t on t.key = u.key where u.key = $4
    )`

// onlyNoted holds where the picture stands in nothing but private notes about a team of the moderator $2, who does not read them.
func onlyNoted() string {
	return `
with ` + things + `, noted as (
    select i.thing from things i join report.messages m on m.id = i.thing and m.private join report.threads h on h.id = m.thread
    where i.kind = 'message' and $1::boolean and $3::text <> '' and (
        h.kind = 'project' and exists (select from catalog.projects p where p.id = h.subject and ` + view.Belongs("$2") + `)
        or h.kind = 'version_link' and exists (
        select from translation.links l join catalog.projects p on p.id in (l.project, l.target_project) where l.thread = h.id and ` + view.Uploads("p") + `))
)
select false, false, exists (select from noted) and not exists (select from things i where i.kind <> 'message' or i.thing not in (select n.thing from noted n))`
}

// uploaderOf is the account that put a picture of this key into a text; empty for other keys.
func uploaderOf(key string) string {
	parts := strings.Split(key, "/")
	if len(parts) != 4 || parts[0] != "images" {
		return ""
	}
	return parts[1]
}
