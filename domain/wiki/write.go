package wiki

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// DraftCommand is a command on a draft.
type DraftCommand interface {
	decide(d Draft) ([]any, role.Role, error)
}

// DecideDraft returns the events of a command, or a *fault.Error.
func DecideDraft(d Draft, c DraftCommand) ([]decision.Event, error) { return decision.Of(c.decide(d)) }

// Writer is an author at work: who they are and what is published.
type Writer struct {
	By   Caller
	Wiki State
}

// writes returns an error if the caller may not write the draft now.
func (w Writer) writes(d Draft) error {
	if err := w.own(d); err != nil {
		return err
	}
	switch {
	case d.Status != Editable:
		return notEditable(d.Status)
	case d.Events >= MaxEvents:
		return fault.Invalid("id", "此草稿的改动太多，请先提交。")
	}
	return w.By.MayDraft(w.Wiki)
}

// own returns an error if the draft is not the caller's.
func (w Writer) own(d Draft) error {
	switch {
	case !w.By.SignedIn():
		return signIn()
	case d.ID == "" || !w.By.Visible || !w.By.MayRead(d.Account):
		return noDraft()
	case d.Account != w.By.Account:
		return fault.Forbidden("只有草稿的作者可以修改它。")
	}
	return nil
}

func notEditable(s Status) error {
	words := map[Status]string{
		Review: "草稿正在审核中，请先撤回再修改。", Rejected: "草稿已被拒绝，请先重新编辑。", Success: "草稿已发布。",
		TimedOut: "草稿已超时，请从它继续新的草稿。", GivenUp: "草稿已放弃，请从它继续新的草稿。",
	}
	return &fault.Error{Kind: fault.KindInvalid, Code: CodeConflict, Text: words[s]}
}

// view is the tree that the draft shows. It costs less than a merge.
func (w Writer) view(d Draft) Tree {
	return combine(w.Wiki.Tree, d, func(string) string { return "" }).tree
}

// title checks a title, and that no other page of the tree has it.
func title(t Tree, page, value string) (string, error) {
	if !visible(value) {
		return "", fault.Invalid("title", incomplete)
	}
	value, err := text.Line("title", "标题", value, 1, MaxTitle)
	if err != nil {
		return "", err
	}
	if strings.ContainsRune(value, utf8.RuneError) { // half a character, in JSON
		return "", fault.Invalid("title", "标题含有无效字符。")
	}
	folded := foldTitle(value)
	for _, p := range t.Pages {
		if p.Gone == "" && p.ID != page && foldTitle(p.Title) == folded {
			return "", &fault.Error{Kind: fault.KindInvalid, Code: CodeExists, Field: "title", Text: "已存在相同标题"}
		}
	}
	return value, nil
}

// visible is true for a text that shows anything.
func visible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) })
}

const incomplete = "请填写完整数据"

// slug checks a slug, and that no other page of the tree has it.
func slug(t Tree, page, value string) (string, error) {
	switch {
	case value == "":
		return "", fault.Invalid("slug", incomplete)
	case len(value) > MaxSlug:
		return "", fault.Invalid("slug", "链接最多 64 个字符。")
	case strings.ContainsFunc(value, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}):
		return "", fault.Invalid("slug", "链接只能包含英文字母、数字和连字符。")
	}
	folded := foldSlug(value)
	for _, p := range t.Pages {
		if p.Gone == "" && p.ID != page && foldSlug(p.Slug) == folded {
			return "", &fault.Error{Kind: fault.KindInvalid, Code: CodeExists, Field: "slug", Text: "已存在相同slug"}
		}
	}
	return value, nil
}

const tooDeep = "页面最多 5 级。"

func weight(n int) error {
	if n < 0 || n > MaxWeight {
		return fault.Invalid("sort_order", "权重须为 0 到 1000 的整数。")
	}
	return nil
}

// parent checks that a page can be under another one. Page is empty for a page without others below it.
func parent(t Tree, page, under, field string) error {
	if under == "" {
		return nil
	}
	n := t.depth(under)
	switch {
	case n == 0:
		return fault.Invalid(field, "上级页面不存在。")
	case page != "" && slices.Contains(t.Branch(page), under):
		return fault.Invalid(field, "页面不能放在自己或自己的下级页面之下。")
	case n >= MaxDepth, page != "" && n+1+height(t.below(), page) > MaxDepth:
		return fault.Invalid(field, tooDeep)
	}
	return nil
}

