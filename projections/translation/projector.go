// Package translation projects the links by which versions of language packs say what they translate. Rows depend on
// events only; whether both ends still exist and may be seen is known to the catalogue.
package translation

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "translation"

const version = 1

//go:embed schema.sql
var schema string

// New makes the projector.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"links", "moves"}, Needs: []string{"links_asked_by"},
		Categories: []string{"account", "translation"},
		Handlers: runtime.Rows(
			runtime.On(asked), runtime.On(accepted), runtime.On(rejected), runtime.On(revoked), runtime.On(askedAgain), runtime.On(described),
			runtime.On(withdrawn), runtime.On(erased),
		),
	}
}

type row struct {
	Version       string               `db:"version,key"`
	Target        string               `db:"target,key"`
	Project       string               `db:"project"`
	TargetProject string               `db:"target_project"`
	Language      translation.Language `db:"language"`
	Description   string               `db:"description"`
	Thread        string               `db:"thread"`
	Status        translation.Status   `db:"status"`
	Automatic     bool                 `db:"automatic"`
	AskedBy       string               `db:"asked_by"`
	AskedRole     string               `db:"asked_role"`
	Asked         time.Time            `db:"asked"`
	DecidedBy     string               `db:"decided_by"`
	DecidedRole   string               `db:"decided_role"`
	Decided       *time.Time           `db:"decided"`
	ReasonCode    reason.Code          `db:"reason_code"`
	ReasonText    string               `db:"reason_text"`
	Position      uint64               `db:"position"`
}

type move struct {
	Project  string `db:"project,key"`
	Position uint64 `db:"position"`
}

var (
	links = rows.Of[row]("links")
	moves = rows.Shared[move]("moves")
)

// moved records that the links of two projects changed.
func moved(s *rows.Set, e runtime.Event, project, target string) {
	for _, id := range []string{project, target} {
		moves.Put(s, move{id, uint64(e.Position)})
	}
}

func asked(s *rows.Set, e runtime.Event, p translation.Asked) {
	moved(s, e, p.Project, p.TargetProject)
	links.Put(s, row{
		Version: p.Version, Target: p.Target, Project: p.Project, TargetProject: p.TargetProject, Language: p.Language, Description: p.Description,
		Thread: p.Thread, Status: translation.PendingLink, AskedBy: p.By, AskedRole: e.Meta.Role, Asked: e.At(), Position: uint64(e.Position),
	})
}

func accepted(s *rows.Set, e runtime.Event, p translation.Accepted) {
	moved(s, e, p.Project, p.TargetProject)
	settle(s, e, row{Version: p.Version, Target: p.Target, Status: translation.AcceptedLink, Automatic: p.Automatic}, p.Reason)
}

func rejected(s *rows.Set, e runtime.Event, p translation.Rejected) {
	moved(s, e, p.Project, p.TargetProject)
	settle(s, e, row{Version: p.Version, Target: p.Target, Status: translation.RejectedLink}, p.Reason)
}

func revoked(s *rows.Set, e runtime.Event, p translation.Revoked) {
	moved(s, e, p.Project, p.TargetProject)
	settle(s, e, row{Version: p.Version, Target: p.Target, Status: translation.RevokedLink}, p.Reason)
}

// settle records a decision.
func settle(s *rows.Set, e runtime.Event, to row, why *reason.Addressed) {
	when := e.At()
	links.Update(s, row{Version: to.Version, Target: to.Target}, func(r *row) {
		r.Status, r.Automatic, r.Position = to.Status, to.Automatic, uint64(e.Position)
		r.DecidedBy, r.DecidedRole, r.Decided = e.Meta.Actor, e.Meta.Role, &when
		if why != nil {
			r.ReasonCode = why.Code
			if why.Text != nil {
				r.ReasonText = why.Text.String()
			}
		}
	})
}

func askedAgain(s *rows.Set, e runtime.Event, p translation.AskedAgain) {
	moved(s, e, p.Project, p.TargetProject)
	links.Update(s, row{Version: p.Version, Target: p.Target}, func(r *row) { r.pending(e, p.By) })
}

func described(s *rows.Set, e runtime.Event, p translation.Described) {
	moved(s, e, p.Project, p.TargetProject)
	links.Update(s, row{Version: p.Version, Target: p.Target}, func(r *row) {
		r.pending(e, p.By)
		r.Language, r.Description = p.Language, p.Description
	})
}

// pending makes a link wait for a decision.
func (r *row) pending(e runtime.Event, by string) {
	r.Status, r.Automatic, r.AskedBy, r.AskedRole, r.Asked, r.Position = translation.PendingLink, false, by, e.Meta.Role, e.At(), uint64(e.Position)
	r.DecidedBy, r.DecidedRole, r.Decided, r.ReasonCode, r.ReasonText = "", "", nil, "", ""
}

func withdrawn(s *rows.Set, e runtime.Event, p translation.Withdrawn) {
	moved(s, e, p.Project, p.TargetProject)
	links.Update(s, row{Version: p.Version, Target: p.Target}, func(r *row) {
		r.Status, r.Automatic, r.Position = translation.WithdrawnLink, false, uint64(e.Position)
	})
}

const eraseReasons = `update links set reason_text = $2, position = $3 where asked_by = $1 and reason_text <> ''`

// erased blanks the reasons addressed to an account. A rebuild gives the same rows: texts without a key are shown as
// erased.
func erased(s *rows.Set, e runtime.Event, p account.Erased) {
	s.Exec(eraseReasons, p.Account, erasable.Erased, int64(e.Position))
}
