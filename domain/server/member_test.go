package server_test

import (
	"fmt"
	"testing"

	"github.com/modyard/modyard/domain/server"
)

func crowd(n int) []any {
	history := []any{made}
	for i := range n {
		history = append(history, server.MemberInvited{Server: id, Account: fmt.Sprintf("Crowd%03d", i), Role: server.ViewerRole, Until: start.Add(server.InvitationHolds)})
	}
	return history
}

func TestTheResultOfEachCommandAboutMembers(t *testing.T) {
	invite := func(account string, r server.MemberRole) server.Invite {
		return server.Invite{By: asOwner, Account: account, Role: r, Now: later}
	}
	expired := start.Add(server.InvitationHolds)
	for name, c := range map[string]struct {
		given []any
		when  server.Command
		then  any
	}{
		"the owner invites an account":         {[]any{made}, invite("New00009", server.EditorRole), server.MemberInvited{}},
		"not one that does not exist":          {[]any{made}, invite("", server.EditorRole), "没有这个用户"},
		"not as a second owner":                {[]any{made}, invite("New00009", server.OwnerRole), "角色须为"},
		"not in an unknown role":               {[]any{made}, invite("New00009", "king"), "角色须为"},
		"not the owner":                        {[]any{made}, invite(owner, server.EditorRole), "已是此服务器的成员"},
		"not a member":                         {peopled(), invite(editor, server.EditorRole), "已是此服务器的成员"},
		"not twice":                            {peopled(), invite(invited, server.EditorRole), "已被邀请"},
		"again when the invitation expired":    {peopled(), server.Invite{By: asOwner, Account: invited, Role: server.EditorRole, Now: expired}, server.MemberInvited{}},
		"again after a removal":                {peopled(), invite(removed, server.EditorRole), server.MemberInvited{}},
		"twenty members":                       {crowd(19), invite("New00009", server.EditorRole), server.MemberInvited{}},
		"not twenty-one":                       {crowd(20), invite("New00009", server.EditorRole), "最多 20 名"},
		"expired invitations do not count":     {crowd(20), server.Invite{By: asOwner, Account: "New00009", Role: server.EditorRole, Now: expired}, server.MemberInvited{}},
		"an administrator invites too":         {[]any{made}, server.Invite{By: asAdmin, Account: "New00009", Role: server.EditorRole, Now: later}, server.MemberInvited{}},
		"the invited account joins":            {peopled(), server.JoinMembers{By: asInvited, Now: later}, server.MemberJoined{}},
		"joining twice is joining once":        {peopled(), server.JoinMembers{By: asEditor, Now: later}, nil},
		"not after two weeks":                  {peopled(), server.JoinMembers{By: asInvited, Now: expired}, "邀请已过期"},
		"nobody joins without an invitation":   {peopled(), server.JoinMembers{By: asOther, Now: later}, "服务器不存在"},
		"not even an administrator":            {peopled(), server.JoinMembers{By: asAdmin, Now: later}, "服务器不存在"},
		"nobody joins a deleted server":        {peopled(deleted), server.JoinMembers{By: asInvited, Now: later}, "服务器不存在"},
		"a removed account does not come back": {peopled(), server.JoinMembers{By: asRemoved, Now: later}, "服务器不存在"},
		"an anonymous caller does not join":    {peopled(), server.JoinMembers{Now: later}, "请先登录"},
		"a member leaves":                      {peopled(), server.RemoveMember{By: asViewer, Account: viewer}, server.MemberLeft{}},
		"an invitation is declined":            {peopled(), server.RemoveMember{By: asInvited, Account: invited}, server.MemberLeft{}},
		"an expired one too":                   {peopled(), server.RemoveMember{By: asInvited, Account: invited}, server.MemberLeft{}},
		"the owner does not leave":             {peopled(), server.RemoveMember{By: asOwner, Account: owner}, "请先把它移交"},
		"the owner removes a member":           {peopled(), server.RemoveMember{By: asOwner, Account: editor}, server.MemberRemoved{}},
		"there may be nobody to remove":        {peopled(), server.RemoveMember{By: asOwner, Account: "../x"}, "没有这个成员"},
		"a stranger cannot leave":              {peopled(), server.RemoveMember{By: asOther, Account: asOther.Account}, "服务器不存在"},
		"an editor removes nobody":             {peopled(), server.RemoveMember{By: asEditor, Account: viewer}, "没有管理成员的权限"},
		"the owner changes a role":             {peopled(), server.SetRole{By: asOwner, Account: editor, Role: server.ViewerRole}, server.MemberRoleSet{}},
		"the same role is no change":           {peopled(), server.SetRole{By: asOwner, Account: editor, Role: server.EditorRole}, nil},
		"nobody becomes owner by it":           {peopled(), server.SetRole{By: asOwner, Account: editor, Role: server.OwnerRole}, "角色须为"},
		"the owner's own role stays":           {peopled(), server.SetRole{By: asOwner, Account: owner, Role: server.ViewerRole}, "可以移交"},
		"an editor does not promote itself":    {peopled(), server.SetRole{By: asViewer, Account: viewer, Role: server.EditorRole}, "没有管理成员的权限"},
		"the owner hands over":                 {peopled(), server.HandOver{By: asOwner, Account: viewer}, server.HandedOver{}},
		"not to an invited account":            {peopled(), server.HandOver{By: asOwner, Account: invited}, "已加入的成员"},
		"not to a stranger":                    {peopled(), server.HandOver{By: asOwner, Account: "Other002"}, "已加入的成员"},
		"to oneself is no change":              {peopled(), server.HandOver{By: asOwner, Account: owner}, nil},
		"an administrator needs a reason":      {peopled(), server.HandOver{By: asAdmin, Account: viewer}, "请说明操作原因"},
		"an administrator hands over with one": {peopled(), server.HandOver{By: asAdmin, Account: viewer, Reason: why}, server.HandedOver{}},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := server.Decide(given(c.given...), c.when)
			expect(t, events, err, c.then)
		})
	}
}

