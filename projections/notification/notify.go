package notification

import (
	"crypto/md5" //nolint:gosec // names a row
	"encoding/hex"
	"maps"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/runtime"
)

// Notify writes a notification of an event for each account except the actor's.
func (h *Batch) Notify(e runtime.Event, to Accounts, n Notification) {
	n.Position, n.At, n.Recorded, n.Actor = uint64(e.Position), e.At(), e.RecordedAt.UTC().Truncate(time.Microsecond), e.Meta.Actor
	n.Report = h.threads[n.Thread].Subject
	if n.Points == nil {
		n.Points = []string{} // the column has no nulls
	}
	for _, account := range slices.Sorted(maps.Keys(to)) {
		if !to[account] || account == "" || account == e.Meta.Actor {
			continue
		}
		sum := md5.Sum([]byte(e.ID.String() + account)) //nolint:gosec // names a row
		n.Account, n.ID = account, hex.EncodeToString(sum[:5])
		notifications.Put(h.rows, n)
		inboxes.Put(h.rows, inbox{account, n.Position})
	}
}

// Because is a notification with a reason that is addressed to its account.
func (n Notification) Because(why *reason.Addressed) Notification {
	code, text := why.Words()
	n.ReasonCode, n.ReasonText = string(code), text
	return n
}

// NotifyTeam notifies a project's team and that of its organization, unless a member acted.
func (h *Batch) NotifyTeam(e runtime.Event, id string, n Notification) {
	if team := h.Team(id); !team[e.Meta.Actor] {
		h.Notify(e, team, n)
	}
}

// Team are the accepted members of a project and of its organization.
func (h *Batch) Team(id string) Accounts {
	team := Accounts{}
	for _, group := range []string{id, h.projects[id].Organization} {
		for account, accepted := range h.teams[group] {
			if accepted {
				team[account] = true
			}
		}
	}
	return team
}

// NotifyHolders notifies the accepted members who hold a right on a project, by its own team or, outside of that, by its
// organization.
func (h *Batch) NotifyHolders(e runtime.Event, id string, right project.Permissions, n Notification) {
	h.Notify(e, h.Holders(id, right), n)
}

// Holders are the accepted members who hold a right on a project.
func (h *Batch) Holders(id string, right project.Permissions) Accounts {
	holders, own := Accounts{}, h.teams[id]
	for account, accepted := range own {
		holders[account] = accepted && h.rights[id][account].Has(right)
	}
	organization := h.projects[id].Organization
	for account, accepted := range h.teams[organization] {
		if accepted && !own[account] {
			holders[account] = h.rights[organization][account].Has(right)
		}
	}
	return holders
}

// NotifyStaff notifies every moderator and administrator of an event of an area.
func (h *Batch) NotifyStaff(e runtime.Event, n Notification) { h.Notify(e, h.teams[staffTeam], n) }

// NotifyStaffBut is NotifyStaff without one account.
func (h *Batch) NotifyStaffBut(e runtime.Event, account string, n Notification) {
	to := maps.Clone(h.teams[staffTeam])
	delete(to, account)
	h.Notify(e, to, n)
}

// These statements change existing notifications. They run after the rows of the batch are written, so they must not
// touch rows of later events. The inboxes of changed notifications change too.
const (
	touched = `
insert into inboxes as i (account, position) select distinct account, $1::bigint from changed
on conflict (account) do update set position = greatest(i.position, excluded.position)`

	// answered closes an account's invitations to a project or an organization.
	answered = `
with changed as (
    update notifications set open = false, read = true
    where account = $2 and open and (project = $3 or organization = $3) and position < $1 returning account)` + touched

	forgetSubject = `
with changed as (delete from notifications where (project = $2 or organization = $2) and position < $1 returning account)` + touched
	forgetVersion = `with changed as (delete from notifications where version = $2 and position < $1 returning account)` + touched
	forgetMessage = `with changed as (delete from notifications where thread_message = $2 and position < $1 returning account)` + touched

	// supersede leaves one notification of a conversation about a project to each account: that of the other side's newest message.
	supersede = `
with changed as (delete from notifications where thread = $2 and type = $3 and thread <> '' and project <> '' and position < $1 returning account)` + touched

	// supersedeLink leaves one notification of a kind about a link to each account, and supersedeWords to the accounts that a
	// message notifies.
	supersedeLink = `
with changed as (delete from notifications where link = $2 and type = $3 and link <> '' and position < $1 returning account)` + touched
	supersedeWords = `
with changed as (delete from notifications where link = $2 and type = $3 and account = any($4) and link <> '' and position < $1 returning account)` + touched

	// blankWords blanks an account's texts in the notifications of other accounts.
	blankWords = `
with changed as (
    update notifications set message = $3 where actor = $2 and type = any($4) and position < $1 returning account)` + touched

	// forgetAccount deletes the account's own notifications: its erasure may include reasons that are addressed to
	// it.
	forgetAccount = `with changed as (delete from notifications where account = $2 and position < $1 returning account)` + touched
)

func (h *Batch) answered(e runtime.Event, account string) {
	h.rows.After(answered, int64(e.Position), account, e.Subject())
}
