package project

import (
	"errors"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/fault"
)

// An expression that is accepted is read again as it is stored, and has only what an expression may have.
func FuzzALicenceIsAnExpressionOrRefused(f *testing.F) {
	for _, id := range []string{
		"MIT", "mit or apache-2.0", "GPL-2.0+", "GPL-3.0-only WITH Classpath-exception-2.0", "(MIT AND (BSD-3-Clause OR ISC))", "LicenseRef-All-Rights-Reserved",
		"LicenseRef-a AND MIT", "((((((((((MIT))))))))))", "MIT WITH", "() OR", "ＭＩＴ", "MIT\u0000", "WITH WITH WITH", strings.Repeat("MIT OR ", 80) + "MIT",
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		got, err := license(License{ID: id})
		if err != nil {
			var refused *fault.Error
			if !errors.As(err, &refused) {
				t.Fatalf("%q: %v is no fault of the caller", id, err)
			}
			return
		}
		again, err := license(got)
		if err != nil || again != got {
			t.Errorf("%q is stored as %q and read as %q: %v", id, got.ID, again.ID, err)
		}
		if strings.ContainsFunc(got.ID, func(r rune) bool {
			return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-+() ", r)
		}) {
			t.Errorf("%q is stored as %q", id, got.ID)
		}
	})
}
