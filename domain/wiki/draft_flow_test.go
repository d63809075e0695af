package wiki

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
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

func TestBeginningADraft(t *testing.T) {
	drafts := func(n int) OpenDrafts {
		o := OpenDrafts{}
		for i := range n {
			o[fmt.Sprint(i)] = DraftBegun{}
		}
		return o
	}
	ended := func(event any, days int) Draft {
		d := draft(addedPage("n", "n", "n", ""), event)
		d.ChangedAt = noon.Add(-time.Duration(days) * 24 * time.Hour)
		return d
	}
	banned := Place{Until: noon.Add(time.Minute)}
	for name, c := range map[string]struct {
		given  Draft
		change func(*OpenDraft)
		want   string
	}{
		"a member":                              {Draft{}, func(*OpenDraft) {}, "DraftOpened"},
		"nobody":                                {Draft{}, func(c *OpenDraft) { c.By = Caller{} }, errSignIn},
		"with an id that is taken":              {draft(), func(*OpenDraft) {}, "conflict conflict -: 该草稿已存在。"},
		"with an open draft":                    {Draft{}, func(c *OpenDraft) { c.Place.Draft = "d0" }, "invalid is_conflict -: 你在此百科已有未完成的草稿，请先提交或放弃它。"},
		"with four open drafts":                 {Draft{}, func(c *OpenDraft) { c.OfAccount = drafts(4) }, "DraftOpened"},
		"with five open drafts":                 {Draft{}, func(c *OpenDraft) { c.OfAccount = drafts(5) }, "invalid invalid_input id: 你同时最多有 5 份未完成的百科草稿，请先提交或放弃其中一份。"},
		"with 49 open drafts of the project":    {Draft{}, func(c *OpenDraft) { c.OfProject = drafts(49) }, "DraftOpened"},
		"with 50 open drafts of the project":    {Draft{}, func(c *OpenDraft) { c.OfProject = drafts(50) }, "invalid invalid_input id: 此百科未完成的草稿太多，请等待其中一些审核完毕。"},
		"banned":                                {Draft{}, func(c *OpenDraft) { c.Place = banned }, "invalid wiki_ban until: 你在 2026-05-01 20:01（UTC+8） 之前不能编辑此百科。"},
		"at the end of a ban":                   {Draft{}, func(c *OpenDraft) { c.Place, c.Now = banned, banned.Until }, "DraftOpened"},
		"banned, but a holder of WIKI_EDIT":     {Draft{}, func(c *OpenDraft) { c.Place, c.By = banned, editor(alice) }, "DraftOpened"},
		"locked":                                {Draft{}, func(c *OpenDraft) { c.Wiki = lockedWiki() }, errLocked},
		"from a draft that was given up":        {Draft{}, func(c *OpenDraft) { c.From = ended(DraftGivenUp{}, 0) }, "DraftOpened DraftPageAdded"},
		"from one that timed out":               {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 0) }, "DraftOpened DraftPageAdded"},
		"from one of 30 days ago":               {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 30) }, "DraftOpened DraftPageAdded"},
		"from one of 31 days ago":               {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 31) }, "conflict conflict -: 该草稿不能继续。"},
		"from one that was published":           {Draft{}, func(c *OpenDraft) { c.From = ended(DraftAccepted{}, 0) }, "conflict conflict -: 该草稿不能继续。"},
		"from one that is open":                 {Draft{}, func(c *OpenDraft) { c.From = ended(submission(), 0) }, "conflict conflict -: 该草稿不能继续。"},
		"from another account's":                {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 0); c.From.Account = bob }, errNoDraft},
		"from one of another project":           {Draft{}, func(c *OpenDraft) { c.From = ended(DraftTimedOut{}, 0); c.From.Project = "Proj0002" }, errNoDraft},
		"with the inverse of a change":          {Draft{}, func(c *OpenDraft) { c.From = Draft{Edits: map[string]Edit{"a": {Removed: true}}}; c.Reverts = "c1" }, "DraftOpened DraftPageRemoved"},
		"an account outside, of a members' one": {Draft{}, func(c *OpenDraft) { c.By = account(alice) }, "forbidden unauthorized -: 此百科只允许成员编辑。"},
	} {
		t.Run(name, func(t *testing.T) {
			open := OpenDraft{Writer: Writer{member(alice), wikiOf(branchOf("a")...)}, ID: "d1", Project: project, Now: noon}
			c.change(&open)
			same(t, outcome(DecideDraft(c.given, open)), c.want)
		})
	}
}

