package markdown

import "github.com/yuin/goldmark"

// The lists of elements.
const (
	ShownElements  = shownElements
	HiddenElements = hiddenElements
)

// Emphasis is the extension alone, without those that go beyond CommonMark.
func Emphasis() goldmark.Extender { return emphasis{} }