// Body checks the text of a page. Line ends become LF; nothing else is changed.
func Body(value string) (string, error) {
	return text.Prose("body", "正文", strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(value), MaxBody)
}

// AddPage adds a page with a new id. Field is the API's name of Parent.
type AddPage struct {
	Writer
	Page, Title, Slug, Parent string
	Weight                    int
	Field                     string
}

func (c AddPage) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	view := c.view(d)
	if _, taken := view.Pages[c.Page]; taken {
		return nil, "", fault.Conflict("该页面已存在。")
	}
	if visible(c.Title) && c.Slug == "" { // before what is wrong with the title
		return nil, "", fault.Invalid("slug", incomplete)
	}
	name, err := title(view, c.Page, c.Title)
	if err != nil {
		return nil, "", err
	}
	address, err := slug(view, c.Page, c.Slug)
	if err != nil {
		return nil, "", err
	}
	if err := cmp.Or(weight(c.Weight), parent(view, "", c.Parent, cmp.Or(c.Field, "parent"))); err != nil {
		return nil, "", err
	}
	if view.Count() >= MaxPages {
		return nil, "", fault.Invalid("title", "每个百科最多 2000 个页面。")
	}
	return []any{DraftPageAdded{
		Draft: d.ID, Page: c.Page, Title: erasable.Of(d.Account, name), Slug: erasable.Of(d.Account, address), Parent: c.Parent, Weight: c.Weight,
	}}, c.By.draftRole(), nil
}

// EditPage changes what is set of a page. Edition is the change whose text the author had in view; nil: the present one.
type EditPage struct {
	Writer
	Page                string
	Title, Slug, Parent *string
	Weight              *int
	Featured            bool
	Body, Edition       *string
}

func (c EditPage) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	view := c.view(d)
	shown, ok := view.Live(c.Page)
	if !ok {
		return nil, "", noPage()
	}
	published := c.Wiki.Pages[c.Page]
	var events []any
	if c.Title != nil {
		name, err := title(view, c.Page, *c.Title)
		if err != nil {
			return nil, "", err
		}
		if name != shown.Title {
			events = append(events, DraftPageRetitled{Draft: d.ID, Page: c.Page, Title: erasable.Of(d.Account, name), Was: published.Title})
		}
	}
	if c.Slug != nil {
		address, err := slug(view, c.Page, *c.Slug)
		if err != nil {
			return nil, "", err
		}
		if address != shown.Slug {
			events = append(events, DraftPageReaddressed{Draft: d.ID, Page: c.Page, Slug: erasable.Of(d.Account, address), Was: published.Slug})
		}
	}
	if c.Parent != nil && *c.Parent != shown.Parent {
		if err := parent(view, c.Page, *c.Parent, "parent"); err != nil {
			return nil, "", err
		}
		events = append(events, DraftPageMoved{Draft: d.ID, Page: c.Page, Parent: *c.Parent, Was: published.Parent})
	}
	if c.Weight != nil {
		if err := weight(*c.Weight); err != nil {
			return nil, "", err
		}
		if *c.Weight != shown.Weight {
			events = append(events, DraftPageReweighted{Draft: d.ID, Page: c.Page, Weight: *c.Weight, Was: published.Weight})
		}
	}
	if c.Featured && view.Home() != c.Page {
		events = append(events, DraftPageFeatured{Draft: d.ID, Page: c.Page, Was: c.Wiki.Home()})
	}
	if c.Body != nil {
		body, err := Body(*c.Body)
		if err != nil {
			return nil, "", err
		}
		if e := d.Edits[c.Page]; e.Text == nil || e.Text.Body != body {
			edition := published.Edition
			if c.Edition != nil {
				edition = *c.Edition
			}
			events = append(events, DraftPageWritten{Draft: d.ID, Page: c.Page, Text: erasable.Of(d.Account, body), Edition: edition})
		}
	}
	return events, c.By.draftRole(), nil
}

// RemovePage removes a page and those below it.
type RemovePage struct {
	Writer
	Page string
}

