package changes

import (
	"fmt"
	"strings"

	"github.com/modyard/modyard/contract"
)

const (
	columns = `c.position, c.n, c.of, c.event, c.at, c.kind, c.type, c.object`

	// ownProjects are the projects whose members see private changes: $5 is the account.
	ownProjects = `(select m.project from catalog.members m where m.account = $5
    union select p.id from catalog.projects p join catalog.organization_members o on o.organization = p.organization where o.account = $5 and o.accepted and p.organization <> '')`
)

// statement selects lines after a place. Private lines come from the reader's own projects and collections only.
func statement(q Query, from place, bound uint64, limit int) (string, []any) {
	account, types := q.Reader.own()
	args := []any{int64(from.position), from.n, int64(bound), limit}
	where := `(c.position, c.n) > ($1::bigint, $2::integer) and c.position <= $3`
	if len(types) > 0 {
		args = append(args, account, types)
	}
	filter := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(condition, len(args))
	}
	if len(q.Kinds) > 0 {
		filter(` and c.kind = any($%d)`, q.Kinds)
	}
	if len(q.Types) > 0 {
		filter(` and c.type = any($%d)`, q.Types)
	}
	if q.Project != "" {
		filter(` and c.project <> '' and c.project = $%d`, q.Project)
	}
	const order = ` order by c.position, c.n limit $4`
	part := func(condition string) string {
		return `(select ` + columns + ` from changes.changes c where ` + condition + ` and ` + where + order + `)`
	}
	parts := []string{part(`c.public`)}
	if len(types) > 0 {
		parts = append(parts,
			// By project: among all private changes, the reader's own are few.
			`(select `+columns+` from `+ownProjects+` o cross join lateral `+
				part(`not c.public and c.project <> '' and c.type = any($6) and c.project = o.project`)+` c`+order+`)`,
			part(`not c.public and c.owner <> '' and c.type = any($6) and c.owner = $5`))
	}
	// The seal has a leaf for each event up to the bound: a missing one is an error.
	return `select ` + columns + `, l.leaf from (` + strings.Join(parts, ` union all `) + `) c
left join seal.leaves l on l.event_id = c.event::uuid` + order, args
}

// own are the reader's account and the types of objects whose private changes it may see.
func (r Reader) own() (account string, types []string) {
	for _, one := range []struct{ of, account string }{
		{contract.ObjectProject, r.Projects.Account}, {contract.ObjectVersion, r.Versions.Account}, {contract.ObjectCollection, r.Collections.Account},
	} {
		if one.account != "" {
			account, types = one.account, append(types, one.of)
		}
	}
	return account, types
}
