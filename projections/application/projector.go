// Package application projects applications and what accounts allow them. Rows depend on events only.
package application

import (
	"cmp"
	_ "embed" // the tables
	"slices"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "application"

const version = 2

//go:embed schema.sql
var schema string

// New makes the projector. Its lists of the owners' applications repeat the applications' own events.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema, Views: []string{"applications", "authorizations"}, Needs: []string{"applications_owner"},
		Categories: []string{"account", "application", "authorization"},
		Handlers: runtime.Rows(
			runtime.On(registered), runtime.On(renamed), runtime.On(described), runtime.On(iconChanged), runtime.On(redirectsSet), runtime.On(scopesSet),
			runtime.On(secretAdded), runtime.On(secretEnded), runtime.On(suspended), runtime.On(restored), runtime.On(verified), runtime.On(handedOver), runtime.On(deleted),
			runtime.On(granted), runtime.On(narrowed), runtime.On(revoked), runtime.On(erased),
		),
	}
}

type row struct {
	ID            string           `db:"id,key"`
	Account       string           `db:"account"`
	Organization  string           `db:"organization"`
	Owner         string           `db:"owner"`
	Name          string           `db:"name"`
	NameBy        string           `db:"name_by"`
	Description   string           `db:"description"`
	DescriptionBy string           `db:"description_by"`
	URL           string           `db:"url"`
	IconURL       string           `db:"icon_url"`
	Type          application.Type `db:"type"`
	Redirects     []string         `db:"redirects"`
	Scopes        int64            `db:"scopes"`
	Secrets       []string         `db:"secrets"`
	Verified      bool             `db:"verified"`
	Suspended     *time.Time       `db:"suspended"`
	SuspendedCode string           `db:"suspended_code"`
	SuspendedText string           `db:"suspended_text"`
	Registered    time.Time        `db:"registered"`
	Position      uint64           `db:"position"`
}

var applications = rows.Of[row]("applications")

func words(t *erasable.Text) (text, by string) {
	if t == nil {
		return "", ""
	}
	return t.String(), t.Subject
}

func registered(s *rows.Set, e runtime.Event, p application.Registered) {
	description, by := words(p.Description)
	applications.Put(s, row{
		ID: p.Application, Account: p.Account, Organization: p.Organization, Owner: cmp.Or(p.Organization, p.Account), Name: p.Name.String(), NameBy: p.Name.Subject, Description: description,
		DescriptionBy: by, URL: p.URL, Type: p.Type, Redirects: p.Redirects, Scopes: int64(p.Scopes), Secrets: []string{}, Registered: e.At(), Position: uint64(e.Position),
	})
}

func change(s *rows.Set, e runtime.Event, id string, how func(*row)) {
	applications.Update(s, row{ID: id}, func(r *row) {
		how(r)
		r.Position = uint64(e.Position)
	})
}

func renamed(s *rows.Set, e runtime.Event, p application.Renamed) {
	change(s, e, p.Application, func(r *row) { r.Name, r.NameBy = p.Name.String(), p.Name.Subject })
}

func described(s *rows.Set, e runtime.Event, p application.Described) {
	change(s, e, p.Application, func(r *row) {
		r.URL = p.URL
		r.Description, r.DescriptionBy = words(p.Description)
	})
}

func iconChanged(s *rows.Set, e runtime.Event, p application.IconChanged) {
	change(s, e, p.Application, func(r *row) { r.IconURL = p.URL })
}

func redirectsSet(s *rows.Set, e runtime.Event, p application.RedirectsSet) {
	change(s, e, p.Application, func(r *row) { r.Redirects = p.Redirects })
}

func scopesSet(s *rows.Set, e runtime.Event, p application.ScopesSet) {
	change(s, e, p.Application, func(r *row) { r.Scopes = int64(p.Scopes) })
}

func secretAdded(s *rows.Set, e runtime.Event, p application.SecretAdded) {
	change(s, e, p.Application, func(r *row) { r.Secrets = append(slices.Clone(r.Secrets), p.Secret) })
}

func secretEnded(s *rows.Set, e runtime.Event, p application.SecretEnded) {
	change(s, e, p.Application, func(r *row) {
		r.Secrets = slices.DeleteFunc(slices.Clone(r.Secrets), func(id string) bool { return id == p.Secret })
	})
}

func suspended(s *rows.Set, e runtime.Event, p application.Suspended) {
	when := e.At()
	change(s, e, p.Application, func(r *row) {
		r.Suspended, r.SuspendedCode, r.SuspendedText = &when, "", ""
		if p.Reason != nil {
			r.SuspendedCode = string(p.Reason.Code)
			r.SuspendedText, _ = words(p.Reason.Text)
		}
	})
}

func restored(s *rows.Set, e runtime.Event, p application.Restored) {
	change(s, e, p.Application, func(r *row) { r.Suspended, r.SuspendedCode, r.SuspendedText = nil, "", "" })
}

func verified(s *rows.Set, e runtime.Event, p application.Verified) {
	change(s, e, p.Application, func(r *row) { r.Verified = true })
}

func handedOver(s *rows.Set, e runtime.Event, p application.HandedOver) {
	change(s, e, p.Application, func(r *row) {
		r.Account, r.Organization, r.Owner, r.Verified = p.Account, p.Organization, cmp.Or(p.Organization, p.Account), false
		r.Name, r.NameBy = p.Name.String(), p.Name.Subject
		r.Description, r.DescriptionBy = words(p.Description)
	})
}

const endAuthorizations = `delete from authorizations where application = $1`

func deleted(s *rows.Set, _ runtime.Event, p application.Deleted) {
	applications.Delete(s, row{ID: p.Application})
	s.Exec(endAuthorizations, p.Application)
}

type authorization struct {
	Account     string    `db:"account,key"`
	Application string    `db:"application,key"`
	Scopes      int64     `db:"scopes"`
	Since       time.Time `db:"since"`
	Position    uint64    `db:"position"`
}

var authorizations = rows.Of[authorization]("authorizations")

func granted(s *rows.Set, e runtime.Event, p application.Granted) {
	authorizations.Upsert(s, authorization{Account: p.Account, Application: p.Application}, func(r *authorization) {
		if r.Since.IsZero() {
			r.Since = e.At()
		}
		r.Scopes, r.Position = int64(p.Scopes), uint64(e.Position)
	})
}

func narrowed(s *rows.Set, e runtime.Event, p application.Narrowed) {
	authorizations.Update(s, authorization{Account: p.Account, Application: p.Application}, func(r *authorization) {
		r.Scopes, r.Position = int64(p.Scopes), uint64(e.Position)
	})
}

func revoked(s *rows.Set, _ runtime.Event, p application.Revoked) {
	authorizations.Delete(s, authorization{Account: p.Account, Application: p.Application})
}

const eraseTexts = `
update applications set name = case name_by when $1 then $2 else name end, description = case description_by when $1 then $2 else description end,
    suspended_text = case when account = $1 and suspended_text <> '' then $2 else suspended_text end, position = $3
where account = $1 or name_by = $1 or description_by = $1`

// erased blanks the texts by and to an account. A rebuild gives the same rows: texts without a key are shown as erased.
func erased(s *rows.Set, e runtime.Event, p account.Erased) {
	s.Exec(eraseTexts, p.Account, erasable.Erased, int64(e.Position))
}