func (c RemovePage) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	view := c.view(d)
	if _, ok := view.Live(c.Page); !ok {
		return nil, "", noPage()
	}
	return []any{DraftPageRemoved{Draft: d.ID, Page: c.Page, Was: c.Wiki.seenOf(view.Branch(c.Page))}}, c.By.draftRole(), nil
}

// RestorePage takes back a removal, or brings a page back that was published. A page that went with one above it leaves
// that one. Parent is where; nil: where it was, or the root if that is gone.
type RestorePage struct {
	Writer
	Page   string
	Parent *string
}

func (c RestorePage) decide(d Draft) ([]any, role.Role, error) {
	if err := c.writes(d); err != nil {
		return nil, "", err
	}
	view := c.view(d)
	if _, ok := view.Live(c.Page); ok {
		return nil, "", fault.Conflict("该页面没有被删除。")
	}
	published := c.Wiki.Pages[c.Page]
	var events []any
	switch removed := d.Edits[c.Page].Removed; {
	case view.Pages[c.Page].ID == "":
		return nil, "", noPage()
	case removed:
		events = append(events, DraftPageRestored{Draft: d.ID, Page: c.Page})
		if view = c.view(EvolveDraft(d.clone(), events[0], d.ChangedAt)); view.Pages[c.Page].Gone == "" {
			return events, c.By.draftRole(), nil
		}
	}
	under := view.Pages[c.Page].Parent
	if _, ok := view.Live(under); !ok {
		under = ""
	}
	if c.Parent != nil {
		under = *c.Parent
	}
	if err := parent(view, "", under, "parent"); err != nil {
		return nil, "", err
	}
	if published.Gone == "" { // the page above is removed by the draft
		return append(events, DraftPageMoved{Draft: d.ID, Page: c.Page, Parent: under, Was: published.Parent}), c.By.draftRole(), nil
	}
	view.restore(Done{Page: c.Page, Parent: under}, pending)
	if view.depth(c.Page)+height(view.below(), c.Page) > MaxDepth {
		return nil, "", fault.Invalid("parent", tooDeep)
	}
	return append(events, DraftPageRestored{Draft: d.ID, Page: c.Page, Parent: under}), c.By.draftRole(), nil
}

// EditsOf are the events that make the edits of another draft in a new one.
func EditsOf(to Draft, from Draft) []any {
	var events []any
	for _, id := range from.pages() {
		e := from.Edits[id]
		switch {
		case e.Added:
			n, _ := strconv.Atoi(e.Weight.Now)
			events = append(events, DraftPageAdded{
				Draft: to.ID, Page: id, Title: erasable.Of(to.Account, e.Title.Now), Slug: erasable.Of(to.Account, e.Slug.Now),
				Parent: e.Parent.Now, Weight: n,
			})
		case e.Restored:
			events = append(events, DraftPageRestored{Draft: to.ID, Page: id, Parent: e.Parent.Now})
		}
		if !e.Added {
			events = append(events, fields(to, id, e)...)
		}
		if e.Text != nil {
			events = append(events, DraftPageWritten{Draft: to.ID, Page: id, Text: erasable.Of(to.Account, e.Text.Body), Edition: e.Text.Edition})
		}
		if e.Removed {
			events = append(events, DraftPageRemoved{Draft: to.ID, Page: id, Was: e.Seen})
		}
	}
	if v := from.Featured; v != nil && v.Now != "" {
		events = append(events, DraftPageFeatured{Draft: to.ID, Page: v.Now, Was: v.Was})
	}
	return events
}

func fields(to Draft, id string, e Edit) []any {
	var events []any
	if v := e.Title; v != nil {
		events = append(events, DraftPageRetitled{Draft: to.ID, Page: id, Title: erasable.Of(to.Account, v.Now), Was: v.Was})
	}
	if v := e.Slug; v != nil {
		events = append(events, DraftPageReaddressed{Draft: to.ID, Page: id, Slug: erasable.Of(to.Account, v.Now), Was: v.Was})
	}
	if v := e.Parent; v != nil && !e.Restored {
		events = append(events, DraftPageMoved{Draft: to.ID, Page: id, Parent: v.Now, Was: v.Was})
	}
	if v := e.Weight; v != nil {
		was, _ := strconv.Atoi(v.Was)
		now, _ := strconv.Atoi(v.Now)
		events = append(events, DraftPageReweighted{Draft: to.ID, Page: id, Weight: now, Was: was})
	}
	return events
}
