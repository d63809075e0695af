package view

// Conditions of queries over catalog.projects p and catalog.versions v. Their parameters are always $1, whether the
// viewer is staff, and $2, the viewer's account or the empty text.
const (
	// Inside holds for staff, for members of the project, including invited ones, and for accepted members of its
	// organization.
	Inside = `($1::boolean or ($2::text <> '' and (
    exists (select from catalog.members m where m.project = p.id and m.account = $2)
    or exists (select from catalog.organization_members o where o.organization = p.organization and o.account = $2 and o.accepted))))`

	// VisibleProject holds for viewers who may know that the project exists.
	VisibleProject = `(p.visible or ` + Inside + `)`

	// ListedProject holds where lists show the project: to all viewers when it is searchable, otherwise to its
	// members.
	ListedProject = `(p.listed or ` + Inside + `)`

	// VisibleVersion holds for viewers who may know that the version exists.
	VisibleVersion = `(` + VisibleProject + ` and (v.visible or ` + Inside + `))`

	// ListedVersion holds where lists show the version.
	ListedVersion = `(` + VisibleProject + ` and (v.listed or ` + Inside + `))`

	// Found is the id of the project that $3 names: its id, its slug, or a former slug that no other project has
	// taken. $3 is the name as given, $4 the name in lower case.
	Found = `coalesce((select q.id from catalog.projects q where q.id = $3),
                (select s.project from catalog.slugs s where s.slug = $4 and not s.gone))`
)

// Belongs holds where an account, given as an expression of the query, is an accepted member of the project p or of its
// organization.
func Belongs(account string) string {
	return `(exists (select from catalog.members m where m.project = p.id and m.account = ` + account + ` and m.accepted)
    or exists (select from catalog.organization_members o
     where p.organization <> '' and o.organization = p.organization and o.account = ` + account + ` and o.accepted))`
}

// Uploads holds for viewers who may upload versions to a project as members, given its name in the query: the first that
// applies counts, the project's own team or its organization.
func Uploads(project string) string {
	return `($2::text <> '' and coalesce(
    (select m.permissions & 1 = 1 from catalog.members m where m.project = ` + project + `.id and m.account = $2 and m.accepted),
    (select o.permissions & 1 = 1 from catalog.organization_members o
     where ` + project + `.organization <> '' and o.organization = ` + project + `.organization and o.account = $2 and o.accepted), false))`
}
