package markdown_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/markdown"
)

func ownHost(host string) bool { return host == "modyard.example" }

func TestAddressesOfOtherSitesAreFoundHoweverTheyAreWritten(t *testing.T) {
	for src, want := range map[string]struct{ links, pictures int }{
		"": {}, "正文": {}, "[页面](/mod/quay) [本站](https://modyard.example/d/1) [同](//MODYARD.example:443/x) [锚](#a) [旁](../x)": {},
		"https://a.example": {1, 0}, "看https://a.example。": {1, 0}, "<https://a.example>": {1, 0}, "www.a.example": {1, 0}, "a@b.example": {1, 0},
		"[a](//b.example) http://c.example":       {2, 0},
		"[a](<//b.example>)":                      {1, 0},
		"[a](https:\\/\\/b.example)":              {1, 0},
		"[a](https:&#47;&#47;b.example)":          {1, 0},
		"[a](/\\\\b.example)":                     {}, // a path of the site
		"[a](///b.example)":                       {1, 0},
		"[a](HTTPS://xn--fsq.example)":            {1, 0},
		"[a](https://modyard.example@b.example/)": {1, 0},
		"[a](https://modyard.example.b.example/)": {1, 0},
		"[a][r]\n\n[r]: //b.example":              {1, 0},
		"[r]: https://b.example":                  {}, // a definition that nothing refers to is not shown
		"[r] [r] [r]\n\n[r]: https://b.example":   {3, 0},
		"<a href='//b.example'>a</a>":             {1, 0},
		"<a href=\"ht&#9;tps://b.example\">a</a>": {},     // the allow-list drops the address
		"- 一\n\n    https://b.example":            {1, 0}, // within a list, this is no code
		"一\n    https://b.example":                {1, 0},
		"<div>\n```\n</div>\n\nhttps://b.example": {1, 0},
		"`https://a.example`":                     {}, "```\nhttps://a.example\n```": {}, "    https://a.example": {},
		"![图](/data/a.png) ![图](https://modyard.example/a.png)":      {},
		"![图](https://b.example/a.png)":                              {0, 1},
		"![图](//b.example/a.png)":                                    {0, 1},
		"![图][p]\n\n[p]: http://b.example/a.png":                     {0, 1},
		"<img src=https://b.example/a.png>":                          {0, 1},
		"[![图](https://b.example/a.png)](https://b.example)":         {1, 1},
		"[a](javascript:alert(1)) <script src=//b.example></script>": {},
		strings.Repeat("[x](", 20_000):                               {},
		strings.Repeat(">", 30_000) + " https://a.example":           {},
		"<https://b.example> <mailto:x@b.example> ftp://b.example":   {2, 0},
		"\u202ehttps://b.example":                                    {1, 0},
	} {
		links, pictures := markdown.Outside(markdown.Render(src), ownHost)
		if len(links) != want.links || len(pictures) != want.pictures {
			t.Errorf("%.80q: links %q, pictures %q, want %v", src, links, pictures, want)
		}
	}
}

func FuzzOutside(f *testing.F) {
	for _, seed := range []string{"[a](//b.example)", "![a](https://b.example)", "[r]: x\n[r]", "<a href=/\\x>", "https://modyard.example"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		rendered := markdown.Render(src)
		links, pictures := markdown.Outside(rendered, ownHost)
		if again, shown := markdown.Outside(rendered, ownHost); !slices.Equal(again, links) || !slices.Equal(shown, pictures) {
			t.Error("two answers")
		}
		for _, address := range append(links, pictures...) {
			if strings.HasPrefix(address, "/") && !strings.HasPrefix(strings.ReplaceAll(address, `\`, "/"), "//") || strings.HasPrefix(address, "#") {
				t.Errorf("%q is an address of the site", address)
			}
		}
	})
}
