package project

import "github.com/modyard/modyard/domain/text"

func line(field, label, value string, lowest, highest int) (string, error) {
	return text.Line(field, label, value, lowest, highest)
}

func prose(field, label, value string, highest int) (string, error) {
	return text.Prose(field, label, value, highest)
}
