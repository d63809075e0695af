// Package pages answers every page URL of the site with its real status, head, plain-HTML body and
// the data that the page's queries will ask for; the browser application takes over from there.
//
// A page's data comes from the site's own API, asked in process with the visitor's credentials:
// what a page carries is byte for byte what the same request would answer, and hidden documents
// stay hidden by the same rule.
package pages
