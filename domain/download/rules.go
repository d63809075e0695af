package download

import (
	"slices"
	"time"
)

// BuiltIn are the rules by which downloads can be counted, the one in use first. The others are for comparison.
func BuiltIn() []Rule {
	daily := Default()
	daily.Name, daily.Pause, daily.Most, daily.Within = "daily", 0, 1, 24*time.Hour
	every := Default()
	every.Name, every.Pause, every.Most = "every", 0, 1<<20
	return []Rule{Default(), daily, every}
}

// RuleNamed is a rule of BuiltIn by its name.
func RuleNamed(name string) (Rule, bool) {
	rules := BuiltIn()
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == name })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}
