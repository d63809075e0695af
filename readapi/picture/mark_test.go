package picture_test

import (
	"testing"

	"github.com/modyard/modyard/readapi/picture"
)

// ui/src/lib/pictures.test.ts expects the same address.
func TestTheMarkOfAnAddressIsTheOneThatPagesCompute(t *testing.T) {
	if got := picture.Address("AABBCCDD", "https://images.example/图标.png", 48); got != "/pictures/icon/AABBCCDD/t72gsn/48" {
		t.Error(got)
	}
}
