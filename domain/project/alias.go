package project

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/fault"
)

// withFormerKinds gives an alias without a kind the one that it has among the former.
func withFormerKinds(list, former []Alias) []Alias {
	out := slices.Clone(list)
	for i, a := range out {
		if at := slices.IndexFunc(former, func(f Alias) bool { return f.Text == a.Text }); a.Kind == "" && at >= 0 {
			out[i].Kind = former[at].Kind
		}
	}
	return out
}

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
