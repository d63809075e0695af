package wiki

import (
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// OpenDraft begins a draft with a new id. From, if it is not empty, is an ended draft of the same account whose edits the
// new one begins with; Reverts is a change whose revert From is.
type OpenDraft struct {
	Writer
	ID, Project string
	Place       Place
	OfAccount   OpenDrafts
	OfProject   OpenDrafts
	Now         time.Time
	From        Draft
	Reverts     string
}

func (c OpenDraft) decide(d Draft) ([]any, role.Role, error) {
	if err := c.By.MayDraft(c.Wiki); err != nil {
		return nil, "", err
	}
	if !c.By.Editor {
		if err := c.Place.Ban(c.Now); err != nil {
			return nil, "", err
		}
	}
	switch {
	case d.ID != "":
		return nil, "", fault.Conflict("该草稿已存在。")
	case c.Place.Draft != "":
		return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: CodeConflict, Text: "你在此百科已有未完成的草稿，请先提交或放弃它。"}
	case len(c.OfAccount) >= MaxOpenOfAccount:
		return nil, "", fault.Invalid("id", "你同时最多有 5 份未完成的百科草稿，请先提交或放弃其中一份。")
	case len(c.OfProject) >= MaxOpenOfProject:
		return nil, "", fault.Invalid("id", "此百科未完成的草稿太多，请等待其中一些审核完毕。")
	}
	if f := c.From; f.ID != "" && (f.Account != c.By.Account || f.Project != c.Project) {
		return nil, "", noDraft()
	}
	if f := c.From; f.ID != "" && (f.Status != TimedOut && f.Status != GivenUp || c.Now.Sub(f.ChangedAt) > Kept) {
		return nil, "", fault.Conflict("该草稿不能继续。")
	}
	opened := DraftOpened{
		Draft: c.ID, Project: c.Project, Account: c.By.Account, Base: c.Wiki.Head, Timed: !c.By.Editor, Reverts: c.Reverts, From: c.From.ID,
	}
	to := Draft{ID: c.ID, Account: c.By.Account}
	return append([]any{opened}, EditsOf(to, c.From)...), c.By.draftRole(), nil
}

// Begun is what the places of a new draft record.
func (c OpenDraft) Begun() DraftBegun {
	return DraftBegun{Draft: c.ID, Project: c.Project, Account: c.By.Account}
}

// Resolve settles one conflict of a draft: its author may while it is editable, a reviewer while it is in review.
type Resolve struct {
	Writer
	Merged Merged
	Page   string
	Field  Field
	Side   Side
	Text   string // by hand
}

func (c Resolve) decide(d Draft) ([]any, role.Role, error) {
	as := c.By.draftRole()
	if d.Status == Review && d.ID != "" && c.By.MayRead(d.Account) && d.Account != c.By.Account {
		var err error
		if as, err = c.By.MayReview(d.Account, true); err != nil {
			return nil, "", err
		}
		if c.Wiki.Locked {
			return nil, "", locked()
		}
	} else if err := c.writes(d); err != nil {
		return nil, "", err
	}
	i := slices.IndexFunc(c.Merged.Conflicts, func(k Conflict) bool { return k.Page == c.Page && k.Field == c.Field })
	if i < 0 {
		return nil, "", fault.Conflict("这处冲突已经解决。")
	}
	k := c.Merged.Conflicts[i]
	if !slices.Contains(k.Sides, c.Side) {
		return nil, "", fault.Invalid("side", "这处冲突不能这样解决。")
	}
	e := DraftConflictResolved{Draft: d.ID, Page: c.Page, Field: c.Field, Side: c.Side, Onto: c.Wiki.Head, Was: c.was(k)}
	if c.Field == FieldPresence && c.Side == Mine {
		e.Seen = k.Gone
	}
	if c.Side == ByHand {
		value, err := c.byHand()
		if err != nil {
			return nil, "", err
		}
		sealed := erasable.Of(d.Account, value)
		e.Text = &sealed
	}
	if c.Field == FieldParent {
		return c.place(d, k, e), as, nil
	}
	return []any{e}, as, nil
}

