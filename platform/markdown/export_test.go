package markdown

import "github.com/yuin/goldmark"

// Emphasis is the extension alone, without those that go beyond CommonMark.
func Emphasis() goldmark.Extender { return emphasis{} }
