package wiki

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold is the form in which titles and texts are searched: NFKC, without case.
func Fold(text string) string { return cases.Fold().String(norm.NFKC.String(text)) }
