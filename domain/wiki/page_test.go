package wiki

import (
	"fmt"
	"strings"
	"testing"
)

func ptr[T any](v T) *T { return &v }

func TestAPageIsAddedWithinTheLimits(t *testing.T) {
	published := wikiOf(append(branchOf("a", "b", "c", "d", "e"), Page{ID: "x", Title: "Ｉnstall 安装", Slug: "Setup"})...)
	for name, c := range map[string]struct {
		change func(*AddPage)
		want   string
	}{
		"as a root":                         {func(*AddPage) {}, "DraftPageAdded"},
		"with a title of 64 characters":     {func(c *AddPage) { c.Title = strings.Repeat("字", MaxTitle) }, "DraftPageAdded"},
		"not with 65":                       {func(c *AddPage) { c.Title = strings.Repeat("字", MaxTitle+1) }, "invalid invalid_input title: 标题的长度须为 1 到 64 个字符。"},
		"not without a title":               {func(c *AddPage) { c.Title = "" }, "invalid invalid_input title: 请填写完整数据"},
		"not with a title of spaces":        {func(c *AddPage) { c.Title = " \t " }, "invalid invalid_input title: 请填写完整数据"},
		"not with a title of marks":         {func(c *AddPage) { c.Title = "\u202e\u200b" }, "invalid invalid_input title: 请填写完整数据"},
		"not without anything":              {func(c *AddPage) { c.Title, c.Slug = "", "" }, "invalid invalid_input title: 请填写完整数据"},
		"not without a slug":                {func(c *AddPage) { c.Slug = "" }, "invalid invalid_input slug: 请填写完整数据"},
		"not with a mark of direction":      {func(c *AddPage) { c.Title = "a\u202eb" }, "invalid invalid_input title: 标题包含不允许的控制字符。"},
		"not with NUL":                      {func(c *AddPage) { c.Title = "a\x00b" }, "invalid invalid_input title: 标题包含不允许的控制字符。"},
		"not with a line break":             {func(c *AddPage) { c.Title = "a\r\nb" }, "invalid invalid_input title: 标题包含不允许的控制字符。"},
		"not with half a character":         {func(c *AddPage) { c.Title = "\xe5\xae" }, "invalid invalid_input title: 标题不是有效的 UTF-8 文本。"},
		"not with U+FFFD":                   {func(c *AddPage) { c.Title = "a\ufffd" }, "invalid invalid_input title: 标题含有无效字符。"},
		"with a slug of 64 characters":      {func(c *AddPage) { c.Slug = strings.Repeat("a", MaxSlug) }, "DraftPageAdded"},
		"not with a slug of 65":             {func(c *AddPage) { c.Slug = strings.Repeat("a", MaxSlug+1) }, "invalid invalid_input slug: 链接最多 64 个字符。"},
		"not with the slug ..":              {func(c *AddPage) { c.Slug = ".." }, "invalid invalid_input slug: 链接只能包含英文字母、数字和连字符。"},
		"not with a slash as %2f":           {func(c *AddPage) { c.Slug = "a%2fb" }, "invalid invalid_input slug: 链接只能包含英文字母、数字和连字符。"},
		"not with a Chinese slug":           {func(c *AddPage) { c.Slug = "安装" }, "invalid invalid_input slug: 链接只能包含英文字母、数字和连字符。"},
		"not with a slug of spaces":         {func(c *AddPage) { c.Slug = " " }, "invalid invalid_input slug: 链接只能包含英文字母、数字和连字符。"},
		"not with a taken title":            {func(c *AddPage) { c.Title = "install 安装" }, "invalid is_exists title: 已存在相同标题"},
		"with hyphens within its slug":      {func(c *AddPage) { c.Slug = "a--b-1" }, "DraftPageAdded"},
		"not with a hyphen":                 {func(c *AddPage) { c.Slug = "-" }, "invalid invalid_input slug: 链接须以英文字母或数字开头和结尾。"},
		"not with a hyphen before":          {func(c *AddPage) { c.Slug = "-a" }, "invalid invalid_input slug: 链接须以英文字母或数字开头和结尾。"},
		"not with a hyphen after":           {func(c *AddPage) { c.Slug = "a--" }, "invalid invalid_input slug: 链接须以英文字母或数字开头和结尾。"},
		"with its own id as its slug":       {func(c *AddPage) { c.Slug = "new" }, "DraftPageAdded"},
		"not with the id of another page":   {func(c *AddPage) { c.Slug = "C" }, "invalid invalid_input slug: 链接不能与另一页面的 ID 相同。"},
		"not with a taken slug":             {func(c *AddPage) { c.Slug = "sETUP" }, "invalid is_exists slug: 已存在相同slug"},
		"with the weight 0":                 {func(c *AddPage) { c.Weight = 0 }, "DraftPageAdded"},
		"with the weight 1000":              {func(c *AddPage) { c.Weight = 1000 }, "DraftPageAdded"},
		"not with a weight below":           {func(c *AddPage) { c.Weight = -1 }, "invalid invalid_input sort_order: 权重须为 0 到 1000 的整数。"},
		"not with a weight above":           {func(c *AddPage) { c.Weight = 1001 }, "invalid invalid_input sort_order: 权重须为 0 到 1000 的整数。"},
		"on the fifth level":                {func(c *AddPage) { c.Parent = "d" }, "DraftPageAdded"},
		"not on the sixth":                  {func(c *AddPage) { c.Parent = "e" }, "invalid invalid_input parent: 页面最多 5 级。"},
		"not below an unknown page":         {func(c *AddPage) { c.Parent = "?" }, "invalid invalid_input parent: 上级页面不存在。"},
		"the field is named by the request": {func(c *AddPage) { c.Parent, c.Field = "?", "father_id" }, "invalid invalid_input father_id: 上级页面不存在。"},
		"not below itself":                  {func(c *AddPage) { c.Parent = "new" }, "invalid invalid_input parent: 上级页面不存在。"},
		"not twice":                         {func(c *AddPage) { c.Page = "a" }, "conflict conflict -: 该页面已存在。"},
	} {
		t.Run(name, func(t *testing.T) {
			add := AddPage{Writer: Writer{member(alice), published}, Page: "new", Title: "新页面", Slug: "new"}
			c.change(&add)
			same(t, outcome(DecideDraft(draft(), add)), c.want)
		})
	}
}

