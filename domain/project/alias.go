package project

import (
	"fmt"

	"github.com/modyard/modyard/domain/fault"
)

func aliases(list []Alias) ([]Alias, error) {
	if len(list) > MaxAliases {
		return nil, fault.Invalid("aliases", fmt.Sprintf("别名最多 %d 个。", MaxAliases))
	}
	out := []Alias{} // never nil: in an event an empty list clears the value
	seen := map[string]bool{}
	for _, a := range list {
		switch a.Kind {
		case "zh", "abbr", "other":
		case "":
			a.Kind = "other"
		default:
			return nil, fault.Invalid("aliases", "别名的类型只能是 zh、abbr 或 other。")
		}
		text, err := line("aliases", "别名", a.Text, 1, maxAliasLength)
		if err != nil {
			return nil, err
		}
		if seen[text] {
			return nil, fault.Invalid("aliases", "别名不能重复。")
		}
		seen[text] = true
		out = append(out, Alias{Text: text, Kind: a.Kind})
	}
	return out, nil
}
