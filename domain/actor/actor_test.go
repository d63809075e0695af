package actor_test

import (
	"errors"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/role"
)

func TestLeastReturnsTheLowestSufficientRank(t *testing.T) {
	refusals := map[actor.Rank]error{
		actor.NotStaff: errors.New("not staff"), actor.Moderator: errors.New("moderator"), actor.Admin: errors.New("admin"),
	}
	const unreachable = actor.Admin + 1
	for name, c := range map[string]struct {
		rank, needed actor.Rank
		want         role.Role
		refusal      error
	}{
		"an account's own right needs no rank":           {actor.Admin, actor.NotStaff, role.Member, nil},
		"an administrator with a moderator's right":      {actor.Admin, actor.Moderator, role.Moderator, nil},
		"an administrator with an administrator's right": {actor.Admin, actor.Admin, role.Admin, nil},
		"a moderator":                                  {actor.Moderator, actor.Moderator, role.Moderator, nil},
		"at most the actor's rank":                     {actor.Moderator, actor.Admin, "", refusals[actor.Moderator]},
		"an account without a rank":                    {actor.NotStaff, actor.Moderator, "", refusals[actor.NotStaff]},
		"the error of the highest rank that was tried": {actor.Admin, unreachable, "", refusals[actor.Admin]},
	} {
		who := actor.Actor{Account: "AcctAnn1", Rank: c.rank, OrganizationMember: true, OrganizationPermissions: 5}
		got, err := who.Least(role.Member, func(a actor.Actor) error {
			if a.With(who.Rank) != who {
				t.Errorf("%s: %+v is asked for %+v", name, a, who)
			}
			if a.Rank >= c.needed {
				return nil
			}
			return refusals[a.Rank]
		})
		if got != c.want || !errors.Is(err, c.refusal) {
			t.Errorf("%s: %q %v, want %q %v", name, got, err, c.want, c.refusal)
		}
	}
}

func TestAnAnonymousCallerNeverBelongsToTheStaff(t *testing.T) {
	for _, c := range []struct {
		who                    actor.Actor
		signedIn, staff, admin bool
	}{
		{who: actor.Actor{}}, {who: actor.Actor{Rank: actor.Admin}},
		{who: actor.Actor{Account: "AcctAnn1"}, signedIn: true},
		{who: actor.Actor{Account: "AcctAnn1", Rank: actor.Moderator}, signedIn: true, staff: true},
		{who: actor.Actor{Account: "AcctAnn1", Rank: actor.Admin}, signedIn: true, staff: true, admin: true},
	} {
		if c.who.SignedIn() != c.signedIn || c.who.Staff() != c.staff || c.who.Admin() != c.admin {
			t.Errorf("%+v: signed in %v, staff %v, admin %v", c.who, c.who.SignedIn(), c.who.Staff(), c.who.Admin())
		}
	}
}
