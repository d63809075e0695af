// Package install answers what a browser needs to keep the site like an application: its manifest, its search, and a
// service worker with the page that is shown without a network.
package install