func TestTitlesAndSlugsAreUniqueAmongThePagesOfTheDraft(t *testing.T) {
	by := Writer{member(alice), wikiOf(branchOf("a", "b")...)}
	d := draft(addedPage("n", "新", "new", ""), retitled("a", "Ta", "改名"), DraftPageRemoved{Page: "b", Was: []Seen{{"b", "c1"}}})
	for name, c := range map[string]struct {
		title, slug, want string
	}{
		"the title of a page that the draft added":    {"新", "x", "invalid is_exists title: 已存在相同标题"},
		"the slug of a page that the draft added":     {"x", "NEW", "invalid is_exists slug: 已存在相同slug"},
		"the new title of a page":                     {"改名", "x", "invalid is_exists title: 已存在相同标题"},
		"the title that it had is free":               {"Ta", "x", "DraftPageAdded"},
		"title and slug of a page that the draft rid": {"Tb", "sb", "DraftPageAdded"},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, outcome(DecideDraft(d, AddPage{Writer: by, Page: "m", Title: c.title, Slug: c.slug})), c.want)
			same(t, outcome(DecideDraft(draft(append([]any{addedPage("m", "m", "m", "")}, addedPage("n", "新", "new", ""), retitled("a", "Ta", "改名"),
				DraftPageRemoved{Page: "b", Was: []Seen{{"b", "c1"}}})...), EditPage{Writer: by, Page: "m", Title: &c.title, Slug: &c.slug})),
				strings.Replace(c.want, "DraftPageAdded", "DraftPageRetitled DraftPageReaddressed", 1))
		})
	}
}

