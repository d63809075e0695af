package pages

import (
	"html"
	"strings"
)

// mark is the site's mark; the style sheet sets its colours.
const mark = `<svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true"><path class="brand-mark__top" d="M8 1l8 4-8 4-8-4zM24 1l8 4-8 4-8-4zM16 13l8 4-8 4-8-4z"/>` +
	`<path class="brand-mark__left" d="M0 5l8 4v16l-8-4zM16 5l8 4v8l-8-4zM8 17l8 4v9l-8-4z"/><path class="brand-mark__right" d="M16 5v8l-8 4V9zM32 5v16l-8 4V9zM24 17v9l-8 4v-9z"/></svg>`

// frame is the header of every page, equal to the application's header, so that nothing moves when the application
// starts.
func frame(site Site) string {
	var b strings.Builder
	b.WriteString(`<header class="app-header"><div class="ui__wrap app-header__inner"><a class="app-header__brand" href="/">` + mark + `<span>` + html.EscapeString(site.Brand) + `</span></a>` +
		`<nav class="app-header__nav" aria-label="资源类型">`)
	for _, t := range contentTypes() {
		b.WriteString(`<a href="/` + t.id + `s">` + t.display + `</a>`)
	}
	b.WriteString(`</nav></div></header>`)
	return b.String()
}

// article is the main part of a page for clients without scripts.
func article(parts ...string) string {
	return `<main class="plain">` + strings.Join(parts, "") + `</main>`
}
