package identity

import (
	"strings"
	"unicode/utf8"
)

// describeAgent names the system and program of a User-Agent header, as far as its owner needs to
// recognise a session; nil where it does not say.
func describeAgent(agent string) (system, program *string) {
	find := func(table [][2]string) *string {
		for _, row := range table {
			if strings.Contains(agent, row[0]) {
				return &row[1]
			}
		}
		return nil
	}
	// The more particular comes first: everything claims to be Mozilla, and Edge to be Chrome.
	return find([][2]string{{"Android", "Android"}, {"iPhone", "iOS"}, {"iPad", "iPadOS"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"}}),
		find([][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}})
}

// storable makes a header's bytes text that Postgres takes.
func storable(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ReplaceAll(s, "\x00", "")
}