func TestASlugFromBeforeTheRuleIsKept(t *testing.T) {
	by := Writer{member(alice), wikiOf(Page{ID: "x", Title: "Tx", Slug: "--", Edition: "c1"}, Page{ID: "y", Title: "Ty", Slug: "x"})}
	for _, c := range []EditPage{
		{Page: "x", Title: ptr("新"), Slug: ptr("--")}, {Page: "y", Title: ptr("新"), Slug: ptr("x")},
	} {
		c.Writer = by
		same(t, outcome(DecideDraft(draft(), c)), "DraftPageRetitled")
	}
}

func TestAWikiHasTwoThousandPages(t *testing.T) {
	by := Writer{By: member(alice)}
	d := draft()
	for i := range MaxPages {
		c := AddPage{Writer: by, Page: fmt.Sprint("p", i), Title: fmt.Sprint("t", i), Slug: fmt.Sprint("s", i)}
		if i == 0 || i == MaxPages-1 {
			same(t, outcome(DecideDraft(d, c)), "DraftPageAdded")
		}
		d = EvolveDraft(d, addedPage(c.Page, c.Title, c.Slug, ""), noon)
		d.Events = 1
	}
	same(t, outcome(DecideDraft(d, AddPage{Writer: by, Page: "more", Title: "more", Slug: "more"})), "invalid invalid_input title: 每个百科最多 2000 个页面。")
}

func TestTheResultOfEachEditOfAPage(t *testing.T) {
	published := wikiOf(append(branchOf("a", "b", "c"), Page{ID: "x", Title: "Tx", Slug: "sx", Weight: 3, Edition: "c1"}, Page{ID: "y", Title: "Ty", Slug: "sy", Parent: "x"})...)
	for name, c := range map[string]struct {
		edit EditPage
		want string
	}{
		"nothing":                            {EditPage{Page: "a"}, ""},
		"an unknown page":                    {EditPage{Page: "?"}, errNoPage},
		"a title":                            {EditPage{Page: "a", Title: ptr("新")}, "DraftPageRetitled"},
		"the same title":                     {EditPage{Page: "a", Title: ptr(" Ta ")}, ""},
		"the same title in another case":     {EditPage{Page: "a", Title: ptr("TA")}, "DraftPageRetitled"},
		"a taken title":                      {EditPage{Page: "a", Title: ptr("tB")}, "invalid is_exists title: 已存在相同标题"},
		"no title":                           {EditPage{Page: "a", Title: ptr("")}, "invalid invalid_input title: 请填写完整数据"},
		"a slug":                             {EditPage{Page: "a", Slug: ptr("new")}, "DraftPageReaddressed"},
		"the same slug":                      {EditPage{Page: "a", Slug: ptr("sa")}, ""},
		"a taken slug":                       {EditPage{Page: "a", Slug: ptr("SB")}, "invalid is_exists slug: 已存在相同slug"},
		"a slug of hyphens":                  {EditPage{Page: "a", Slug: ptr("--")}, "invalid invalid_input slug: 链接须以英文字母或数字开头和结尾。"},
		"the slug that is another's id":      {EditPage{Page: "a", Slug: ptr("y")}, "invalid invalid_input slug: 链接不能与另一页面的 ID 相同。"},
		"no slug":                            {EditPage{Page: "a", Slug: ptr("")}, "invalid invalid_input slug: 请填写完整数据"},
		"a weight":                           {EditPage{Page: "x", Weight: ptr(4)}, "DraftPageReweighted"},
		"the same weight":                    {EditPage{Page: "x", Weight: ptr(3)}, ""},
		"a weight above":                     {EditPage{Page: "x", Weight: ptr(1001)}, "invalid invalid_input sort_order: 权重须为 0 到 1000 的整数。"},
		"a place":                            {EditPage{Page: "x", Parent: ptr("c")}, "DraftPageMoved"},
		"a place as a root":                  {EditPage{Page: "b", Parent: ptr("")}, "DraftPageMoved"},
		"the same place":                     {EditPage{Page: "b", Parent: ptr("a")}, ""},
		"below itself":                       {EditPage{Page: "a", Parent: ptr("a")}, "invalid invalid_input parent: 页面不能放在自己或自己的下级页面之下。"},
		"below its child":                    {EditPage{Page: "a", Parent: ptr("c")}, "invalid invalid_input parent: 页面不能放在自己或自己的下级页面之下。"},
		"below an unknown page":              {EditPage{Page: "a", Parent: ptr("?")}, "invalid invalid_input parent: 上级页面不存在。"},
		"with its branch on the fifth level": {EditPage{Page: "a", Parent: ptr("y")}, "DraftPageMoved"},
		"the first page":                     {EditPage{Page: "b", Featured: true}, "DraftPageFeatured"},
		"it is the first":                    {EditPage{Page: "a", Featured: true}, ""},
		"a text":                             {EditPage{Page: "a", Body: ptr("文")}, "DraftPageWritten"},
		"a text of 65 536 characters":        {EditPage{Page: "a", Body: ptr(strings.Repeat("字", MaxBody))}, "DraftPageWritten"},
		"lines count once":                   {EditPage{Page: "a", Body: ptr(strings.Repeat("\r\n", MaxBody))}, "DraftPageWritten"},
		"a text of 65 537 characters":        {EditPage{Page: "a", Body: ptr(strings.Repeat("字", MaxBody+1))}, "invalid invalid_input body: 正文不能超过 65536 个字符。"},
		"a text with NUL":                    {EditPage{Page: "a", Body: ptr("a\x00")}, "invalid invalid_input body: 正文包含不允许的控制字符。"},
		"a text that is none":                {EditPage{Page: "a", Body: ptr("\xff")}, "invalid invalid_input body: 正文不是有效的 UTF-8 文本。"},
		"everything": {
			EditPage{Page: "b", Title: ptr("n"), Slug: ptr("n"), Parent: ptr(""), Weight: ptr(1), Featured: true, Body: ptr("n")},
			"DraftPageRetitled DraftPageReaddressed DraftPageMoved DraftPageReweighted DraftPageFeatured DraftPageWritten",
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.edit.Writer = Writer{member(alice), published}
			same(t, outcome(DecideDraft(draft(), c.edit)), c.want)
		})
	}
	by := Writer{member(alice), wikiOf(append(branchOf("a", "b", "c", "d"), branchOf("x", "y")...)...)}
	same(t, outcome(DecideDraft(draft(), EditPage{Writer: by, Page: "x", Parent: ptr("d")})), "invalid invalid_input parent: 页面最多 5 级。")
	same(t, outcome(DecideDraft(draft(), EditPage{Writer: by, Page: "x", Parent: ptr("c")})), "DraftPageMoved")
}

