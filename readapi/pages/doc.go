// Package pages answers every page URL of the site with its real status, head, first frame and
// the data that the page's queries will ask for; the browser application takes over from there.
//
// A page's data comes from the site's own API, called in process with the visitor's credentials: the data in a page
// is byte for byte the API's answer, and the same rules hide documents.
package pages
