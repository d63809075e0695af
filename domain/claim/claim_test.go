package claim_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
)

const (
	maker = "Maker001"
	other = "Other002"
)

var (
	asMaker = actor.Actor{Account: maker}
	asStaff = actor.Actor{Account: "Staff003", Rank: actor.Moderator}
	why     = &reason.Reason{Code: reason.Complies}
	filed   = []any{claim.Filed{Claim: "Claim001", Project: "Proj0001", Organization: "Repost01", Account: maker, Proof: claim.Link}}
)

func file(change func(*claim.File)) claim.File {
	c := claim.File{
		By: asMaker, Claim: "Claim001", Project: "Proj0001", Organization: "Repost01", Repost: true, Proof: claim.Token,
		Address: "https://example.org/me/mod", Note: "我是作者",
	}
	if change != nil {
		change(&c)
	}
	return c
}

func given(history []any) claim.State {
	var s claim.State
	for _, e := range history {
		s = claim.Evolve(s, e)
	}
	return s
}

func TestTheResultOfEachCommandOnAClaim(t *testing.T) {
	done := append(append([]any{}, filed...), claim.Withdrawn{Claim: "Claim001"})
	full := claim.Open{}
	for i := range claim.MaxOpen {
		id := strings.Repeat("x", i+1)
		full[id] = claim.Listed{Claim: id, Project: id, Account: other}
	}
	for name, c := range map[string]struct {
		given  []any
		when   claim.Command
		then   any // the first event, or the text of the error
		single bool
	}{
		"the author files a claim":                           {nil, file(nil), claim.Filed{}, true},
		"an anonymous caller does not":                       {nil, file(func(f *claim.File) { f.By = actor.Actor{} }), "请先登录", false},
		"not for a project of an ordinary team":              {nil, file(func(f *claim.File) { f.Repost = false }), "只有搬运团队", false},
		"not for a project of an account":                    {nil, file(func(f *claim.File) { f.Organization = "" }), "只有搬运团队", false},
		"without a page":                                     {nil, file(func(f *claim.File) { f.Address = " " }), "请填写证明链接", false},
		"with an invalid address":                            {nil, file(func(f *claim.File) { f.Address = "javascript:alert(1)" }), "有效的 https 链接", false},
		"with an unknown proof":                              {nil, file(func(f *claim.File) { f.Proof = "oath" }), "证明方式", false},
		"with a note that is too long":                       {nil, file(func(f *claim.File) { f.Note = strings.Repeat("字", claim.MaxNote+1) }), "补充说明不能超过", false},
		"twice":                                              {nil, file(func(f *claim.File) { f.Of = claim.Open{"a": {Project: "Proj0001"}} }), "已认领过", false},
		"with too many open claims of the account":           {nil, file(func(f *claim.File) { f.Of = full }), "你有太多", false},
		"with too many open claims to the project":           {nil, file(func(f *claim.File) { f.To = full }), "该资源有太多", false},
		"the claimant withdraws":                             {filed, claim.Withdraw{By: asMaker}, claim.Withdrawn{}, true},
		"another account does not find the claim":            {filed, claim.Withdraw{By: actor.Actor{Account: other}}, "认领不存在", false},
		"the staff does not withdraw":                        {filed, claim.Withdraw{By: asStaff}, "只有认领人", false},
		"not twice":                                          {done, claim.Withdraw{By: asMaker}, "已处理完毕", false},
		"the staff accepts":                                  {filed, claim.Settle{By: asStaff, Accept: true, Reason: why}, claim.Accepted{}, true},
		"and rejects":                                        {filed, claim.Settle{By: asStaff, Reason: why}, claim.Rejected{}, true},
		"and gives a reason":                                 {filed, claim.Settle{By: asStaff, Accept: true}, "请说明操作原因", false},
		"the claimant does not":                              {filed, claim.Settle{By: asMaker, Accept: true, Reason: why}, "只有管理人员", false},
		"a member of the staff does not settle an own claim": {filed, claim.Settle{By: asMaker.With(actor.Admin), Accept: true, Reason: why}, "不能处理自己的", false},
		"another claim was accepted":                         {filed, claim.Supersede{By: "Claim002"}, claim.Superseded{}, true},
		"after it ended nothing changes":                     {done, claim.Supersede{By: "Claim002"}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := claim.Decide(given(c.given), c.when)
			if words, refused := c.then.(string); refused {
				var f *fault.Error
				if !errors.As(err, &f) || !strings.Contains(f.Text, words) {
					t.Fatalf("%v, want %s", err, words)
				}
				return
			}
			payloads := decisiontest.Payloads(events)
			if err != nil || c.single != (len(payloads) == 1) {
				t.Fatalf("%v, %v", payloads, err)
			}
			if c.single && reflect.TypeOf(payloads[0]) != reflect.TypeOf(c.then) {
				t.Errorf("%T, want %T", payloads[0], c.then)
			}
		})
	}
}

func TestATokenIsUniqueToAnAccountAndAProject(t *testing.T) {
	key := []byte("key")
	token := claim.TokenOf(key, maker, "Proj0001")
	if token != claim.TokenOf(key, maker, "Proj0001") || len(token) != 28 {
		t.Error(token)
	}
	for _, not := range []string{claim.TokenOf(key, other, "Proj0001"), claim.TokenOf(key, maker, "Proj0002"), claim.TokenOf([]byte("k"), maker, "Proj0001")} {
		if token == not {
			t.Errorf("%s is another's too", token)
		}
	}
}

func TestAnOpenClaimIsListedUntilItEnds(t *testing.T) {
	var o claim.Open
	for _, e := range []any{claim.Listed{Claim: "b", Project: "p"}, claim.Listed{Claim: "a", Project: "q"}, claim.Unlisted{Claim: "b"}} {
		o = claim.EvolveOpen(o, e)
	}
	if got := o.IDs(); len(got) != 1 || got[0] != "a" {
		t.Error(got)
	}
}