// place settles where a page is: mine restores the page above, where that was removed; theirs makes the page a root where
// its published place is gone too.
func (c Resolve) place(d Draft, k Conflict, e DraftConflictResolved) []any {
	published, edit := c.Wiki.Pages[c.Page], d.Edits[c.Page]
	above := c.Wiki.Pages[k.Mine]
	switch {
	case c.Side == Mine && above.Gone != "" && !edit.Removed:
		back := DraftConflictResolved{Draft: d.ID, Page: k.Mine, Field: FieldPresence, Side: Mine, Onto: c.Wiki.Head}
		if _, live := c.Merged.Tree.Live(above.Parent); live {
			back.Was = above.Parent
		}
		return []any{back, e}
	case c.Side == Theirs && !edit.Added && !edit.Restored && k.Theirs != published.Parent:
		return []any{e, DraftPageMoved{Draft: d.ID, Page: c.Page, Parent: k.Theirs, Was: published.Parent}}
	}
	return []any{e}
}

// was is the published value that the conflict is settled against.
func (c Resolve) was(k Conflict) string {
	p := c.Wiki.Pages[c.Page]
	switch c.Field {
	case FieldBody:
		return p.Edition
	case FieldTitle:
		return p.Title
	case FieldSlug:
		return p.Slug
	case FieldParent:
		if c.Side == Theirs {
			return k.Theirs
		}
		return p.Parent
	case FieldPresence:
		if _, live := c.Merged.Tree.Live(p.Parent); live {
			return p.Parent
		}
		return ""
	}
	return k.Theirs
}

func (c Resolve) byHand() (string, error) {
	switch c.Field {
	case FieldTitle:
		return title(c.Merged.Tree, c.Page, c.Text)
	case FieldSlug:
		return slug(c.Merged.Tree, c.Page, c.Text)
	}
	return Body(c.Text)
}

// Rebase bases the draft on what is published now.
type Rebase struct{ Writer }

func (c Rebase) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	if d.Base == c.Wiki.Head {
		return nil, "", nil
	}
	return []any{DraftRebased{Draft: d.ID, Onto: c.Wiki.Head}}, c.By.draftRole(), nil
}

// Submit sends the draft for review. Who holds WIKI_EDIT publishes in the same step (see Publish).
type Submit struct {
	Writer
	Submission string
	Change     string // that is published at once if the author holds WIKI_EDIT
	Merged     Merged
	Msg        string
	Seen       string // of the preview; empty if none was seen
}

func (c Submit) decide(d Draft) ([]any, role.Role, error) {
	if err := c.own(d); err != nil {
		return nil, "", err
	}
	if d.Status != Editable {
		return nil, "", notEditable(d.Status)
	}
	if err := c.By.MayDraft(c.Wiki); err != nil {
		return nil, "", err
	}
	msg, err := said(c.Msg, "msg", "请填写提交原因")
	if err != nil {
		return nil, "", err
	}
	if err := c.Merged.Publishable(c.Seen); err != nil {
		return nil, "", err
	}
	submitted := DraftSubmitted{
		Draft: d.ID, Project: d.Project, Account: d.Account, Submission: c.Submission, Msg: erasable.Of(d.Account, msg),
	}
	if c.By.Editor {
		submitted.Publishes = c.Change
	}
	return []any{submitted}, c.By.draftRole(), nil
}

// Publishable returns why the result of a merge cannot be published. A seen that is not empty must be that of the merge.
func (m Merged) Publishable(seen string) error {
	if seen != "" && seen != m.Seen {
		return &fault.Error{Kind: fault.KindConflict, Code: CodeStale, Field: "seen", Text: "已发布的页面有新的改动，请重新查看后再提交。"}
	}
	if len(m.Conflicts) > 0 {
		return &fault.Error{Kind: fault.KindConflict, Code: CodeConflict, Text: "草稿与已发布的页面有冲突，请先解决。"}
	}
	return m.fits()
}

