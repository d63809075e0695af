package server

import (
	"time"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// The rights of members that queries ask for.
const (
	AllRights    = uint64(server.AllRights)
	ExecCommands = uint64(server.ExecCommands)
	Setup        = uint64(server.Setup)
	ResetServer  = uint64(server.ResetServer)
	FilesWrite   = uint64(server.FilesWrite)
	FilesRead    = uint64(server.FilesRead)
	Backups      = uint64(server.Backups)
)

// What an account is to a server.
const (
	StateOwner   = "owner"
	StateJoined  = "joined"
	StateInvited = "invited"
	StateGone    = "gone" // left, removed or declined: the row keeps the epoch
)

type memberRow struct {
	Server   string     `db:"server,key"`
	Account  string     `db:"account,key"`
	Role     string     `db:"role"`
	Rights   uint64     `db:"rights"`
	State    string     `db:"state"`
	Since    time.Time  `db:"since"`
	Until    *time.Time `db:"until"`
	Inviter  string     `db:"inviter"`
	Epoch    uint64     `db:"epoch"`
	Position uint64     `db:"position"`
}

type revocation struct {
	Position uint64    `db:"position,key"`
	Server   string    `db:"server"`
	Account  string    `db:"account"`
	Epoch    uint64    `db:"epoch"`
	At       time.Time `db:"at"`
}

var (
	members     = rows.Of[memberRow]("members")
	revocations = rows.Of[revocation]("revocations")
)

// owns makes an account the owner.
func owns(s *rows.Set, e runtime.Event, id, account string) {
	placed(s, e, id, account, func(r *memberRow) {
		r.Role, r.Rights, r.State, r.Until, r.Inviter = string(server.OwnerRole), AllRights, StateOwner, nil, ""
	})
}

// placed changes what an account is to a server; its epoch stays.
func placed(s *rows.Set, e runtime.Event, id, account string, how func(*memberRow)) {
	members.Upsert(s, memberRow{Server: id, Account: account}, func(r *memberRow) {
		how(r)
		r.Since, r.Position = e.At(), uint64(e.Position)
	})
}

// took records that an account has lost a right: tokens of an epoch before this event do not hold.
func took(s *rows.Set, e runtime.Event, id, account string) {
	members.Update(s, memberRow{Server: id, Account: account}, func(r *memberRow) { r.Epoch = generation(e) })
	revocations.Put(s, revocation{Position: uint64(e.Position), Server: id, Account: account, Epoch: generation(e), At: e.At()})
}

// touched marks a server as changed for those who follow it; its desired state stays.
func touched(s *rows.Set, e runtime.Event, id string) {
	servers.Update(s, row{ID: id}, func(r *row) { r.Position = uint64(e.Position) })
}

func memberInvited(s *rows.Set, e runtime.Event, p server.MemberInvited) {
	until := p.Until.UTC().Truncate(time.Microsecond)
	placed(s, e, p.Server, p.Account, func(r *memberRow) {
		r.Role, r.Rights, r.State, r.Until, r.Inviter = string(p.Role), 0, StateInvited, &until, ""
		if e.Meta.Role != string(role.Admin) {
			r.Inviter = e.Meta.Actor
		}
	})
	touched(s, e, p.Server)
	about(s, e, p.Server, "invited", p.Account, map[string]any{"role": p.Role})
}

func memberJoined(s *rows.Set, e runtime.Event, p server.MemberJoined) {
	placed(s, e, p.Server, p.Account, func(r *memberRow) {
		r.Rights, r.State, r.Until = uint64(server.MemberRole(r.Role).Rights()), StateJoined, nil
	})
	touched(s, e, p.Server)
	about(s, e, p.Server, "joined", p.Account, nil)
}

func memberLeft(s *rows.Set, e runtime.Event, p server.MemberLeft) {
	gone(s, e, p.Server, p.Account)
	about(s, e, p.Server, "left", p.Account, nil)
}

func memberRemoved(s *rows.Set, e runtime.Event, p server.MemberRemoved) {
	gone(s, e, p.Server, p.Account)
	about(s, e, p.Server, "member-removed", p.Account, nil)
}

func gone(s *rows.Set, e runtime.Event, id, account string) {
	placed(s, e, id, account, func(r *memberRow) { r.State, r.Rights, r.Until = StateGone, 0, nil })
	took(s, e, id, account)
	touched(s, e, id)
}

func roleSet(s *rows.Set, e runtime.Event, p server.MemberRoleSet) {
	members.Update(s, memberRow{Server: p.Server, Account: p.Account}, func(r *memberRow) {
		r.Role, r.Position = string(p.Role), uint64(e.Position)
		if r.State == StateJoined {
			r.Rights = uint64(p.Role.Rights())
		}
	})
	if p.From.Lowers(p.Role) {
		took(s, e, p.Server, p.Account)
	}
	touched(s, e, p.Server)
	about(s, e, p.Server, "role-set", p.Account, map[string]any{"from": p.From, "role": p.Role})
}

func handedOver(s *rows.Set, e runtime.Event, p server.HandedOver) {
	placed(s, e, p.Server, p.Owner, func(r *memberRow) {
		r.Role, r.Rights, r.State = string(server.EditorRole), uint64(server.EditorRole.Rights()), StateJoined
	})
	took(s, e, p.Server, p.Owner)
	owns(s, e, p.Server, p.Account)
	servers.Update(s, row{ID: p.Server}, func(r *row) { r.Owner, r.Position = p.Account, uint64(e.Position) })
	about(s, e, p.Server, "handed-over", p.Account, because(p.Reason, nil))
}
