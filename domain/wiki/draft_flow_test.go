package wiki

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
)

func because() *reason.Reason { return &reason.Reason{Code: reason.Rules} }

const (
	errNoReason = "invalid invalid_input reason: 请说明操作原因。"
	errLocked   = "forbidden unauthorized -: 百科已被锁定，暂时不能编辑。"
	errStale    = "conflict stale_preview seen: 草稿或已发布的页面有新的改动，请重新查看。"
	errConflict = "conflict is_conflict -: 草稿与已发布的页面有冲突，请先解决。"
)

func moderator(id string) Caller {
	c := account(id)
	c.Rank = actor.Moderator
	return c
}

func lockedWiki() State { return Evolve(wikiOf(branchOf("a")...), Locked{Project: project}) }

func merged() Merged {
	return Merged{Done: []Done{{Page: "a", Op: OpRetitled, Title: "新"}}, Seen: "seen"}
}

func TestTheResultOfEachCommandOnADraft(t *testing.T) {
	s := wikiOf(branchOf("a")...)
	by := Writer{member(alice), s}
	outside := Writer{account(alice), s}
	other := Writer{member(bob), s}
	changed := []any{retitled("a", "Ta", "新")}
	review := append(changed[:1:1], submission())
	rejected := append(review[:2:2], rejection())
	full := draft(changed...)
	full.Events = MaxEvents
	almost := draft(changed...)
	almost.Events = MaxEvents - 1
	submit := func(change func(*Submit)) Submit {
		c := Submit{Writer: by, Submission: "s2", Merged: merged(), Msg: "更新", Seen: "seen"}
		change(&c)
		return c
	}
	reject := Reject{By: editor(reviewer), Wiki: s, Msg: "不行"}
	accept := Accept{By: editor(reviewer), Wiki: s, Change: "c2", Merged: merged(), Seen: "seen"}
	for name, c := range map[string]struct {
		given Draft
		when  DraftCommand
		want  string
	}{
		"edit":                                    {draft(), EditPage{Writer: by, Page: "a", Title: ptr("新")}, "DraftPageRetitled"},
		"edit another's":                          {draft(), EditPage{Writer: other, Page: "a"}, errNoDraft},
		"edit as a reviewer":                      {draft(), EditPage{Writer: Writer{editor(reviewer), s}, Page: "a"}, "forbidden unauthorized -: 只有草稿的作者可以修改它。"},
		"edit no draft":                           {Draft{}, EditPage{Writer: by, Page: "a"}, errNoDraft},
		"edit signed out":                         {draft(), EditPage{Writer: Writer{Wiki: s}, Page: "a"}, errSignIn},
		"edit a submitted one":                    {draft(review...), EditPage{Writer: by, Page: "a"}, "invalid is_conflict -: 草稿正在审核中，请先撤回再修改。"},
		"edit a rejected one":                     {draft(rejected...), EditPage{Writer: by, Page: "a"}, "invalid is_conflict -: 草稿已被拒绝，请先重新编辑。"},
		"edit a published one":                    {draft(append(review, DraftAccepted{})...), EditPage{Writer: by, Page: "a"}, "invalid is_conflict -: 草稿已发布。"},
		"edit one that timed out":                 {draft(DraftTimedOut{}), EditPage{Writer: by, Page: "a"}, "invalid is_conflict -: 草稿已超时，请从它继续新的草稿。"},
		"edit one that was given up":              {draft(DraftGivenUp{}), EditPage{Writer: by, Page: "a"}, "invalid is_conflict -: 草稿已放弃，请从它继续新的草稿。"},
		"edit without the right":                  {draft(), EditPage{Writer: outside, Page: "a"}, "forbidden unauthorized -: 此百科只允许成员编辑。"},
		"edit where it is locked":                 {draft(), EditPage{Writer: Writer{member(alice), lockedWiki()}, Page: "a"}, errLocked},
		"edit one of 1999 events":                 {almost, EditPage{Writer: by, Page: "a", Title: ptr("二")}, "DraftPageRetitled"},
		"edit one of 2000 events":                 {full, EditPage{Writer: by, Page: "a", Title: ptr("二")}, "invalid invalid_input id: 此草稿的改动太多，请先提交。"},
		"submit one of 2000 events":               {full, submit(func(*Submit) {}), "DraftSubmitted"},
		"submit":                                  {draft(changed...), submit(func(*Submit) {}), "DraftSubmitted"},
		"submit without having looked":            {draft(changed...), submit(func(c *Submit) { c.Seen = "" }), "DraftSubmitted"},
		"submit what changed since":               {draft(changed...), submit(func(c *Submit) { c.Seen = "old" }), "conflict stale_preview seen: 已发布的页面有新的改动，请重新查看后再提交。"},
		"submit with a conflict":                  {draft(changed...), submit(func(c *Submit) { c.Merged.Conflicts = []Conflict{{}} }), errConflict},
		"submit nothing":                          {draft(), submit(func(c *Submit) { c.Merged = Merged{Seen: "seen"} }), "invalid invalid_input id: 没有任何修改"},
		"submit without a reason":                 {draft(changed...), submit(func(c *Submit) { c.Msg = "" }), "invalid invalid_input msg: 请填写提交原因"},
		"submit with a reason of spaces":          {draft(changed...), submit(func(c *Submit) { c.Msg = " \n\u200b" }), "invalid invalid_input msg: 请填写提交原因"},
		"submit with a reason of 500 characters":  {draft(changed...), submit(func(c *Submit) { c.Msg = strings.Repeat("字", MaxMsg) }), "DraftSubmitted"},
		"submit with a reason of 501 characters":  {draft(changed...), submit(func(c *Submit) { c.Msg = strings.Repeat("字", MaxMsg+1) }), "invalid invalid_input msg: 原因不能超过 500 个字符。"},
		"submit twice":                            {draft(review...), submit(func(*Submit) {}), "invalid is_conflict -: 草稿正在审核中，请先撤回再修改。"},
		"submit another's":                        {draft(changed...), submit(func(c *Submit) { c.Writer = other }), errNoDraft},
		"submit without the right":                {draft(changed...), submit(func(c *Submit) { c.Writer = outside }), "forbidden unauthorized -: 此百科只允许成员编辑。"},
		"submit where it is locked":               {draft(changed...), submit(func(c *Submit) { c.Wiki = lockedWiki() }), errLocked},
		"take back":                               {draft(review...), TakeBack{by}, "DraftTakenBack"},
		"take back what is not submitted":         {draft(), TakeBack{by}, "invalid is_conflict -: 只能撤回审核中的草稿。"},
		"take back another's":                     {draft(review...), TakeBack{other}, errNoDraft},
		"reopen":                                  {draft(rejected...), Reopen{by}, "DraftReopened"},
		"reopen what is not rejected":             {draft(review...), Reopen{by}, "invalid is_conflict -: 只能重新编辑被拒绝的草稿。"},
		"reopen without the right":                {draft(rejected...), Reopen{outside}, "forbidden unauthorized -: 此百科只允许成员编辑。"},
		"give up":                                 {draft(), GiveUp{by}, "DraftGivenUp"},
		"give up in review":                       {draft(review...), GiveUp{by}, "DraftGivenUp"},
		"give up after a rejection":               {draft(rejected...), GiveUp{by}, "DraftGivenUp"},
		"give up without the right":               {draft(), GiveUp{outside}, "DraftGivenUp"},
		"give up where it is locked":              {draft(), GiveUp{Writer{member(alice), lockedWiki()}}, "DraftGivenUp"},
		"give up twice":                           {draft(DraftGivenUp{}), GiveUp{by}, "invalid is_conflict -: 草稿已放弃，请从它继续新的草稿。"},
		"give up another's":                       {draft(), GiveUp{Writer{editor(bob), s}}, "forbidden unauthorized -: 只有草稿的作者可以修改它。"},
		"rebase":                                  {draft(), Rebase{Writer{member(alice), change(s, "c2")}}, "DraftRebased"},
		"rebase on the same change":               {draft(), Rebase{by}, ""},
		"rebase in review":                        {draft(review...), Rebase{by}, "invalid is_conflict -: 草稿正在审核中，请先撤回再修改。"},
		"reject":                                  {draft(review...), reject, "DraftRejected"},
		"reject the submission that was seen":     {draft(review...), Reject{reject.By, s, "s1", "不行", nil}, "DraftRejected"},
		"reject another submission":               {draft(review...), Reject{reject.By, s, "s0", "不行", nil}, errStale},
		"reject without words":                    {draft(review...), Reject{By: reject.By, Wiki: s}, "invalid invalid_input msg: 请填写拒绝原因。"},
		"reject where it is locked":               {draft(review...), Reject{By: reject.By, Wiki: lockedWiki(), Msg: "不行"}, "DraftRejected"},
		"reject one's own":                        {draft(review...), Reject{By: editor(alice), Wiki: s, Msg: "不行"}, "forbidden unauthorized -: 不能审核自己的草稿。"},
		"reject as a member":                      {draft(review...), Reject{By: member(bob), Wiki: s, Msg: "不行"}, errNoDraft},
		"reject signed out":                       {draft(review...), Reject{Wiki: s, Msg: "不行"}, errSignIn},
		"reject no draft":                         {Draft{}, reject, errNoDraft},
		"reject as a moderator":                   {draft(review...), Reject{By: moderator(bob), Wiki: s, Msg: "不行", Reason: because()}, "DraftRejected"},
		"reject as a moderator without a code":    {draft(review...), Reject{By: moderator(bob), Wiki: s, Msg: "不行"}, errNoReason},
		"reject what was taken back":              {draft(append(review, DraftTakenBack{})...), reject, "conflict is_conflict -: 作者已撤回此草稿。"},
		"reject what was published":               {draft(append(review, DraftAccepted{})...), reject, "conflict is_conflict -: 此草稿已通过并发布。"},
		"reject twice":                            {draft(rejected...), reject, "conflict is_conflict -: 此草稿已被拒绝。"},
		"reject what was given up":                {draft(append(review, DraftGivenUp{})...), reject, "conflict is_conflict -: 此草稿已结束。"},
		"accept":                                  {draft(review...), accept, "DraftAccepted"},
		"accept without having looked":            {draft(review...), Accept{accept.By, s, "c2", merged(), "", nil}, "DraftAccepted"},
		"accept something else":                   {draft(review...), Accept{accept.By, s, "c2", merged(), "old", nil}, errStale},
		"accept with a conflict":                  {draft(review...), Accept{accept.By, s, "c2", Merged{Done: merged().Done, Conflicts: []Conflict{{}}}, "", nil}, errConflict},
		"accept what does nothing any more":       {draft(review...), Accept{accept.By, s, "c2", Merged{}, "", nil}, "invalid invalid_input id: 没有任何修改"},
		"accept where it is locked":               {draft(review...), Accept{accept.By, lockedWiki(), "c2", merged(), "", nil}, errLocked},
		"accept one's own":                        {draft(review...), Accept{editor(alice), s, "c2", merged(), "", nil}, "forbidden unauthorized -: 不能审核自己的草稿。"},
		"accept what was taken back":              {draft(append(review, DraftTakenBack{})...), accept, "conflict is_conflict -: 作者已撤回此草稿。"},
		"accept as a moderator beside an editor":  {draft(review...), Accept{moderator(bob), s, "c2", merged(), "", because()}, "forbidden unauthorized -: 此百科有可以审核的成员，管理人员不能代为通过。"},
		"publish one's own":                       {draft(review...), Publish{Writer{editor(alice), s}, "c2", merged()}, "DraftAccepted"},
		"publish one's own without the right":     {draft(review...), Publish{by, "c2", merged()}, "forbidden unauthorized -: 你没有编辑此百科的权限。"},
		"publish another's":                       {draft(review...), Publish{Writer{editor(bob), s}, "c2", merged()}, "forbidden unauthorized -: 你没有编辑此百科的权限。"},
		"publish what was not submitted":          {draft(), Publish{Writer{editor(alice), s}, "c2", merged()}, "forbidden unauthorized -: 你没有编辑此百科的权限。"},
		"publish where it is locked":              {draft(review...), Publish{Writer{editor(alice), lockedWiki()}, "c2", merged()}, errLocked},
		"publish with a conflict":                 {draft(review...), Publish{Writer{editor(alice), s}, "c2", Merged{Conflicts: []Conflict{{}}}}, errConflict},
		"resolve what is no conflict":             {draft(), Resolve{Writer: by, Page: "a", Field: FieldTitle, Side: Mine}, "conflict conflict -: 这处冲突已经解决。"},
		"resolve another's":                       {draft(), Resolve{Writer: other, Page: "a", Field: FieldTitle, Side: Mine}, errNoDraft},
		"resolve in review as the author":         {draft(review...), Resolve{Writer: by, Page: "a"}, "invalid is_conflict -: 草稿正在审核中，请先撤回再修改。"},
		"resolve in review as a member":           {draft(review...), Resolve{Writer: other, Page: "a"}, errNoDraft},
		"resolve in review as a moderator":        {draft(review...), Resolve{Writer: Writer{moderator(bob), s}, Page: "a"}, "forbidden unauthorized -: 此百科有可以审核的成员，管理人员不能代为通过。"},
		"resolve in review where it is locked":    {draft(review...), Resolve{Writer: Writer{editor(bob), lockedWiki()}, Page: "a"}, errLocked},
		"resolve in review what is no conflict":   {draft(review...), Resolve{Writer: Writer{editor(bob), s}, Page: "a"}, "conflict conflict -: 这处冲突已经解决。"},
		"resolve by hand what has two sides":      {draft(), Resolve{Writer: by, Merged: Merged{Conflicts: []Conflict{{Page: "a", Field: FieldWeight, Sides: []Side{Mine}}}}, Page: "a", Field: FieldWeight, Side: ByHand}, "invalid invalid_input side: 这处冲突不能这样解决。"},
		"resolve by hand with a taken title":      {draft(), Resolve{Writer: by, Merged: Merged{Tree: wikiOf(branchOf("a", "b")...).Tree, Conflicts: []Conflict{{Page: "a", Field: FieldTitle, Sides: []Side{ByHand}}}}, Page: "a", Field: FieldTitle, Side: ByHand, Text: "tb"}, "invalid is_exists title: 已存在相同标题"},
		"resolve by hand with a taken slug":       {draft(), Resolve{Writer: by, Merged: Merged{Tree: wikiOf(branchOf("a", "b")...).Tree, Conflicts: []Conflict{{Page: "a", Field: FieldSlug, Sides: []Side{ByHand}}}}, Page: "a", Field: FieldSlug, Side: ByHand, Text: "SB"}, "invalid is_exists slug: 已存在相同slug"},
		"resolve by hand with a text of too much": {draft(), Resolve{Writer: by, Merged: Merged{Conflicts: []Conflict{{Page: "a", Field: FieldBody, Sides: []Side{ByHand}}}}, Page: "a", Field: FieldBody, Side: ByHand, Text: strings.Repeat("字", MaxBody+1)}, "invalid invalid_input body: 正文不能超过 65536 个字符。"},
	} {
		t.Run(name, func(t *testing.T) { same(t, outcome(DecideDraft(c.given, c.when)), c.want) })
	}
}
