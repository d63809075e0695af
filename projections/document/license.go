package document

import (
	_ "embed" // the list of licences
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:generate go run ./internal/licenses $SPDX_FULL licenses.generated.json ../../readapi/tag/license_texts.generated.json.gz

//go:embed licenses.generated.json
var licensesJSON []byte

// SPDX is one licence of the SPDX list. OSI says that the Open Source Initiative approved it.
type SPDX struct {
	ID   string
	Name string
	OSI  bool
}

type licenseList struct {
	all  []SPDX
	byID map[string]SPDX
}

var licenses = sync.OnceValue(func() licenseList {
	var rows [][3]any
	if err := json.Unmarshal(licensesJSON, &rows); err != nil {
		panic(fmt.Sprintf("embedded licences: %v", err))
	}
	l := licenseList{byID: make(map[string]SPDX, len(rows))}
	for _, r := range rows {
		id, _ := r[0].(string)
		name, _ := r[1].(string)
		osi, _ := r[2].(bool)
		s := SPDX{ID: id, Name: name, OSI: osi}
		l.all = append(l.all, s)
		l.byID[id] = s
	}
	return l
})

// Licenses is the SPDX list, by id. The caller must not change it.
func Licenses() []SPDX { return licenses().all }

// LicenseName is the name of an SPDX licence, or "" for another id.
func LicenseName(id string) string { return licenses().byID[id].Name }

// OpenSource says whether an SPDX expression has an alternative of only open-source licences.
func OpenSource(expression string) bool {
	expression = strings.NewReplacer("(", " ", ")", " ").Replace(expression)
	for _, choice := range strings.Split(expression, " OR ") {
		if openSourceTogether(choice) {
			return true
		}
	}
	return false
}

func openSourceTogether(choice string) bool {
	for _, part := range strings.Split(choice, " AND ") {
		id, _, _ := strings.Cut(strings.TrimSpace(part), " WITH ")
		id = strings.TrimSuffix(strings.TrimSpace(id), "+")
		if id == "" || !approved(id) {
			return false
		}
	}
	return true
}

// approved also accepts ids from before SPDX distinguished "only" from "or later".
func approved(id string) bool {
	l := licenses()
	return l.byID[id].OSI || l.byID[id+"-only"].OSI
}
