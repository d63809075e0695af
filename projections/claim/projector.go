// Package claim projects claims to imported projects. Rows depend on events only.
package claim

import (
	_ "embed" // the tables
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "claim"

const version = 1

//go:embed schema.sql
var schema string

// The states of a claim.
const (
	Open       = "open"
	Withdrawn  = "withdrawn"
	Accepted   = "accepted"
	Rejected   = "rejected"
	Superseded = "superseded"
)

// New makes the projector. Its lists of open claims repeat the claims' own events.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"claims"}, Needs: []string{"claims_account"},
		Categories: []string{"account", "claim"},
		Handlers: runtime.Rows(
			runtime.On(filed), runtime.On(withdrawn), runtime.On(accepted), runtime.On(rejected), runtime.On(superseded), runtime.On(erased),
		),
	}
}

type row struct {
	ID           string      `db:"id,key"`
	Project      string      `db:"project"`
	Organization string      `db:"organization"`
	Account      string      `db:"account"`
	Proof        claim.Proof `db:"proof"`
	Address      string      `db:"address"`
	Note         string      `db:"note"`
	State        string      `db:"state"`
	Filed        time.Time   `db:"filed"`
	Ended        *time.Time  `db:"ended"`
	DecidedBy    string      `db:"decided_by"`
	ReasonCode   reason.Code `db:"reason_code"`
	ReasonText   string      `db:"reason_text"`
	Position     uint64      `db:"position"`
}

var claims = rows.Of[row]("claims")

func filed(s *rows.Set, e runtime.Event, p claim.Filed) {
	claims.Put(s, row{
		ID: p.Claim, Project: p.Project, Organization: p.Organization, Account: p.Account, Proof: p.Proof,
		Address: p.Address.String(), Note: p.Note.String(), State: Open, Filed: e.At(), Position: uint64(e.Position),
	})
}

func withdrawn(s *rows.Set, e runtime.Event, p claim.Withdrawn) {
	end(s, e, p.Claim, Withdrawn, "", nil)
}

func accepted(s *rows.Set, e runtime.Event, p claim.Accepted) {
	end(s, e, p.Claim, Accepted, e.Meta.Actor, p.Reason)
}

func rejected(s *rows.Set, e runtime.Event, p claim.Rejected) {
	end(s, e, p.Claim, Rejected, e.Meta.Actor, p.Reason)
}

func superseded(s *rows.Set, e runtime.Event, p claim.Superseded) {
	end(s, e, p.Claim, Superseded, e.Meta.Actor, nil)
}

func end(s *rows.Set, e runtime.Event, id, state, by string, why *reason.Addressed) {
	when := e.At()
	claims.Update(s, row{ID: id}, func(r *row) {
		r.State, r.Ended, r.DecidedBy, r.Position = state, &when, by, uint64(e.Position)
		r.ReasonCode, r.ReasonText = why.Words()
	})
}

const eraseClaims = `
update claims set address = $2, note = $2, reason_text = case reason_text when '' then '' else $2 end, position = $3
where account = $1`

// erased blanks the texts by and to an account. A rebuild gives the same rows: texts without a key are shown as
// erased.
func erased(s *rows.Set, e runtime.Event, p account.Erased) {
	s.Exec(eraseClaims, p.Account, erasable.Erased, int64(e.Position))
}