func TestATakenRightRaisesTheEpochOfItsAccount(t *testing.T) {
	for name, c := range map[string]struct {
		account string
		event   any
		taken   bool
	}{
		"removed":   {editor, server.MemberRemoved{Server: id, Account: editor}, true},
		"left":      {editor, server.MemberLeft{Server: id, Account: editor}, true},
		"lowered":   {editor, server.MemberRoleSet{Server: id, Account: editor, From: server.EditorRole, Role: server.ViewerRole}, true},
		"raised":    {viewer, server.MemberRoleSet{Server: id, Account: viewer, From: server.ViewerRole, Role: server.EditorRole}, false},
		"handed":    {owner, server.HandedOver{Server: id, Owner: owner, Account: editor}, true},
		"became it": {editor, server.HandedOver{Server: id, Owner: owner, Account: editor}, false},
		"joined":    {invited, server.MemberJoined{Server: id, Account: invited}, false},
		"another":   {viewer, server.MemberRemoved{Server: id, Account: editor}, false},
	} {
		before := given(peopled()...)
		after := server.Evolve(before, c.event, start)
		if taken := after.Epochs[c.account] > before.Epochs[c.account]; taken != c.taken {
			t.Errorf("%s: the epoch went from %d to %d", name, before.Epochs[c.account], after.Epochs[c.account])
		}
		if c.taken && after.Epochs[c.account] != after.Generation {
			t.Errorf("%s: the epoch is not the generation of the event", name)
		}
		if before.Rights(editor) != server.EditorRole.Rights() || before.Owner != owner {
			t.Errorf("%s: the state before was changed", name)
		}
	}
}

func TestTheFormerOwnerIsAnEditorAndTheNewOneMayDoEverything(t *testing.T) {
	s := given(peopled(server.HandedOver{Server: id, Owner: owner, Account: viewer})...)
	if s.Owner != viewer || s.Rights(viewer) != server.AllRights || s.Rights(owner) != server.EditorRole.Rights() {
		t.Errorf("%+v", s)
	}
	_, err := server.Decide(s, server.HandOver{By: asOwner, Account: owner})
	expect(t, nil, err, "没有管理成员的权限")
	events, err := server.Decide(s, server.RemoveMember{By: asOwner, Account: owner})
	expect(t, events, err, server.MemberLeft{})
}

func TestRightsAreNumberedAsTheHostingAPIDoes(t *testing.T) {
	if server.BaseRead != 1 || server.ManageUsers != 1<<8 || server.FilesRead != 1<<9 || server.AllRights != 1<<10-1 {
		t.Error("the bits have moved")
	}
	if r := server.ViewerRole.Rights(); r != server.BaseRead {
		t.Errorf("a viewer has the rights %b: files hold secrets", r)
	}
	if r := server.EditorRole.Rights(); r.Has(server.ResetServer) || r.Has(server.ManageUsers) || !r.Has(server.Advanced|server.FilesRead|server.Backups) {
		t.Errorf("an editor has the rights %b", r)
	}
	if (server.State{}).Rights("") != 0 || given(made).Rights("") != 0 {
		t.Error("nobody has rights")
	}
}