func TestLineEndsOfATextBecomeLF(t *testing.T) {
	events, err := DecideDraft(draft(), EditPage{Writer: Writer{member(alice), wikiOf(branchOf("a")...)}, Page: "a", Body: ptr("一\r\n二\r三\n\n\t四 ")})
	if err != nil {
		t.Fatal(err)
	}
	same(t, events[0].Payload.(DraftPageWritten).Text.String(), "一\n二\n三\n\n\t四 ")
}

func TestAnEditKeepsThePublishedValueThatItsAuthorSawFirst(t *testing.T) {
	s := wikiOf(Page{ID: "a", Title: "一", Slug: "a", Edition: "c1"})
	d := draft()
	edit := func(c EditPage) {
		c.Writer, c.Page = Writer{member(alice), s}, "a"
		events, err := DecideDraft(d, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			d = EvolveDraft(d, e.Payload, noon)
		}
	}
	edit(EditPage{Title: ptr("二"), Body: ptr("甲"), Edition: ptr("c0")})
	s = change(s, "c2", Done{Page: "a", Op: OpRetitled, Title: "三"}, Done{Page: "a", Op: OpWritten})
	edit(EditPage{Title: ptr("四"), Body: ptr("乙")})
	if e := d.Edits["a"]; *e.Title != (Value{"一", "四"}) || *e.Text != (Text{"c0", "乙"}) {
		t.Errorf("%+v %+v", *e.Title, *e.Text)
	}
	edit(EditPage{Title: ptr("一")})
	if e := d.Edits["a"]; e.Title != nil {
		t.Errorf("the old title is no edit: %+v", *e.Title)
	}
}
