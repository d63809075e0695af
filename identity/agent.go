package identity

import (
	"strings"
	"unicode/utf8"
)

// DescribeAgent returns the system and program of a User-Agent header, so that a person can recognize a session; nil
// if unknown.
func DescribeAgent(agent string) (system, program *string) {
	find := func(table [][2]string) *string {
		for _, row := range table {
			if strings.Contains(agent, row[0]) {
				return &row[1]
			}
		}
		return nil
	}
	// More specific names come first: every header contains Mozilla, and Edge's contains Chrome.
	return find([][2]string{{"Android", "Android"}, {"iPhone", "iOS"}, {"iPad", "iPadOS"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"}}),
		find([][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}})
}

// storable converts a header's bytes to text that Postgres accepts.
func storable(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ReplaceAll(s, "\x00", "")
}
