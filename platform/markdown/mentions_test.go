package markdown_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/markdown"
)

// known knows the names that begin with a letter of a to m.
func known(name string) (string, bool) { return strings.ToLower(name), name[0]|0x20 <= 'm' }

func TestNamesOfAccountsAreLinks(t *testing.T) {
	for src, want := range map[string]string{
		"@Ann 与 @zoe":              `<p><a href="/user/ann" rel="noopener nofollow ugc">@Ann</a> 与 @zoe</p>`,
		"你好@bob。":                  `<p>你好<a href="/user/bob" rel="noopener nofollow ugc">@bob</a>。</p>`,
		"`@ann` [@ann](/x) me@ann": `<p><code>@ann</code> <a href="/x" rel="noopener nofollow ugc">@ann</a> me@ann</p>`,
		"**@ann** &lt;":            `<p><strong><a href="/user/ann" rel="noopener nofollow ugc">@ann</a></strong> &lt;</p>`,
		"没有":                       "<p>没有</p>",
	} {
		if got := strings.TrimSpace(markdown.LinkMentions(markdown.Render(src), known)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", src, got, want)
		}
	}
}

func TestTextsWithMentionsAreHarmless(t *testing.T) {
	for _, src := range append(hostile(), strings.Repeat("@a", 60_000), strings.Repeat("@a ", 20_000), strings.Repeat("<b>@a", 9000)) {
		got := markdown.LinkMentions(markdown.Render(src+" @ann"), known)
		if v := violations(t, got); len(v) > 0 {
			t.Errorf("%.60q gave %.200q: %v", src, got, v)
		}
	}
}
