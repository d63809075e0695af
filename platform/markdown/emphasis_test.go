package markdown_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/modyard/modyard/platform/markdown"
)

func TestEmphasisNeedsNoSpaceBesideChineseMarks(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"请先读**「安装说明」**再提问。", "<p>请先读<strong>「安装说明」</strong>再提问。</p>"},
		{"**注意：**不要重复安装。", "<p><strong>注意：</strong>不要重复安装。</p>"},
		{"本包只支持**正版服（1.20.1）。**其他版本请勿反馈。", "<p>本包只支持<strong>正版服（1.20.1）。</strong>其他版本请勿反馈。</p>"},
		{"这是*《手册》*里的话，~~旧的方法（作废）。~~现在不用。", "<p>这是<em>《手册》</em>里的话，<del>旧的方法（作废）。</del>现在不用。</p>"},
		{"中**100%**文", "<p>中<strong>100%</strong>文</p>"},
		{"中**`码`**文", "<p>中<strong><code>码</code></strong>文</p>"},
		{"点**[这里](#x)**看", `<p>点<strong><a href="#h-x" rel="noopener nofollow ugc">这里</a></strong>看</p>`},
		// Variants: quotation marks that are not wide, brackets of ASCII, three marks, nested marks, marks beside marks.
		{"他说**“先备份”**，再更新。", "<p>他说<strong>“先备份”</strong>，再更新。</p>"},
		{"需要**Fabric API(最新)**才能用", "<p>需要<strong>Fabric API(最新)</strong>才能用</p>"},
		{"这是***「很重要」***的", "<p>这是<em><strong>「很重要」</strong></em>的</p>"},
		{"甲**乙（*丙*）**丁", "<p>甲<strong>乙（<em>丙</em>）</strong>丁</p>"},
		{"～**「甲」**～，…**《乙》**…", "<p>～<strong>「甲」</strong>～，…<strong>《乙》</strong>…</p>"},
		{"支持~~1.16.5(已停更)~~新版", "<p>支持<del>1.16.5(已停更)</del>新版</p>"},
		{"스크립트**스크립트(script)**는", "<p>스크립트<strong>스크립트(script)</strong>는</p>"},
		{"これは**「日本語」**です", "<p>これは<strong>「日本語」</strong>です</p>"},
		// A selector belongs to the character before it, and an emoji is no character of these scripts.
		{"羽\uFE00**(a)**", "<p>羽\uFE00<strong>(a)</strong></p>"},
		{"葛\U000E0100**(a)**", "<p>葛\U000E0100<strong>(a)</strong></p>"},
		{"“\uFE01**(a)**b", "<p>“\uFE01**(a)**b</p>"},
		{"⚠\uFE0F**[a](#x)**", "<p>⚠\uFE0F<strong><a href=\"#h-x\" rel=\"noopener nofollow ugc\">a</a></strong></p>"},
		{"a**🈯a**a", "<p>a**🈯a**a</p>"},
		{"a**〽\uFE0Fa**a", "<p>a<strong>〽\uFE0Fa</strong>a</p>"},
		{"更新**🎉新版**发布", "<p>更新<strong>🎉新版</strong>发布</p>"},
		// In lists, quotes, headings and tables, also on later lines.
		{"- 读**「说明」**再问\n- ~~旧（废）。~~新", "<ul>\n<li>读<strong>「说明」</strong>再问</li>\n<li><del>旧（废）。</del>新</li>\n</ul>"},
		{"> 甲\n> **注意：**乙", "<blockquote>\n<p>甲<strong>注意：</strong>乙</p>\n</blockquote>"},
		{">甲**乙\n>**（丙）**丁", "<blockquote>\n<p>甲**乙<strong>（丙）</strong>丁</p>\n</blockquote>"},
		{"# 关于**《手册》**的话", "<h1 id=\"h-关于手册的话\">关于<strong>《手册》</strong>的话</h1>"},
		{"|甲|\n|-|\n|读**「说明」**再问|", "<table>\n<thead>\n<tr>\n<th>甲</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>读<strong>「说明」</strong>再问</td>\n</tr>\n</tbody>\n</table>"},
		// What is no emphasis stays.
		{"2 * 3 * 4", "<p>2 * 3 * 4</p>"},
		{"`2 * 3 * 4` 和 `**「码」**`", "<p><code>2 * 3 * 4</code> 和 <code>**「码」**</code></p>"},
		{"\\*\\*「甲」\\*\\*乙", "<p>**「甲」**乙</p>"},
		{"文件名_《手册》_在此，snake_case_name", "<p>文件名_《手册》_在此，snake_case_name</p>"},
		{"_《手册》_，__「甲」__。", "<p><em>《手册》</em>，<strong>「甲」</strong>。</p>"},
		{"需要10~20个，最多30~40个", "<p>需要10~20个，最多30~40个</p>"},
		{"~旧~ ~~a~ ~~~b~~~", "<p><del>旧</del> ~~a~ ~~~b~~~</p>"},
	} {
		if got := strings.TrimSpace(markdown.Render(c.src)); got != c.want {
			t.Errorf("%q\n gave %s\n want %s", c.src, got, c.want)
		}
	}
}

func TestLinesAreJoinedByTheCharactersAtTheirEnds(t *testing.T) {
	for src, want := range map[string]string{
		"第一行\n第二行": "<p>第一行第二行</p>", "**第一行**\n第二行": "<p><strong>第一行</strong>第二行</p>", "第一行\n*第二行*": "<p>第一行<em>第二行</em></p>",
		"one\n**two**": "<p>one\n<strong>two</strong></p>", "**one**\ntwo": "<p><strong>one</strong>\ntwo</p>", "用\nFabric": "<p>用\nFabric</p>",
		"`码`\n`a`": "<p><code>码</code>\n<code>a</code></p>", "句。\n「下」": "<p>句。「下」</p>", "가\n나": "<p>가\n나</p>", "> 甲\n> 乙": "<blockquote>\n<p>甲乙</p>\n</blockquote>",
		"甲  \n乙": "<p>甲<br/>\n乙</p>",
	} {
		if got := strings.TrimSpace(markdown.Render(src)); got != want {
			t.Errorf("%q gave %q, want %q", src, got, want)
		}
	}
}

// commonMark are the examples of the specification of CommonMark, which the module of the parser holds.
func commonMark(t *testing.T) []struct {
	Markdown, HTML, Section string
	Example                 int
} {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Fatalf("find the module of the parser: %v", err)
	}
	file, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Markdown, HTML, Section string
		Example                 int
	}
	if err := json.Unmarshal(file, &examples); err != nil {
		t.Fatal(err)
	}
	return examples
}

func TestTheExamplesOfCommonMarkHold(t *testing.T) {
	examples, emphasis := commonMark(t), 0
	m := goldmark.New(goldmark.WithExtensions(markdown.Emphasis()), goldmark.WithRendererOptions(html.WithXHTML(), html.WithUnsafe()))
	for _, e := range examples {
		var got bytes.Buffer
		if err := m.Convert([]byte(e.Markdown), &got); err != nil {
			t.Fatal(err)
		}
		if got.String() != e.HTML {
			t.Errorf("example %d of %s: %q\n gave %q\n want %q", e.Example, e.Section, e.Markdown, got.String(), e.HTML)
		}
		if e.Section == "Emphasis and strong emphasis" {
			emphasis++
		}
	}
	if len(examples) < 600 || emphasis < 100 {
		t.Errorf("only %d examples, %d of emphasis, were read", len(examples), emphasis)
	}
}
