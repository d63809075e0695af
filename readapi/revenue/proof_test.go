package revenue_test

import (
	"net/http"
	"testing"
)

func TestTheOwnerOfAWithdrawalGetsItsProof(t *testing.T) {
	w := newWorld(t)
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", unit)
	w.withdraw(on(4, 1), "PayoNew1", maker, "bank", "manual", unit)
	w.wants(maker, "/v3/payout/proof/PayoAAA1", `"key":"the key","checkpoint":"of PayoAAA1"`)
	w.refuses(http.StatusConflict, maker, "/v3/payout/proof/PayoNew1") // no checkpoint covers it
	w.refuses(http.StatusNotFound, maker, "/v3/payout/proof/PayoNone")
	for _, as := range []string{helper, keeper, boss} {
		w.refuses(http.StatusNotFound, as, "/v3/payout/proof/PayoAAA1")
	}
	w.refuses(http.StatusUnauthorized, nobody, "/v3/payout/proof/PayoAAA1")
}
