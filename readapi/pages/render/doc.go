// Package render draws pages with the components of the browser application, in a JavaScript engine inside the program.
//
// A page is drawn from its facts and its preloaded answers alone: scripts have no network, no files and no clock. Engines
// are few. Where none is free in time, or one fails, a page is sent without a drawing and the browser draws it.
package render