func TestADraftTimesOutUnlessItsAuthorHoldsTheRight(t *testing.T) {
	for by, timed := range map[*Caller]bool{ptr(member(alice)): true, ptr(editor(alice)): false} {
		events, err := DecideDraft(Draft{}, OpenDraft{Writer: Writer{*by, State{}}, ID: "d1", Project: project, Now: noon})
		if o := events[0].Payload.(DraftOpened); err != nil || o.Timed != timed {
			t.Errorf("%+v, %v", o, err)
		}
	}
}

func TestEveryEditOfAnEndedDraftIsContinued(t *testing.T) {
	s := change(wikiOf(append(branchOf("a", "b"), Page{ID: "g", Title: "Tg", Slug: "sg"}, Page{ID: "r", Title: "Tr", Slug: "sr"})...), "c2", Done{Page: "g", Op: OpRemoved})
	old := draft(
		addedPage("n", "新", "new", ""), addedPage("m", "下", "below", "n"), written("n", "", "文"), retitled("a", "Ta", "甲"),
		DraftPageReaddressed{Page: "a", Was: "sa", Slug: erasable.Of(alice, "jia")}, DraftPageMoved{Page: "b", Was: "a", Parent: "n"},
		DraftPageReweighted{Page: "b", Was: 0, Weight: 7}, DraftPageRestored{Page: "g", Parent: "n"}, retitled("g", "Tg", "乙"),
		DraftPageFeatured{Page: "n", Was: "a"}, DraftPageRemoved{Page: "r", Was: s.seen("r")}, written("a", "c1", "改"), DraftTimedOut{},
	)
	events, err := DecideDraft(Draft{}, OpenDraft{Writer: Writer{member(alice), s}, ID: "d2", Project: project, From: old, Now: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	var d Draft
	for _, e := range events {
		d = EvolveDraft(d, e.Payload, noon)
	}
	if !reflect.DeepEqual(d.Edits, old.Edits) || !reflect.DeepEqual(d.Order, old.Order) || !reflect.DeepEqual(d.Featured, old.Featured) {
		t.Errorf("%+v\nwant %+v", d, old)
	}
	if events[0].Payload.(DraftOpened).From != "d1" || d.Status != Editable || d.Base != "c2" {
		t.Errorf("%+v", events[0])
	}
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

func TestASubmissionFitsIntoOneAppend(t *testing.T) {
	parts := func(n int) (m Merged) {
		for i := range n {
			m.Done = append(m.Done, Done{Page: fmt.Sprint(i), Op: OpRetitled}, Done{Page: fmt.Sprint(i), Op: OpMoved})
		}
		return m
	}
	texts := func(size int) Merged {
		m := parts(2)
		m.Texts = map[string]string{"0": strings.Repeat("x", MaxText/2), "1": strings.Repeat("x", size-MaxText/2)}
		return m
	}
	pages := func(n int) Merged {
		m := parts(1)
		m.Tree.Pages = map[string]Page{}
		for i := range n {
			m.Tree.Pages[fmt.Sprint(i)] = Page{}
		}
		return m
	}
	for name, c := range map[string]struct {
		m    Merged
		want string
	}{
		"200 pages":                 {parts(200), ""},
		"201 pages":                 {parts(201), "invalid invalid_input id: 一次最多提交 200 个页面的修改，请分几次提交。"},
		"2 MiB of text":             {texts(MaxText), ""},
		"a byte more":               {texts(MaxText + 1), "too_large too_large body: 一次提交的正文总共最多 2 MiB，请分几次提交。"},
		"2000 pages in the wiki":    {pages(MaxPages), ""},
		"a page more":               {pages(MaxPages + 1), "invalid invalid_input id: 每个百科最多 2000 个页面。"},
		"nothing":                   {Merged{}, "invalid invalid_input id: 没有任何修改"},
		"conflicts before anything": {Merged{Conflicts: []Conflict{{}}}, errConflict},
	} {
		got := ""
		if err := c.m.Publishable(""); err != nil {
			got = refusal(err)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestADraftIsEditedAgainFiveTimes(t *testing.T) {
	by := Writer{member(alice), wikiOf(branchOf("a")...)}
	d, p := draft(retitled("a", "Ta", "新")), Place{Draft: "d1"}
	for n := 1; n <= MaxAgain; n++ {
		d = EvolveDraft(d, submission(), noon)
		var again DraftCommand = TakeBack{by}
		if n%2 == 0 {
			d, again = EvolveDraft(d, rejection(), noon), Reopen{by}
		}
		events, err := DecideDraft(d, again)
		if err != nil {
			t.Fatal(n, err)
		}
		d = EvolveDraft(d, events[0].Payload, noon)
		bans := by.Repeated(d, p, noon)
		if d.Again != n || d.Status != Editable || d.AgainAt != noon || len(bans) != map[bool]int{true: 1}[n == MaxAgain] {
			t.Fatalf("%d: %+v, %+v", n, d, bans)
		}
		if n == MaxAgain {
			want := Banned{Project: project, Account: alice, Until: noon.Add(3 * time.Hour), Cause: CauseRepeats}
			if bans[0] != want {
				t.Errorf("%+v", bans[0])
			}
			if bans := (Writer{editor(alice), by.Wiki}).Repeated(d, p, noon); bans != nil {
				t.Errorf("a holder of WIKI_EDIT is banned: %+v", bans)
			}
		}
	}
	full := "invalid invalid_input again_count: 此草稿已重新编辑 5 次，只能等待审核或放弃。"
	same(t, outcome(DecideDraft(d, Submit{Writer: by, Submission: "s2", Merged: merged(), Msg: "更新"})), "DraftSubmitted")
	d = EvolveDraft(d, submission(), noon)
	same(t, outcome(DecideDraft(d, TakeBack{by})), full)
	same(t, outcome(DecideDraft(EvolveDraft(d.clone(), rejection(), noon), Reopen{by})), full)
	same(t, outcome(DecideDraft(d, GiveUp{by})), "DraftGivenUp")
}

func TestADraftTimesOutFiveHoursAfterTheLastSave(t *testing.T) {
	d := draft(retitled("a", "Ta", "新")) // changed a minute after noon
	end := noon.Add(time.Minute + 5*time.Hour)
	saved := noon.Add(time.Hour)
	held := draft()
	held.Timed = false
	for name, c := range map[string]struct {
		given Draft
		when  DraftCommand
		want  string
	}{
		"not before":                           {d, TimeOut{Now: end.Add(-1)}, ""},
		"then":                                 {d, TimeOut{Now: end}, "DraftTimedOut"},
		"an automatic save counts":             {d, TimeOut{Now: end, Saved: saved}, ""},
		"until five hours after it":            {d, TimeOut{Now: saved.Add(Window), Saved: saved}, "DraftTimedOut"},
		"not in review":                        {draft(submission()), TimeOut{Now: end.Add(time.Hour)}, ""},
		"not after a rejection":                {draft(submission(), rejection()), TimeOut{Now: end.Add(time.Hour)}, ""},
		"not twice":                            {draft(DraftTimedOut{}), TimeOut{Now: end.Add(time.Hour)}, ""},
		"not of a holder of WIKI_EDIT":         {held, TimeOut{Now: end.Add(time.Hour)}, ""},
		"no draft":                             {Draft{}, TimeOut{Now: end}, ""},
		"announced half an hour before":        {d, Announce{Now: end.Add(-Notice)}, "DraftTimeOutAnnounced"},
		"not earlier":                          {d, Announce{Now: end.Add(-Notice - 1)}, ""},
		"not after a save":                     {d, Announce{Now: end.Add(-Notice), Saved: saved}, ""},
		"once":                                 {draft(DraftTimeOutAnnounced{}), Announce{Now: end}, ""},
		"again after a change":                 {draft(DraftTimeOutAnnounced{}, retitled("a", "Ta", "新")), Announce{Now: end.Add(time.Hour)}, "DraftTimeOutAnnounced"},
		"not announced to a holder":            {held, Announce{Now: end}, ""},
		"the announcement is no change itself": {draft(retitled("a", "Ta", "新"), DraftTimeOutAnnounced{}), TimeOut{Now: end}, "DraftTimedOut"},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := DecideDraft(c.given, c.when)
			same(t, outcome(events, err), c.want)
			for _, e := range events {
				if e.Role != role.System {
					t.Errorf("in the role %s", e.Role)
				}
				if a, ok := e.Payload.(DraftTimeOutAnnounced); ok && !a.Until.After(noon) {
					t.Errorf("%+v", a)
				}
			}
		})
	}
}

func TestAMessageNamesWhoWroteIt(t *testing.T) {
	d := draft(submission(), rejection())
	want := []Message{{Account: alice, At: noon.Add(time.Minute), Text: "更新"}, {At: noon.Add(2 * time.Minute), Text: "不行"}}
	if !reflect.DeepEqual(d.Messages, want) || d.Rejection != "不行" || d.Msg != "更新" {
		t.Errorf("%+v", d)
	}
	if m, ok := MessageOf(rejection(), reviewer, noon); !ok || m != (Message{reviewer, noon, "不行"}) {
		t.Errorf("%+v", m)
	}
	if m, ok := MessageOf(submission(), "System00", noon); !ok || m.Account != alice {
		t.Errorf("%+v", m)
	}
	if m, ok := MessageOf(DraftTakenBack{}, alice, noon); ok {
		t.Errorf("%+v", m)
	}
}

func TestThePublishedChangeNamesTheDraftAndItsAuthor(t *testing.T) {
	d := draft(retitled("a", "Ta", "新"), submission())
	d.Reverts = "c0"
	c := Published(d, merged(), "c2", because())
	want := ChangePublished{
		Project: project, Change: "c2", Draft: "d1", Submission: "s1", Account: alice, Base: "c1", Reverts: "c0", Done: merged().Done,
		Msg: erasable.Of(alice, "更新"), Reason: because(),
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v", c)
	}
	if w := Written(project, "c2", alice, "a", "文"); w.Text != erasable.Of("edition-c2-a", "文") || w.Change != "c2" || w.Page != "a" {
		t.Errorf("%+v", w)
	}
	for event, want := range map[*ChangePublished]string{&c: "ChangePublished", {}: "forbidden unauthorized -: 你没有编辑此百科的权限。"} {
		events, err := Decide(State{}, PublishDraft{Role: role.Member, Event: *event})
		same(t, outcome(events, err), want)
	}
	begun := OpenDraft{Writer: Writer{By: member(alice)}, ID: "d1", Project: project}.Begun()
	if begun != (DraftBegun{"d1", project, alice}) || Freed(d) != (DraftEnded{"d1", project, alice, Review}) {
		t.Errorf("%+v %+v", begun, Freed(d))
	}
}

func TestADecisionIsMadeInTheRoleOfTheCaller(t *testing.T) {
	review := draft(retitled("a", "Ta", "新"), submission())
	open := moderator(bob)
	open.NoEditor = true
	for name, c := range map[string]struct {
		when DraftCommand
		want role.Role
	}{
		"a member rejects":    {Reject{By: editor(bob), Msg: "不行"}, role.Member},
		"a moderator rejects": {Reject{By: moderator(bob), Msg: "不行", Reason: because()}, role.Moderator},
		"a moderator accepts": {Accept{By: open, Change: "c2", Merged: merged(), Reason: because()}, role.Moderator},
		"the author":          {TakeBack{Writer{By: member(alice)}}, role.Member},
		"the author outside":  {GiveUp{Writer{By: account(alice)}}, role.Self},
	} {
		events, err := DecideDraft(review, c.when)
		if err != nil || len(events) != 1 || events[0].Role != c.want {
			t.Errorf("%s: %+v, %v", name, events, err)
		}
	}
	events, err := DecideDraft(review, Reject{By: moderator(bob), Msg: " 不行 ", Reason: &reason.Reason{Code: reason.Spam, Text: "广告"}})
	e, ok := decision.Payloads(events)[0].(DraftRejected)
	if err != nil || !ok || e.Reason == nil || *e.Reason.Text != erasable.Of(alice, "广告") || e.Msg != erasable.Of(alice, "不行") || e.Submission != "s1" {
		t.Errorf("%+v, %v", e, err)
	}
}