func (m Merged) fits() error {
	pages, size := map[string]bool{}, 0
	for _, d := range m.Done {
		pages[d.Page] = true
	}
	for _, t := range m.Texts {
		size += len(t)
	}
	switch {
	case len(m.Done) == 0:
		return fault.Invalid("id", "没有任何修改")
	case len(pages) > MaxParts:
		return fault.Invalid("id", "一次最多提交 200 个页面的修改，请分几次提交。")
	case size > MaxText:
		return fault.TooLarge("body", "一次提交的正文总共最多 2 MiB，请分几次提交。")
	case m.Tree.Count() > MaxPages:
		return fault.Invalid("id", "每个百科最多 2000 个页面。")
	}
	return nil
}

// TakeBack makes a submitted draft editable again, Reopen a rejected one. Both count as editing again.
type TakeBack struct{ Writer }

func (c TakeBack) decide(d Draft) ([]any, role.Role, error) {
	if err := c.again(d, Review, "只能撤回审核中的草稿。"); err != nil {
		return nil, "", err
	}
	return []any{DraftTakenBack{Draft: d.ID}}, c.By.draftRole(), nil
}

// Reopen makes a rejected draft editable again.
type Reopen struct{ Writer }

func (c Reopen) decide(d Draft) ([]any, role.Role, error) {
	if err := c.again(d, Rejected, "只能重新编辑被拒绝的草稿。"); err != nil {
		return nil, "", err
	}
	return []any{DraftReopened{Draft: d.ID}}, c.By.draftRole(), nil
}

func (w Writer) again(d Draft, from Status, otherwise string) error {
	if err := w.own(d); err != nil {
		return err
	}
	if d.Status != from {
		return &fault.Error{Kind: fault.KindInvalid, Code: CodeConflict, Text: otherwise}
	}
	if err := w.By.MayDraft(w.Wiki); err != nil {
		return err
	}
	if d.Again >= MaxAgain {
		return fault.Invalid("again_count", "此草稿已重新编辑 5 次，只能等待审核或放弃。")
	}
	return nil
}

// Repeated are the events of the author's place after TakeBack or Reopen.
func (w Writer) Repeated(d Draft, p Place, at time.Time) []any {
	return p.again(d, d.Again, w.By.Editor, at)
}

// GiveUp ends an open draft. Its author may always do so, also after losing the right to write.
type GiveUp struct{ Writer }

func (c GiveUp) decide(d Draft) ([]any, role.Role, error) {
	if err := c.own(d); err != nil {
		return nil, "", err
	}
	if !d.Status.Open() {
		return nil, "", notEditable(d.Status)
	}
	return []any{DraftGivenUp{Draft: d.ID}}, c.By.draftRole(), nil
}

// Ended are the events of the author's place after the draft ended with a status. Editor is whether the author holds
// WIKI_EDIT.
func Ended(d Draft, p Place, editor bool, at time.Time) []any {
	return p.ended(d, d.Status, editor, at)
}

// Freed is what the lists of open drafts record at the end of a draft.
func Freed(d Draft) DraftEnded {
	return DraftEnded{Draft: d.ID, Project: d.Project, Account: d.Account, Status: d.Status}
}

// Reject rejects a submission, with a message to its author.
type Reject struct {
	By         Caller
	Wiki       State
	Submission string // that was looked at; empty: the last
	Msg        string
	Reason     *reason.Reason
}

