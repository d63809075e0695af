package markdown

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

const linkRel = "noopener nofollow ugc"

// newPolicy is the allow-list. Elements that it does not name are removed, with their content where that is not text
// (script, style, object…).
func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(strings.Fields(shownElements)...)
	p.AllowAttrs("open").Matching(regexp.MustCompile(`^$`)).OnElements("details")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^`+HeadingPrefix+`[\p{L}\p{N}_-]+$`)).OnElements("h1", "h2", "h3", "h4", "h5", "h6")
	align := regexp.MustCompile(`^(?:left|center|right)$`)
	p.AllowAttrs("align").Matching(align).OnElements("th", "td", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "img")
	p.AllowAttrs("colspan", "rowspan").Matching(regexp.MustCompile(`^[1-9][0-9]?$`)).OnElements("th", "td")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,9}$`)).OnElements("ol")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^language-[A-Za-z0-9_+#-]{1,32}$`)).OnElements("code")
	p.AllowAttrs("title").OnElements("a", "img")

	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("rel").Matching(regexp.MustCompile(`^` + linkRel + `$`)).OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)

	p.AllowAttrs("src").Matching(regexp.MustCompile(`^(?:https://|/)`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(regexp.MustCompile(`^[0-9]{1,4}$`)).OnElements("img")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("img", "iframe")
	p.AllowAttrs("style").Matching(regexp.MustCompile(`^image-rendering: (?:auto|pixelated|crisp-edges|smooth)$`)).OnElements("img")

	p.AllowAttrs("type").Matching(regexp.MustCompile(`^checkbox$`)).OnElements("input")
	p.AllowAttrs("checked", "disabled").Matching(regexp.MustCompile(`^$`)).OnElements("input")

	p.AllowAttrs("src").Matching(playerAddress).OnElements("iframe")
	p.AllowAttrs("sandbox").Matching(regexp.MustCompile(`^` + playerSandbox + `$`)).OnElements("iframe")
	p.AllowAttrs("title").Matching(regexp.MustCompile(`^` + playerTitle + `$`)).OnElements("iframe")
	p.AllowAttrs("referrerpolicy").Matching(regexp.MustCompile(`^no-referrer$`)).OnElements("iframe")
	p.AllowAttrs("allowfullscreen").Matching(regexp.MustCompile(`^$`)).OnElements("iframe")
	return p
}
