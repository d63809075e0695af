package identity_test

import (
	"sync"
	"testing"
)

func TestOfTwoAdministratorsWhoRevokeEachOthersRoleOneRemains(t *testing.T) {
	for range 5 {
		s := newSite(t)
		admins := []*visitor{s.admin("root"), s.admin("boss")}
		ids := []string{admins[0].id(), admins[1].id()}
		var wg sync.WaitGroup
		var status [2]int
		for i, v := range admins {
			wg.Go(func() { status[i] = v.do("PATCH", "/v2/user/"+ids[1-i], roleChange("developer")).status })
		}
		wg.Wait()
		if status != [2]int{204, 401} && status != [2]int{401, 204} {
			t.Fatal(status)
		}
	}
}