func (c Reject) decide(d Draft) ([]any, role.Role, error) {
	as, why, err := reviews(c.By, d, false, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.Submission != "" && c.Submission != d.Submission {
		return nil, "", stale()
	}
	msg, err := said(c.Msg, "msg", "请填写拒绝原因。")
	if err != nil {
		return nil, "", err
	}
	return []any{DraftRejected{
		Draft: d.ID, Project: d.Project, Account: d.Account, Submission: d.Submission, Msg: erasable.Of(d.Account, msg), Reason: why.To(d.Account),
	}}, as, nil
}

func stale() error {
	return &fault.Error{Kind: fault.KindConflict, Code: CodeStale, Field: "seen", Text: "草稿或已发布的页面有新的改动，请重新查看。"}
}

// reviews returns the role of a reviewer of a draft in review, and the reason that the staff must give.
func reviews(c Caller, d Draft, accept bool, given *reason.Reason) (role.Role, *reason.Reason, error) {
	if d.ID == "" || !c.MayRead(d.Account) {
		if !c.SignedIn() {
			return "", nil, signIn()
		}
		return "", nil, noDraft()
	}
	as, err := c.MayReview(d.Account, accept)
	if err != nil {
		return "", nil, err
	}
	if d.Status != Review {
		return "", nil, &fault.Error{Kind: fault.KindConflict, Code: CodeConflict, Text: settledWords(d.Status)}
	}
	if !as.Staff() {
		return as, nil, nil
	}
	why, err := reason.For(as, given)
	return as, why, err
}

func settledWords(s Status) string {
	switch s {
	case Editable:
		return "作者已撤回此草稿。"
	case Success:
		return "此草稿已通过并发布。"
	case Rejected:
		return "此草稿已被拒绝。"
	}
	return "此草稿已结束。"
}

// Accept accepts a submission and publishes it. Seen is that of the preview; without it only a merge with no changes by
// others of the same pages is accepted.
type Accept struct {
	By     Caller
	Wiki   State
	Change string
	Merged Merged
	Seen   string
	Reason *reason.Reason
}

func (c Accept) decide(d Draft) ([]any, role.Role, error) {
	as, _, err := reviews(c.By, d, true, c.Reason)
	switch {
	case err != nil:
		return nil, "", err
	case c.Wiki.Locked:
		return nil, "", locked()
	}
	if c.Seen != "" && c.Seen != c.Merged.Seen {
		return nil, "", stale()
	}
	if err := c.Merged.Publishable(""); err != nil {
		return nil, "", err
	}
	return []any{DraftAccepted{Draft: d.ID, Project: d.Project, Account: d.Account, Submission: d.Submission, Change: c.Change}}, as, nil
}

// Publish is the acceptance of an author's own submission, for holders of WIKI_EDIT.
type Publish struct {
	Writer
	Change string
	Merged Merged
}

func (c Publish) decide(d Draft) ([]any, role.Role, error) {
	switch {
	case !c.By.Editor || d.Account != c.By.Account || d.Status != Review:
		return nil, "", noRights()
	case c.Wiki.Locked:
		return nil, "", locked()
	}
	if err := c.Merged.Publishable(""); err != nil {
		return nil, "", err
	}
	return []any{DraftAccepted{Draft: d.ID, Project: d.Project, Account: d.Account, Submission: d.Submission, Change: c.Change}}, c.By.Role, nil
}

// Published is the event of a change that a draft made. Why is the reason of the staff.
func Published(d Draft, m Merged, change string, why *reason.Reason) ChangePublished {
	return ChangePublished{
		Project: d.Project, Change: change, Draft: d.ID, Submission: d.Submission, Account: d.Account, Base: d.Base, Reverts: d.Reverts,
		Done: m.Done, Msg: erasable.Of(d.Account, d.Msg), Reason: why,
	}
}

// Written are the editions of a change: the new text of a page.
func Written(project, change, account, page, body string) PageWritten {
	return PageWritten{
		Page: page, Project: project, Change: change, Account: account, Text: erasable.Of(EditionSubject(change, page), body),
	}
}

// Announce tells the author that the draft is about to time out; TimeOut ends it. Saved is when a text was last saved
// automatically. Both are sent by the program and do nothing if it is not yet time.
type Announce struct {
	Now, Saved time.Time
}

func (c Announce) decide(d Draft) ([]any, role.Role, error) {
	until := d.Ends(c.Saved)
	if until.IsZero() || d.Announced || c.Now.Before(until.Add(-Notice)) {
		return nil, "", nil
	}
	return []any{DraftTimeOutAnnounced{Draft: d.ID, Project: d.Project, Account: d.Account, Until: until}}, role.System, nil
}

// TimeOut ends a draft that was not saved for Window.
type TimeOut struct {
	Now, Saved time.Time
}

func (c TimeOut) decide(d Draft) ([]any, role.Role, error) {
	until := d.Ends(c.Saved)
	if until.IsZero() || c.Now.Before(until) {
		return nil, "", nil
	}
	return []any{DraftTimedOut{Draft: d.ID, Project: d.Project, Account: d.Account}}, role.System, nil
}

// Ends is when the draft times out, given the last automatic save; zero if it does not.
func (d Draft) Ends(saved time.Time) time.Time {
	if d.Status != Editable || !d.Timed {
		return time.Time{}
	}
	last := d.ChangedAt
	if saved.After(last) {
		last = saved
	}
	return last.Add(Window)
}

// Inverse is a draft whose edits undo a change: before and after are the wiki around it, texts the texts of pages before
// it. The caller makes it a revert by merging it with what is published now.
func Inverse(c ChangePublished, before, after State, texts func(page string) string) Draft {
	d := Draft{Project: c.Project, Edits: map[string]Edit{}}
	for id, page := range after.Pages {
		if page.Touched != c.Change {
			continue
		}
		e := undo(id, before.Tree, after.Tree)
		if e.Text != nil {
			e.Text.Body = texts(id)
		}
		if !e.empty() {
			d.Edits[id] = e
		}
	}
	if before.Featured != after.Featured {
		d.Featured = &Value{Was: after.Home(), Now: before.Home()}
	}
	return d
}

// undo is the edit that makes a page what it was; the caller sets the text. A page that the change added or brought back
// goes as it is.
func undo(id string, before, after Tree) Edit {
	was, now := before.Pages[id], after.Pages[id]
	_, lived := before.Live(id)
	_, lives := after.Live(id)
	var e Edit
	value := func(now, was string) *Value {
		if now == was {
			return nil
		}
		return &Value{Was: now, Now: was}
	}
	switch {
	case lives && !lived:
		if _, above := before.Live(now.Parent); above || now.Parent == "" { // else it goes with the page above
			e.Removed, e.Seen = true, after.seen(id)
		}
		return e
	case !lives && !lived:
		return e
	case !lives:
		above := after.Pages[was.Parent]
		if above.Gone != now.Gone || now.Parent != was.Parent { // else it comes with the page above
			e.Restored, e.Parent = true, &Value{Now: was.Parent}
		}
	default:
		e.Parent = value(now.Parent, was.Parent)
	}
	e.Title, e.Slug = value(now.Title, was.Title), value(now.Slug, was.Slug)
	e.Weight = value(digits(now.Weight), digits(was.Weight))
	if now.Edition != was.Edition {
		e.Text = &Text{Edition: now.Edition}
	}
	return e
}

// Revert publishes the inverse of a change at once: holders of WIKI_EDIT may, and the staff with a reason.
type Revert struct {
	By      Caller
	Project string
	Change  string // the new one
	Reverts string
	Base    string
	Merged  Merged
	Msg     string
	Reason  *reason.Reason
}

func (c Revert) decide(s State) ([]any, role.Role, error) {
	as, why, err := c.By.acts(c.Reason, "只有拥有百科编辑权限的成员可以直接撤销更改。")
	if err != nil {
		return nil, "", err
	}
	if s.Locked {
		return nil, "", locked()
	}
	msg, err := said(c.Msg, "msg", "请填写撤销原因。")
	if err != nil {
		return nil, "", err
	}
	if err := c.Merged.Publishable(""); err != nil {
		return nil, "", err
	}
	return []any{ChangePublished{
		Project: c.Project, Change: c.Change, Account: c.By.Account, Base: c.Base, Reverts: c.Reverts, Done: c.Merged.Done,
		Msg: erasable.Of(c.By.Account, msg), Reason: why,
	}}, as, nil
}

// PublishDraft records on the wiki the change of an accepted draft.
type PublishDraft struct {
	Role  role.Role
	Event ChangePublished
}

func (c PublishDraft) decide(s State) ([]any, role.Role, error) {
	if strings.TrimSpace(c.Event.Change) == "" {
		return nil, "", noRights()
	}
	return []any{c.Event}, c.Role, nil
}
